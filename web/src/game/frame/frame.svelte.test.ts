import { flushSync } from 'svelte';
import { describe, expect, onTestFinished, test } from 'vitest';
import { setLocale } from '../../i18n/i18n.svelte';
import { byId, openGame, settled, type Told } from '../../testing/table';
import type { Decision, LegalView, Thinking } from '../../wire/types';
import CommandLine from '../CommandLine.svelte';
import Notices from '../Notices.svelte';
import { noLegal } from '../play/fake';
import Rail from '../see/Rail.svelte';
import TopBar from '../TopBar.svelte';
import ActionBar from './ActionBar.svelte';
import { clearTop } from './clear';
import Menu from './Menu.svelte';
import PhoneSheet from './PhoneSheet.svelte';
import ThumbBar from './ThumbBar.svelte';

const move = { side: 'german', question: 'move' } as Decision;
const legal = { ...noLegal, actions: ['done'] } as LegalView;
const ours: Told = { decision: move, legal, position: { units: { '1222': ['pz7-25'] }, options: {} as never } };
const said = (name: string, text: string) => ({ what: { said: { name, side: 'soviet', text } } }) as never;

describe('the top bar', () => {
  test('says the turn, the phase and what to do', async () => {
    const { target } = openGame(ours, TopBar as never);
    await settled();
    expect(target.textContent).toContain('Turn 5');
    expect(target.textContent).toContain('Movement');
    expect(byId(target, 'prompt').textContent?.trim()).toBe('No unit can move any more: end the phase.');
  });
  test('ends the phase where that is ours, and offers nothing while we wait', async () => {
    const { target, table, director } = openGame(ours, TopBar as never);
    await settled();
    byId(target, 'command-end_phase').click();
    await settled();
    expect(table.done).toEqual([{ action: 'done' }]);
    table.acted({ decision: { side: 'soviet', question: 'move' } as Decision });
    table.answered();
    director.skip();
    await settled();
    expect(byId(target, 'command-end_phase')).toBeNull();
    expect(byId(target, 'prompt').textContent).toContain('Boris');
  });
});

