// The last attack once more, and the list of who was left out, as a player meets them.
import { describe, expect, test } from 'vitest';
import { openGame, settled, type Told } from '../../testing/table';
import type { Ask, Answer, Decision } from '../../wire/types';
import { noLegal } from '../play/fake';
import type { AttackMode } from './attack.svelte';

const ATTACK: Told = {
  decision: { side: 'german', question: 'attack' } as Decision,
  position: { turn: 6, phase: 'german_combat', units: { '1222': ['pz7-25'], '1223': ['r1'], '1121': ['r2'] } },
  legal: {
    ...noLegal,
    actions: ['done'],
    attacks: [
      { target: '1121', units: ['pz7-25'] },
      { target: '1223', units: ['pz7-25'] },
    ],
    capable: ['pz7-25'],
  },
  answer: (ask: Ask): Answer | undefined =>
    typeof ask === 'object' && 'check' in ask ? ({ check: {} } as Answer) : undefined,
};
async function sit() {
  const game = openGame(ATTACK);
  // An attack of the turn before, by two units of which one is left.
  const action = { attack: { targets: ['1223'], units: ['pz7-25', 'pz7-6'] } };
  game.table.acted(ATTACK, { what: { acted: { side: 'german', action, state: '' } } as never });
  game.director.skip();
  await settled();
  const press = async (key: string) => {
    game.screen.key(new KeyboardEvent('keydown', { key }), null);
    await settled();
  };
  return { ...game, press, mode: () => game.screen.mode as AttackMode };
}

describe('a Combat Phase', () => {
  test('offers the last attack once more, with those who still may take part; Enter throws the die', async () => {
    const { mode, press, table } = await sit();
    expect(mode().commands.find((c) => c.id === 'repeat')?.label).toBe('Again: 1223');
    await press('w');
    expect([mode().targets, mode().units]).toEqual([['1223'], ['pz7-25']]);
    await press('Enter');
    expect(table.done).toEqual([{ action: { attack: { targets: ['1223'], units: ['pz7-25'] } } }]);
  });
  test('is not ended with enemies left out before they are listed', async () => {
    const { mode, press, table } = await sit();
    await press('e');
    expect([mode().ending, table.done.length]).toEqual([true, 0]);
    await press('Escape');
    expect(mode().ending).toBe(false);
    await press('e');
    await press('Enter');
    expect(table.done).toEqual([{ action: 'done' }]);
  });
});
