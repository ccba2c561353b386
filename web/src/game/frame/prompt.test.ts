import { expect, test } from 'vitest';
import { promptSize } from './prompt';

test('a sentence is written as large as there is room for all of it', () => {
  const short = '25th Panzer Regiment: click where it should go.';
  expect(promptSize(short, 580)).toBe('');
  expect(promptSize(short, 270)).toBe('small');
  expect(promptSize(short, 0)).toBe('');
  const long = `${short} ${short} ${short}`;
  expect(promptSize(long, 580)).toBe('small');
  expect(promptSize(long, 400)).toBe('tiny');
});
test('Japanese letters count twice', () => {
  const text = '移動するユニットかスタックをクリックしてください。終わったらフェイズを終了します。';
  expect(promptSize(text, 580)).toBe('small');
  expect(promptSize('x'.repeat(text.length), 580)).toBe('');
});
