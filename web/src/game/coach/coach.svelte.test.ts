// What the coach says, when and how often; the test plays the referee.
import { afterEach, describe, expect, test } from 'vitest';
import { byId, openGame, settled, type Told } from '../../testing/table';
import { DEFAULT, setSettings, settings } from '../../settings/settings.svelte';
import type { Answer, Ask, Decision } from '../../wire/types';
import { noLegal } from '../play/fake';
import CoachNote from './CoachNote.svelte';

const MACHINE = {
  german: { person: { id: 'a', name: 'Anna' } },
  soviet: { program: { level: 'cadet' } },
} as never;
const TOLD: Told = {
  decision: { side: 'german', question: 'move' } as Decision,
  position: {
    turn: 5,
    phase: 'german_movement',
    units: { '1520': ['pz7'], '0619': ['inf6'], '0621': ['r1'] },
    german_control: ['0420'],
  },
  marks: { can_act: ['inf6'] },
  legal: { ...noLegal, actions: ['done'] },
  view: { seats: MACHINE },
};
const answers =
  (told: { supply?: string[]; range?: [string, number][] }) =>
  (ask: Ask): Answer | undefined => {
    if (typeof ask !== 'object') return undefined;
    if ('supply' in ask) return { supply: { side: 'german', out_of_supply: told.supply ?? [], units: [] } } as Answer;
    if ('range' in ask) return { range: { start: '0621', hexes: told.range ?? [] } } as Answer;
    if ('reach' in ask) {
      const barred = { zone: [], stack: [], points: [] };
      return {
        reach: { start: '0619', left: 0, hexes: [], stops: [], road: [], targets: [], rail: [], barred },
      } as unknown as Answer;
    }
    return undefined;
  };
async function sit(told: Told) {
  const game = openGame(told, CoachNote as never);
  await settled();
  await settled();
  return { ...game, said: () => byId(game.target, 'coach-note')?.textContent ?? null };
}

afterEach(() => {
  setSettings(DEFAULT);
  localStorage.clear();
});

describe('the coach', () => {
  test('says which division is out of supply, and not again what was closed or switched off', async () => {
    const { said, target } = await sit({ ...TOLD, answer: answers({ supply: ['pz7-25', 'pz7-6', 'pz7-7'] }) });
    expect(said()).toContain('7th Panzer Division in 1520 is out of supply');
    byId(target, 'coach-off').click();
    await settled();
    expect(said()).toBe(null);
    expect(settings().coachKinds).toEqual({ take: true, open: true, supply: false });
  });
  test('says which empty city the enemy can walk into, by the answer of the referee alone', async () => {
    const { said, table } = await sit({ ...TOLD, answer: answers({ range: [['0420', 4]] }) });
    expect(said()).toContain('Orsha in 0420 is empty');
    expect(said()).toContain('in 0621 can walk into it: 5 points');
    expect(table.asked).toContainEqual({ range: { units: ['r1'] } });
  });
  test('is quiet when nothing is to be missed', async () => {
    const { said } = await sit({ ...TOLD, answer: answers({}) });
    expect(said()).toBe(null);
  });
  test('is quiet against a person, when it is switched off, and after the first three games', async () => {
    const answer = answers({ supply: ['pz7-25'] });
    const people = { ...TOLD, view: {}, answer };
    expect((await sit(people)).said()).toBe(null);
    setSettings({ coach: 'never' });
    expect((await sit({ ...TOLD, answer })).said()).toBe(null);
    setSettings({ coach: 'first' });
    localStorage.setItem('pgg-coached', 'x y z');
    expect((await sit({ ...TOLD, answer })).said()).toBe(null);
    setSettings({ coach: 'always' });
    expect((await sit({ ...TOLD, answer })).said()).toContain('out of supply');
  });
});
