import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openEarly, takeEarly } from './early';
import type { Wire } from './link';

const made: FakeSocket[] = [];
class FakeSocket {
  onopen = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  ended = false;
  constructor(readonly address: string) {
    made.push(this);
  }
  send() {}
  close() {
    this.ended = true;
  }
}
beforeEach(() => void vi.stubGlobal('WebSocket', FakeSocket));
afterEach(() => made.splice(0));

async function listen(wire: Wire | null): Promise<unknown[]> {
  const heard: unknown[] = [];
  if (wire) wire.onmessage = (event) => heard.push(event.data);
  await Promise.resolve();
  return heard;
}

test('what came before anybody listened is told first', async () => {
  openEarly('ws://a/1');
  made[0].onmessage?.({ data: 'welcome' });
  const wire = takeEarly('ws://a/1');
  expect(wire).toBe(made[0]);
  expect(await listen(wire)).toEqual(['welcome']);
  // It is taken once only.
  expect(takeEarly('ws://a/1')).toBeNull();
});

test('a connection to another game, or one that has ended, is not taken', () => {
  openEarly('ws://a/1');
  expect(takeEarly('ws://a/2')).toBeNull();
  expect(made[0].ended).toBe(true);
  openEarly('ws://a/3');
  made[1].onclose?.();
  expect(takeEarly('ws://a/3')).toBeNull();
});
