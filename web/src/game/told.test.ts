import { expect, test } from 'vitest';
import { Messages } from './told.svelte';

test('what was told is kept after it has closed', () => {
  const messages = new Messages();
  messages.tell({ kind: 'news', text: 'Connected again' });
  messages.keep({ kind: 'refusal', text: 'Out of reach.', case: '6.11' });
  expect(messages.shown.map((line) => line.text)).toEqual(['Connected again']);
  messages.close(messages.shown[0].id);
  expect(messages.shown).toEqual([]);
  expect(messages.kept.map((line) => [line.kind, line.text])).toEqual([
    ['news', 'Connected again'],
    ['refusal', 'Out of reach.'],
  ]);
});

test('only a few stand at once, and not all are kept for ever', () => {
  const messages = new Messages();
  for (let i = 0; i < 150; i++) messages.tell({ kind: 'chat', text: String(i), by: 'Anna' });
  expect(messages.shown.map((line) => line.text)).toEqual(['147', '148', '149']);
  expect(messages.kept.length).toBe(100);
  expect(messages.kept.at(-1)?.text).toBe('149');
});
