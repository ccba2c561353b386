import { afterEach, describe, expect, test } from 'vitest';
import { BOUND, FREE } from './commands';
import { FIXED, heard, keyFor, rebind, resetKeys, shownKey } from './keys.svelte';
import { DEFAULT, pace, parseSettings, setSettings, settings } from './settings.svelte';

afterEach(() => setSettings(DEFAULT));

describe('kept settings', () => {
  test('nothing, nonsense and the wrong types give the defaults', () => {
    for (const text of [
      null,
      '',
      '{',
      '[]',
      '3',
      'null',
      '{"name": 7, "speed": 7, "sound": {}, "keys": [1], "forced": "no"}',
    ]) {
      expect(parseSettings(text)).toEqual(DEFAULT);
    }
  });
  test('each field stands by itself', () => {
    expect(
      parseSettings(
        '{"name": " Anna ", "speed": "fast", "language": "ja", "sound": "loud", "keys": {"e": "n", "u": 4}}',
      ),
    ).toEqual({
      ...DEFAULT,
      name: 'Anna',
      speed: 'fast',
      language: 'ja',
      keys: { e: 'n' },
    });
  });
  test('what is written can be read', () => {
    setSettings({ confirmAttack: true, speed: 'instant' });
    expect(parseSettings(JSON.stringify(settings()))).toEqual(settings());
    expect(pace()).toBe(0);
  });
});

describe('keys', () => {
  const all = FREE.map((f) => f.key);
  const press = (key: string) => heard({ key });

  test('stand for themselves at first', () => {
    expect([press('E'), press('Escape'), keyFor('e'), shownKey('e'), shownKey('escape')]).toEqual([
      ...['e', 'escape', 'e', 'E', 'Esc'],
    ]);
  });
  test('a changed key is heard as the standard one, and the old one no more', () => {
    expect(rebind('e', 'J', ['e', 'u'])).toBe(true);
    expect([press('j'), press('e'), shownKey('e')]).toEqual(['e', '', 'J']);
  });
  test('taking a key from another command gives it the one that is free', () => {
    rebind('e', 'u', all);
    expect([press('u'), press('e')]).toEqual(['e', 'u']);
    rebind('e', 'e', all);
    expect(settings().keys).toEqual({});
  });
  test('keys with a fixed meaning stay', () => {
    expect(rebind('e', 'Escape', all)).toBe(false);
    expect(settings().keys).toEqual({});
  });
  test('all back', () => {
    rebind('e', 'x', all);
    resetKeys();
    expect(press('e')).toBe('e');
  });
  test('no two commands that can be changed have the same standard key, and none is fixed', () => {
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((k) => FIXED.includes(k))).toEqual([]);
    expect(new Set(BOUND.map((b) => b.id)).size).toBe(BOUND.length);
  });
});
