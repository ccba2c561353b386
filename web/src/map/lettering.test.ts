import { afterEach, expect, test } from 'vitest';
import { facts } from '../lib/facts';
import { t, type Key } from '../i18n/i18n.svelte';
import type { Faces } from './faces';
import faces from './faces.json';
import { lettersOf, useLetters } from './lettering.svelte';

afterEach(() => useLetters(null));

test('before the letters are loaded the font is used', () => {
  expect(lettersOf('Smolensk', 'smallcaps')).toBeNull();
});

test('every English name on the map has outlines; if one has not, run scripts/letters.py', () => {
  useLetters(faces as unknown as Faces);
  const missing = [
    ...facts.labels.places.map((p) => [t(`place.${p.id}` as Key), p.major ? 'smallcaps' : 'town'] as const),
    ...facts.labels.rivers.map((r) => [t(`river.${r.id}` as Key), 'italic'] as const),
    ...facts.soviet.leaders.map((l) => [t(`leader.${l.id}` as Key), 'bold'] as const),
    ...facts.labels.entries.map((e) => [e.areas.join(' · '), 'smallcaps'] as const),
    [t('app.title'), 'smallcaps'] as const,
    [t('app.subtitle'), 'italic'] as const,
  ].filter(([text, face]) => !lettersOf(text, face));
  expect(missing).toEqual([]);
});

test('letters follow one another, and other writing is left to the font', () => {
  useLetters(faces as unknown as Faces);
  const letters = lettersOf('Vyazma', 'smallcaps')!;
  expect(letters.map((l) => l.x)).toEqual([...letters.map((l) => l.x)].sort((a, b) => a - b));
  expect(lettersOf('ヴャジマ', 'smallcaps')).toBeNull();
});
