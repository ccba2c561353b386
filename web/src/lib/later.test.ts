import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atLast, later } from './later';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('what may wait is done in order, what is wanted most before it', () => {
  const done: string[] = [];
  later(() => done.push('names'));
  later(() => done.push('small map'));
  later(() => done.push('counters'), true);
  expect(done).toEqual([]);
  vi.runAllTimers();
  expect(done).toEqual(['counters', 'names', 'small map']);
});

test('what comes last waits for what comes of the others, too', () => {
  const done: string[] = [];
  atLast(() => done.push('referee'));
  later(() => {
    done.push('names');
    later(() => done.push('small names'));
  });
  vi.runAllTimers();
  expect(done).toEqual(['names', 'small names', 'referee']);
});

test('a round ends when its time is over, and the rest comes after a pause', () => {
  const done: number[] = [];
  const slow = (n: number) => () => {
    vi.setSystemTime(Date.now() + 1000);
    done.push(n);
  };
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now());
  for (const n of [1, 2, 3]) later(slow(n));
  vi.advanceTimersToNextTimer();
  expect(done).toEqual([1]);
  vi.runAllTimers();
  expect(done).toEqual([1, 2, 3]);
});

test('it can be called off', () => {
  const done: string[] = [];
  const stop = later(() => done.push('gone'));
  later(() => done.push('here'));
  stop();
  vi.runAllTimers();
  expect(done).toEqual(['here']);
});
