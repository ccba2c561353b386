import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GRACE_MS, HoverIntent, REST_MS } from './hover';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const STACKS = ['2216', '2217'];
function resting() {
  const desk = { rested: null as string | null };
  return { desk, rest: new HoverIntent(desk, (hex) => STACKS.includes(hex)) };
}

test('a stack is fanned out when the pointer rests on it, not when it passes', () => {
  const { desk, rest } = resting();
  rest.at('2216');
  vi.advanceTimersByTime(REST_MS - 1);
  rest.at('2116');
  vi.advanceTimersByTime(REST_MS);
  expect(desk.rested).toBeNull();
  rest.at('2216');
  vi.advanceTimersByTime(REST_MS);
  expect(desk.rested).toBe('2216');
});

test('it stays while the pointer is on its way to the tray and comes back, and goes when it has left', () => {
  const { desk, rest } = resting();
  rest.at('2216');
  vi.advanceTimersByTime(REST_MS);
  rest.at('2215');
  vi.advanceTimersByTime(GRACE_MS - 1);
  rest.at('2216');
  vi.advanceTimersByTime(GRACE_MS);
  expect(desk.rested).toBe('2216');
  rest.at(null);
  vi.advanceTimersByTime(GRACE_MS);
  expect(desk.rested).toBeNull();
});

test('doing something else ends the tray', () => {
  const { desk, rest } = resting();
  rest.at('2216');
  rest.end();
  vi.advanceTimersByTime(REST_MS);
  expect(desk.rested).toBeNull();
});
