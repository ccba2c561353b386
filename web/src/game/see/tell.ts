// What happened, in sentences: for the log, for the caption while it is shown, and for screen readers.
import type { Hex } from '../../lib/hex';
import { counterOf } from '../../lib/position';
import { hexFacts } from '../../lib/terrain';
import { t, type Key } from '../../i18n/i18n.svelte';
import { armyName } from '../../i18n/names';
import type { GameEvent, UnitId } from '../../wire/types';
import type { Known } from '../time/plies';
import { beatsOf, type Beat } from '../time/beats';
import { namesOf } from './who';

export type LineKind = 'move' | 'rail' | 'fight' | 'loss' | 'retreat' | 'marker' | 'flag' | 'news';
export interface Line {
  kind: LineKind;
  text: string;
  hex: Hex | null;
  /** A die that was thrown, and the result or what it came to. */
  die: number | null;
  result: string | null;
  /** Told to a screen reader also of one's own actions. */
  weighty: boolean;
}

const line = (kind: LineKind, text: string, hex: Hex | null = null, more: Partial<Line> = {}): Line => ({
  kind,
  // Names of untried divisions begin small.
  text: text.slice(0, 1).toUpperCase() + text.slice(1),
  hex,
  die: null,
  result: null,
  weighty: kind !== 'move' && kind !== 'rail' && kind !== 'marker',
  ...more,
});

/** A hex with the name of its town, if it has one. */
export function placeName(hex: Hex): string {
  const { place } = hexFacts(hex);
  return place ? t('see.place', { hex, place: t(`place.${place}` as Key) }) : hex;
}

export function tellEvents(events: readonly GameEvent[], known: Known): Line[] {
  const lines = beatsOf(events).flatMap((beat) => tellBeat(beat, events, known));
  for (const event of events) lines.push(...tellRest(event, known));
  return lines;
}

function tellBeat(beat: Beat, events: readonly GameEvent[], known: Known): Line[] {
  switch (beat.kind) {
    case 'walk':
      return tellWalk(beat, events, known);
    case 'battle': {
      const who = namesOf(beat.units, known);
      const where = beat.targets.map(placeName).join(t('list.comma'));
      const key = beat.overrun ? 'see.tell.overrun' : 'see.tell.attack';
      return [line('fight', t(key, { who, where }), beat.targets[0])];
    }
    case 'reveal':
      return beat.units.map((unit) => line('news', t('see.tell.revealed', { who: revealedName(unit, events, known) })));
    case 'roll':
      return tellRoll(beat);
    case 'loss':
      return beat.units.map((unit) => line('loss', t('see.tell.loss', { who: namesOf([unit], known) })));
    case 'gone':
      return beat.units.map(({ unit, hex }) => {
        const evacuated = events.some((e) => e.event === 'evacuated' && e.unit === unit);
        const key = evacuated ? 'see.tell.evacuated' : 'see.tell.gone';
        return line('loss', t(key, { who: namesOf([unit], known), where: placeName(hex) }), hex);
      });
    case 'place': {
      const [hex] = beat.hexes;
      const event = events.find((e) => 'hex' in e && e.hex === hex && PLACED[e.event]);
      const key = event && PLACED[event.event];
      return key ? [line('marker', t(key, { where: placeName(hex) }), hex)] : [];
    }
    case 'control':
      return beat.hexes.map(({ hex, side }) =>
        line('flag', t('see.tell.control', { where: placeName(hex), side: t(`side.${side}`) }), hex),
      );
    case 'phase':
      return [];
  }
}

const PLACED: Partial<Record<GameEvent['event'], Key>> = {
  interdiction_placed: 'see.tell.interdiction',
  rail_cut: 'see.tell.cut',
  rail_cut_lifted: 'see.tell.lifted',
  rail_repaired: 'see.tell.repaired',
};

function revealedName(unit: UnitId, events: readonly GameEvent[], known: Known): string {
  const event = events.find((e) => e.event === 'revealed' && e.unit === unit);
  if (event?.event !== 'revealed') return namesOf([unit], known);
  const counter = counterOf(event.counter);
  const who = namesOf([unit], new Map([...known, [unit, counter]]));
  return t('see.tell.strength', { who, strength: counter.strength?.slice(0, 2).join('-') ?? '' });
}

function tellRoll(beat: Extract<Beat, { kind: 'roll' }>): Line[] {
  const began = beat.events.find((e) => e.event === 'attack_began' || e.event === 'overrun_began');
  const hex =
    began?.event === 'attack_began' ? began.targets[0] : began?.event === 'overrun_began' ? began.target : null;
  const odds = beat.events.find((e) => e.event === 'odds');
  if (odds?.event === 'odds' && beat.result) {
    const { attack, defense, column } = odds;
    const text = t('see.tell.roll', { attack, defense, column, die: beat.die, result: beat.result });
    return [line('fight', text, hex, { die: beat.die, result: beat.result })];
  }
  const die = beat.events.find((e) => e.event === 'die');
  return die?.event === 'die' && die.why === 'provisional'
    ? [line('news', t('see.tell.provisional.die', { die: beat.die }), null, { die: beat.die })]
    : [];
}

