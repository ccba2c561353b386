// Announces events in words: for screen readers, and for phases that passed without a decision.
import { t } from '../../i18n/i18n.svelte';
import { self } from '../../net/session.svelte';
import type { EntryView, Phase, Side } from '../../wire/types';
import type { Desk } from '../desk.svelte';
import { newsOf } from '../frame/news';
import { playerName } from '../frame/seats';
import type { Batch } from '../game.svelte';
import { tellEvents } from '../see/tell';
import type { Known } from './plies';
import { passedOver } from './scenes';

/** What came from the server; `phase` is that before it. */
export function report(desk: Desk, entries: readonly EntryView[], known: Known, phase: Phase | undefined, you: Side[]) {
  const mine = entries.every(
    ({ what }) => typeof what !== 'object' || !('acted' in what) || you.includes(what.acted.side),
  );
  for (const { events } of entries) {
    const lines = tellEvents(events, known);
    // Of one's own moves only what chance and the enemy did with them.
    const told = mine ? lines.filter((l) => l.weighty) : lines;
    if (told.length) desk.say(told.map((l) => l.text).join(' '));
  }
  for (const passed of passedOver(entries, phase, you)) tellPassed(desk, passed);
}

/** What others did at the table, and said. */
export function tellTable(desk: Desk, { entries, offer }: Batch) {
  const { game } = desk;
  const who = { you: game.you, me: self()?.name ?? null, name: (side: Side) => playerName(game, side) };
  for (const { kind, text, by } of newsOf(entries, who, offer)) {
    // A player that has the chat open reads it there.
    if (kind === 'chat' && desk.chatting) desk.messages.keep({ kind, text, by });
    else desk.messages.tell({ kind, text, ...(by && { by }) });
  }
}

/** A phase that went by without a question would else be missed. */
function tellPassed(desk: Desk, phase: Phase) {
  const text = t('time.passed', { phase: t(`phase.${phase}`) });
  desk.notice = { kind: 'news', text };
  desk.say(text);
}
