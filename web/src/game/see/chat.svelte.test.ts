import { flushSync } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { setLocale } from '../../i18n/i18n.svelte';
import { byId, openGame, write, type Told } from '../../testing/table';
import ChatTab from './ChatTab.svelte';

const ours: Told = { http: { '/games/g/history': { entries: [] } } };
const open = (told: Told = ours) => openGame(told, ChatTab as never);
const line = (target: HTMLElement) => byId(target, 'writing')?.textContent ?? null;

afterEach(() => {
  vi.useRealTimers();
});

describe('somebody is writing', () => {
  test('the other player, until he has said it or stopped; not oneself', async () => {
    vi.useFakeTimers();
    const { target, table } = open();
    const writes = (side: string) => {
      table.tell({ writing: { side } });
      flushSync();
    };
    const later = (ms: number) => {
      vi.advanceTimersByTime(ms);
      flushSync();
    };
    writes('german');
    expect(line(target)).toBeNull();
    writes('soviet');
    expect(line(target)).toBe('Boris is writing…');
    // He writes on, so the line stays.
    later(3_000);
    writes('soviet');
    later(5_000);
    expect(line(target)).toBe('Boris is writing…');
    later(1_000);
    expect(line(target)).toBeNull();
    writes('soviet');
    table.acted({}, { what: { said: { name: 'Boris', side: 'soviet', text: 'Good luck' } } } as never);
    expect(line(target)).toBeNull();
    writes('soviet');
    await setLocale('ja');
    flushSync();
    expect(line(target)).toBe('Borisが入力中…');
    await setLocale('en');
  });

  test('the server is told once in three seconds, and never by a spectator', () => {
    vi.useFakeTimers();
    const { target, table } = open();
    const field = byId(target, 'chat-input');
    write(field, '  ');
    expect(table.written).toBe(0);
    write(field, 'G');
    write(field, 'Go');
    expect(table.written).toBe(1);
    vi.advanceTimersByTime(3_000);
    write(field, 'Goo');
    expect(table.written).toBe(2);
    const watching = open({ ...ours, you: [] });
    write(byId(watching.target, 'chat-input'), 'Hello');
    expect(watching.table.written).toBe(0);
  });
});
