import { expect, test } from 'vitest';
import type { Now } from '../../wire/types';
import type { Ply } from '../time/plies';
import { lastOwn, mostBack } from './takeback';

const plies = (sides: string) =>
  [...sides].map((letter, i) => ({
    ply: i + 1,
    side: letter.toLowerCase() === 'g' ? 'german' : 'soviet',
    auto: letter !== letter.toLowerCase(),
  })) as Ply[];
const now = (ply: number, takeback_to = 0) => ({ ply, takeback_to }) as Now;

test('the last action is asked for, not all of them', () => {
  expect(mostBack(now(21))).toBe(21);
  expect(lastOwn(plies('s'.repeat(21)), ['soviet'], now(21))).toBe(1);
});
test('what the enemy did since, and what was played for oneself, goes back with it', () => {
  expect(lastOwn(plies('ssggg'), ['soviet'], now(5))).toBe(4);
  expect(lastOwn(plies('sssS'), ['soviet'], now(4))).toBe(2);
});
test('never over a die or a draw', () => {
  expect(mostBack(now(5, 3))).toBe(2);
  expect(lastOwn(plies('sssgg'), ['soviet'], now(5, 3))).toBe(1);
});
