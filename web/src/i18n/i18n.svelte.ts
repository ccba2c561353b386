// The language of the page: `t` gives the text of a key, and everything that used it follows a change.
import { en, type Key, type Message } from './messages.en';
import { format, type Locale, type Values } from './format';

export type { Key, Locale, Values };
export const LOCALES: readonly Locale[] = ['en', 'ja'];

let locale = $state<Locale>('en');
let catalogue = $state.raw<Record<Key, Message>>(en);

export const currentLocale = () => locale;

export function t(key: Key, values?: Values): string {
  return format(locale, catalogue[key], values);
}

/** Japanese is loaded when it is first wanted. */
export async function setLocale(next: Locale): Promise<void> {
  catalogue = next === 'ja' ? (await import('./messages.ja')).ja : en;
  locale = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

/** The first of the reader's languages that we have. */
export function preferredLocale(languages: readonly string[]): Locale {
  const wanted = languages.map((l) => l.slice(0, 2));
  return wanted.find((l): l is Locale => (LOCALES as readonly string[]).includes(l)) ?? 'en';
}
