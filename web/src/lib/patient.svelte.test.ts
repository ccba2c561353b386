import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patiently } from './patient';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Fails so often, then gives `part`. */
function failing(times: number) {
  let tries = 0;
  return vi.fn(() => (tries++ < times ? Promise.reject(new Error('no network')) : Promise.resolve('part')));
}

test('what comes at once is not told of', async () => {
  const told = vi.fn();
  await expect(patiently(failing(0), told)).resolves.toBe('part');
  expect(told).not.toHaveBeenCalled();
});

test('what does not come is asked for until it does, and told of once', async () => {
  const told = vi.fn();
  const load = failing(7);
  const part = patiently(load, told);
  await vi.advanceTimersByTimeAsync(500);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect(part).resolves.toBe('part');
  expect(load).toHaveBeenCalledTimes(8);
  expect(told).toHaveBeenCalledTimes(1);
});

test('a network that is back is used at once', async () => {
  const load = failing(1);
  const part = patiently(load);
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event('online'));
  await expect(part).resolves.toBe('part');
});

test('a stylesheet that did not come is fetched again before the part', async () => {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  document.head.append(link);
  const styles = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const load = failing(1);
  const part = patiently(load);
  link.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(500);
  expect(styles()).not.toContain(link);
  expect(load).toHaveBeenCalledTimes(1);
  // Another failure, and it is tried once more.
  styles()[0].dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(1000);
  styles()[0].dispatchEvent(new Event('load'));
  await expect(part).resolves.toBe('part');
  styles()[0].remove();
});
