import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Brief } from './brief';
import { Foresight } from './foresight';
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
    new Brief().after(null, () => done.push('pick'));
    expect(done).toEqual(['pick']);
  });
  test('comes with the answer', async () => {
    const [brief, done, { promise, answer }] = [new Brief(), [] as string[], question()];
    brief.after(promise, () => done.push('pick'));
    expect(done).toEqual([]);
    answer();
    await promise;
    expect(done).toEqual(['pick']);
    vi.runAllTimers();
    expect(done).toEqual(['pick']);
  });
  test('does not wait for long', () => {
    const [brief, done] = [new Brief(), [] as string[]];
    brief.after(question().promise, () => done.push('pick'));
    vi.runAllTimers();
    expect(done).toEqual(['pick']);
  });
  test('is done before whatever the player does next', () => {
    const [brief, done] = [new Brief(), [] as string[]];
    brief.after(question().promise, () => done.push('first'));
    brief.after(question().promise, () => done.push('second'));
    expect(done).toEqual(['first']);
    brief.now();
    expect(done).toEqual(['first', 'second']);
  });
  test('is forgotten with what it was for', () => {
    const [brief, done] = [new Brief(), [] as string[]];
    brief.after(question().promise, () => done.push('pick'));
    brief.drop();
    brief.now();
    vi.runAllTimers();
    expect(done).toEqual([]);
  });
});

describe('foresight', () => {
  test('asks of the hex where the pointer rests, one question at a time', async () => {
    const asked: string[] = [];
    const first = question();
    const foresee = (hex: string) => (asked.push(hex), asked.length === 1 ? first.promise : Promise.resolve());
    const foresight = new Foresight(() => ({ foresee }) as unknown as Mode);
    foresight.at('1222');
    foresight.at('1223');
    vi.runAllTimers();
    expect(asked).toEqual(['1223']);
    foresight.at('1224');
    vi.runAllTimers();
    expect(asked).toEqual(['1223']);
    first.answer();
    await vi.runAllTimersAsync();
    foresight.at('1225');
    foresight.at(null);
    vi.runAllTimers();
    expect(asked).toEqual(['1223']);
    foresight.at('1225');
    vi.runAllTimers();
    expect(asked).toEqual(['1223', '1225']);
  });
});