/** What a die outside combat has settled. */
export function tellDie(beat: Extract<Beat, { kind: 'roll' }>, events: readonly GameEvent[]): string {
  const die = beat.events.find((e) => e.event === 'die');
  if (die?.event !== 'die') return '';
  if (die.why === 'provisional') return t('see.tell.provisional.die', { die: beat.die });
  const rolled = events.find((e) => e.event === 'army_rolled' && die.why === `army${e.army}`);
  return rolled ? (tellRest(rolled, new Map())[0]?.text ?? '') : '';
}

function tellWalk(beat: Extract<Beat, { kind: 'walk' }>, events: readonly GameEvent[], known: Known): Line[] {
  const byWay = new Map<string, { units: UnitId[]; leg: (typeof beat.legs)[number] }>();
  for (const leg of beat.legs) {
    const key = `${leg.path.join()}${leg.enters}`;
    const group = byWay.get(key);
    if (group) group.units.push(leg.unit);
    else byWay.set(key, { units: [leg.unit], leg });
  }
  return [...byWay.values()].map(({ units, leg }) => {
    const [from, to] = [leg.path[0], leg.path[leg.path.length - 1]];
    const values = { who: namesOf(units, known), from: placeName(from), to: placeName(to) };
    const is = (kind: GameEvent['event']) =>
      events.some(
        (e) =>
          e.event === kind && (('unit' in e && e.unit === units[0]) || ('units' in e && e.units.includes(units[0]))),
      );
    if (is('deployed')) return line('move', t('see.tell.deployed', values), to);
    if (leg.enters) {
      const how = leg.rail ? 'see.tell.enters.rail' : leg.path.length > 1 ? 'see.tell.enters.on' : 'see.tell.enters';
      return line(leg.rail ? 'rail' : 'move', t(how, values), to);
    }
    if (is('withdrew')) return line('retreat', t('see.tell.withdrew', values), to);
    if (beat.retreat) return line('retreat', t('see.tell.retreat', values), to);
    if (is('advanced')) return line('move', t('see.tell.advance', values), to, { weighty: true });
    if (leg.rail) return line('rail', t('see.tell.ride', values), to);
    return line('move', t('see.tell.move', values), to);
  });
}

type Closed = Extract<GameEvent, { event: 'closed' }>;
/** A question that is settled automatically: there is no choice. */
const tellClosed = ({ side, what }: Closed) =>
  t('see.tell.closed', { what: t(`combat.told.closed.${what}`), side: t(`side.${side}`) });
/** The questions that closed by themselves, in sentences. */
export const closedIn = (events: readonly GameEvent[]): string[] =>
  events.filter((event): event is Closed => event.event === 'closed').map(tellClosed);

/** What is told of an event that is not shown as a beat. */
function tellRest(event: GameEvent, known: Known): Line[] {
  switch (event.event) {
    case 'army_rolled': {
      const values = { army: armyName(`${event.army}`) };
      return [line('news', t(event.stands ? 'see.tell.army.stands' : 'see.tell.army.free', values))];
    }
    case 'disrupted':
      return [line('loss', t('see.tell.disrupted', { who: namesOf(event.units, known) }))];
    case 'recovered':
      return [line('news', t('see.tell.recovered', { who: namesOf(event.units, known) }), null, { weighty: false })];
    case 'no_retreat':
      return [line('loss', t('see.tell.noretreat', { side: t(`side.${event.side}`) }))];
    case 'loss_chosen':
      return [line('loss', t('see.tell.choseloss', { side: t(`side.${event.side}`), n: event.steps }))];
    case 'retreat_chosen':
      return [line('retreat', t('see.tell.choseretreat', { side: t(`side.${event.side}`), n: event.hexes }))];
    case 'closed':
      return [line('news', tellClosed(event))];
    case 'front_points':
      return [line('news', t('see.tell.front', { n: event.points }))];
    case 'recaptured':
      return [line('flag', t('see.tell.recaptured'))];
    case 'combat_off':
      return [line('fight', t('see.tell.off'))];
    case 'provisional_lost':
      return [line('loss', t('see.tell.provisional'))];
    case 'turn_began':
      return [line('news', t('turn.number', { n: event.turn }))];
    case 'phase_began':
      return [line('news', t(`phase.${event.phase}`), null, { weighty: false })];
    case 'game_over':
      return [line('news', t('see.tell.over', { n: event.score, level: t(`see.level.${event.level}` as Key) }))];
    default:
      return [];
  }
}