describe('messages', () => {
  test('a refusal says why, with its case, and is kept for later', async () => {
    const { target, desk } = openGame(ours, Notices as never);
    desk.refuse({ code: 'barred_far', case: '6.12', facts: { hex: '1222' } });
    flushSync();
    expect(byId(target, 'refusal').textContent).toContain('too few movement points');
    expect(byId(target, 'refusal').textContent).toContain('6.12');
    byId(target, 'refusal').querySelector<HTMLElement>('.close')!.click();
    flushSync();
    expect(byId(target, 'refusal')).toBeNull();
    expect(byId(target, 'told').textContent).toContain('too few movement points');
  });
  test('what somebody says is shown once, and answered in the chat', async () => {
    const { target, desk, table } = openGame(ours, Notices as never);
    table.acted({ decision: move }, said('Boris', 'Good luck'));
    await settled();
    expect(byId(target, 'chat').textContent).toContain('Good luck');
    byId(target, 'chat-answer').click();
    flushSync();
    expect(byId(target, 'chat')).toBeNull();
    expect([desk.tab, desk.panelOpen]).toEqual(['chat', true]);
  });
  test('what a program means to do is told in the language of the reader', async () => {
    const { target, table } = openGame(ours, Notices as never);
    onTestFinished(() => setLocale('en'));
    const intent: Thinking['intent'] = { side: 'soviet', stance: 'delay', emphasis: ['rzhev'] };
    table.tell({ thinking: { side: 'soviet', level: 'general', share: 0.5, intent } });
    flushSync();
    expect(byId(target, 'thinking').textContent).toContain('means to delay, with more weight on Rzhev');
    await setLocale('ja');
    flushSync();
    expect(byId(target, 'thinking').textContent).toContain('遅滞戦闘の構え（ルジェフを重視）');
  });
  test('a server that closes in good order says so, and the page is told that it comes back', async () => {
    const { target, table } = openGame(ours, Notices as never);
    onTestFinished(() => setLocale('en'));
    const breaks = () => {
      table.lose();
      flushSync();
      return byId(target, 'lost').textContent;
    };
    const back = () => {
      dispatchEvent(new Event('online'));
      table.welcome();
      flushSync();
    };
    table.tell({ bye: { code: 'closing', message: 'the server closes: come back in a moment' } });
    expect(breaks()).toContain('The server is restarting');
    await setLocale('ja');
    flushSync();
    expect(byId(target, 'lost').textContent).toContain('サーバーが再起動しています');
    await setLocale('en');
    back();
    expect(byId(target, 'lost')).toBeNull();
    expect(breaks()).toContain('Connection lost');
    back();
    table.tell({ bye: { code: 'slow', message: 'you take messages too slowly: come back for the rest' } });
    expect(breaks()).toContain('Connection lost');
  });
  test('a game of older rules is told of until the message is closed, and again when it goes another way', async () => {
    const { target, table } = openGame({ ...ours, view: { differs: { n: 92, version: 1 } } }, Notices as never);
    onTestFinished(() => setLocale('en'));
    await settled();
    expect(byId(target, 'differs').textContent).toContain('From entry 92 on');
    await setLocale('ja');
    flushSync();
    expect(byId(target, 'differs').textContent).toContain('記録の92番から先は');
    byId(target, 'differs').querySelector<HTMLElement>('.close')!.click();
    flushSync();
    expect(byId(target, 'differs')).toBeNull();
    const resumed = { differs: { n: 120, version: 2 }, state: '3.00', position: {} };
    table.acted({ decision: move }, { what: { resumed } } as never);
    await settled();
    expect(byId(target, 'differs').textContent).toContain('120');
  });
  test('on a phone they cover none of the hexes they are about', () => {
    const box = (top: number, bottom: number) => ({ left: 0, right: 10, top, bottom });
    expect(clearTop([], 60, 8, 400)).toBe(8);
    expect(clearTop([box(200, 240)], 60, 8, 400)).toBe(8);
    expect(clearTop([box(30, 70)], 60, 8, 400)).toBe(78);
    // One hex under another.
    expect(clearTop([box(100, 140), box(30, 70)], 60, 8, 400)).toBe(148);
    // There is no room: then at the top, where they always are.
    expect(clearTop([box(30, 380), box(390, 430)], 60, 8, 400)).toBe(8);
  });
});

describe('unread messages', () => {
  const badge = (target: HTMLElement) => byId(target, 'rail-chat').querySelector('em')?.textContent ?? null;
  test('are counted on the rail, where the panel may be shut, until the chat is looked at', async () => {
    const { target, desk, table } = openGame(ours, Rail as never);
    expect(badge(target)).toBeNull();
    table.acted({ decision: move }, said('Boris', 'Good luck'));
    table.acted({ decision: move }, said('Boris', 'Are you there?'));
    await settled();
    expect(badge(target)).toBe('2');
    expect(desk.messages.shown).toHaveLength(2);
    expect(byId(target, 'rail-chat').getAttribute('aria-label')).toBe('Chat, 2 messages not read');
    byId(target, 'rail-chat').click();
    desk.chatting = true;
    flushSync();
    expect([desk.tab, desk.panelOpen, badge(target)]).toEqual(['chat', true, null]);
    // They do not stand over the map any more either.
    expect(desk.messages.shown.filter(({ kind }) => kind === 'chat')).toEqual([]);
  });
});

