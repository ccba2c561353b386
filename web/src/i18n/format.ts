// Filling in a message: values, numbers in the reader's way, plural forms.
import type { Message } from './message';

export type Locale = 'en' | 'ja';
export type Values = Record<string, string | number>;

const ORDINAL_ENDING = ['th', 'st', 'nd', 'rd'];
// The rules of both languages are written out here: having the browser look them up takes longer than showing a whole panel.
const ending = (n: number) => (n % 100 > 10 && n % 100 < 14 ? 'th' : (ORDINAL_ENDING[n % 10] ?? 'th'));
const isOne = (locale: Locale, n: number) => locale === 'en' && n === 1;

/** 7 becomes 7th in English, and stays 7 in Japanese, where 第 stands before it. */
export function ordinal(locale: Locale, n: number): string {
  return locale === 'en' ? n + ending(n) : String(n);
}
/** Half-points as people write them: 7 is 3½. */
export function half(halves: number): string {
  const whole = Math.floor(halves / 2);
  return halves % 2 ? `${whole || ''}½` : String(whole);
}
/** Making a formatter costs more than a hundred uses of it. */
function kept<T>(make: (locale: Locale) => T): (locale: Locale) => T {
  const made = new Map<Locale, T>();
  return (locale) => {
    let one = made.get(locale);
    if (one === undefined) made.set(locale, (one = make(locale)));
    return one;
  };
}
const numbers = kept((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
/** Most numbers are small and whole, and look the same without a formatter, which takes long to make. */
const isSmall = (n: number) => Number.isInteger(n) && n >= 0 && n < 1000;

export const signed = (n: number) => (n < 0 ? `−${-n}` : n > 0 ? `+${n}` : '0');
/** With a true minus sign. */
export const plain = (locale: Locale, n: number) =>
  isSmall(n) ? String(n) : (n < 0 ? '−' : '') + numbers(locale).format(Math.abs(n));
export const percent = (share: number) => `${Math.round(share * 100)}%`;

function fillIn(locale: Locale, value: string | number | undefined, how: string | undefined, name: string): string {
  if (value === undefined) throw new Error(`the message needs a value for {${name}}`);
  if (typeof value === 'string') return value;
  switch (how) {
    case 'ordinal':
      return ordinal(locale, value);
    case 'half':
      return half(value);
    case 'signed':
      return signed(value);
    case 'percent':
      return percent(value);
    default:
      return plain(locale, value);
  }
}

export function format(locale: Locale, message: Message, values: Values = {}): string {
  const text =
    typeof message === 'string' ? message : isOne(locale, Number(values.n ?? 0)) ? message.one : message.other;
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, how?: string) =>
    fillIn(locale, values[name], how, name),
  );
}
