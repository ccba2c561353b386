import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { GracePeriod } from './grace';
import { Prefetch } from './prefetch';
import type { Mode } from './mode';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** An answer that comes when it is told to. */
function question() {
  let answer = () => {};
  const promise = new Promise<void>((resolve) => (answer = resolve));
  return { promise, answer };
}

describe('a pick', () => {
  test('is done at once if nothing is asked', () => {
    const done: string[] = [];
    new GracePeriod().after(null, () => done.push('pick'));
    expect(done).toEqual(['pick']);
  });
  test('comes with the answer', async () => {
    const [grace, done, { promise, answer }] = [new GracePeriod(), [] as string[], question()];
    grace.after(promise, () => done.push('pick'));
    expect(done).toEqual([]);
    answer();
    await promise;
    expect(done).toEqual(['pick']);
    vi.runAllTimers();
    expect(done).toEqual(['pick']);
  });
  test('does not wait for long', () => {
    const [grace, done] = [new GracePeriod(), [] as string[]];
    grace.after(question().promise, () => done.push('pick'));
    vi.runAllTimers();
    expect(done).toEqual(['pick']);
  });
  test('is done before whatever the player does next', () => {
    const [grace, done] = [new GracePeriod(), [] as string[]];
    grace.after(question().promise, () => done.push('first'));
    grace.after(question().promise, () => done.push('second'));
    expect(done).toEqual(['first']);
    grace.now();
    expect(done).toEqual(['first', 'second']);
  });
  test('is forgotten with what it was for', () => {
    const [grace, done] = [new GracePeriod(), [] as string[]];
    grace.after(question().promise, () => done.push('pick'));
    grace.drop();
    grace.now();
    vi.runAllTimers();
    expect(done).toEqual([]);
  });
});

describe('prefetch', () => {
  test('asks of the hex where the pointer rests, one question at a time', async () => {
    const asked: string[] = [];
    const first = question();
    const prefetch = (hex: string) => (asked.push(hex), asked.length === 1 ? first.promise : Promise.resolve());
    const resting = new Prefetch(() => ({ prefetch }) as unknown as Mode);
    resting.at('1222');
    resting.at('1223');
    vi.runAllTimers();
    expect(asked).toEqual(['1223']);
    resting.at('1224');
    vi.runAllTimers();
    expect(asked).toEqual(['1223']);
    first.answer();
    await vi.runAllTimersAsync();
    resting.at('1225');
    resting.at(null);
    vi.runAllTimers();
    expect(asked).toEqual(['1223']);
    resting.at('1225');
    vi.runAllTimers();
    expect(asked).toEqual(['1223', '1225']);
  });
});