describe('the bars under the thumb', () => {
  test('tell of messages that nobody has read, and lead to them', async () => {
    const { target, desk, table } = openGame(ours, ThumbBar as never);
    expect(byId(target, 'thumb-chat')).toBeNull();
    table.acted({ decision: move }, said('Boris', 'Good luck'));
    await settled();
    expect(byId(target, 'thumb-chat').querySelector('em')?.textContent).toBe('1');
    byId(target, 'thumb-chat').click();
    desk.chatting = true;
    flushSync();
    expect([desk.tab, desk.panelOpen, byId(target, 'thumb-chat')]).toEqual(['chat', true, null]);
  });
  test('open the panel and shut it again', () => {
    const { target, desk } = openGame(ours, ThumbBar as never);
    byId(target, 'thumb-log').click();
    expect([desk.tab, desk.panelOpen]).toEqual(['log', true]);
    byId(target, 'thumb-log').click();
    expect(desk.panelOpen).toBe(false);
  });
  test('the sheet comes with what can be done, and goes when it is pulled down', async () => {
    const attack = { side: 'german', question: 'attack' } as Decision;
    const legal = { ...ours.legal, attacks: [{ target: '1223', units: ['pz7-25'] }] } as never;
    const position = { phase: 'german_combat', units: { '1222': ['pz7-25'], '1223': ['r1'] } } as never;
    const { target, screen } = openGame({ ...ours, decision: attack, legal, position }, PhoneSheet as never);
    await settled();
    const at = () => byId(target, 'phone-sheet').dataset.at;
    expect(at()).toBe('30');
    byId(target, 'phone-grab').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    flushSync();
    expect(at()).toBe('0');
    // With the next thing it is there again.
    screen.mode.pick({ hex: '1223', touch: false, shift: false, ctrl: false });
    flushSync();
    screen.mode.cancel();
    flushSync();
    expect(at()).toBe('30');
  });
  test('have the end of the phase, and say why nothing can be undone', async () => {
    const { target, desk } = openGame(ours, ThumbBar as never);
    await settled();
    expect(byId(target, 'command-end_phase')).not.toBeNull();
    byId(target, 'command-undo').click();
    flushSync();
    expect(desk.notice?.kind).toBe('refusal');
  });
  test('on a tablet what can be done with units in hand', async () => {
    const { target, screen } = openGame(ours, ActionBar as never);
    await settled();
    screen.mode.pick({ hex: '1222', touch: false, shift: false, ctrl: false });
    flushSync();
    expect(byId(target, 'action-bar')).not.toBeNull();
  });
});

test('an open seat can be given to a program of the standard level', async () => {
  const seats = { german: { person: { id: 'a', name: 'Anna' } }, soviet: 'open' } as never;
  const { target, table, desk } = openGame(
    { ...ours, view: { seats, auto: { german: false, soviet: false } } },
    Menu as never,
    { onclose: () => {} },
  );
  desk.sheet = 'menu';
  flushSync();
  await settled();
  const item = target.querySelector<HTMLElement>('[data-testid*="program-soviet"]')!;
  expect(item.textContent).toContain('Major');
  item.click();
  await settled();
  expect(table.done).toEqual([{ seat_program: { side: 'soviet', level: 'major' } }]);
});

describe('the command line', () => {
  const type = async (target: HTMLElement, line: string) => {
    const input = target.querySelector('input')!;
    input.value = line;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    await settled();
  };
  const open = () => {
    const game = openGame(ours, CommandLine as never);
    game.desk.sheet = 'command';
    flushSync();
    return game;
  };
  test('shows a hex, and says what it does not understand', async () => {
    const { target, desk } = open();
    await type(target, '1222');
    expect(desk.inspected).toBe('1222');
    await type(target, 'fly to Moscow');
    expect(byId(target, 'command-answer').textContent).toContain('fly to Moscow');
  });
  test('tells which questions closed by themselves', async () => {
    const { target, table } = open();
    await settled();
    await type(target, 'end');
    table.acted({ decision: move }, { events: [{ event: 'closed', side: 'german', what: 'advance' }] });
    table.answered();
    await settled();
    expect(byId(target, 'command-answer').textContent).toContain('Nobody else can advance');
  });
});
