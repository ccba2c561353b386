// The language of the page: `t` gives the text of a key, and everything that used it follows a change.
import type { Key, Message } from './messages.en';
import { first } from './first.en';
import { patiently } from '../lib/patient';
import { format, type Locale, type Values } from './format';

export type { Key, Locale, Values };
export const LOCALES: readonly Locale[] = ['en', 'ja'];

let locale = $state<Locale>('en');
let catalogue = $state.raw<Partial<Record<Key, Message>>>(first);
let around: Partial<Record<Key, Message>> = {};
let loading: Promise<void> | null = null;

export const currentLocale = () => locale;
/** Is there a message of this name? */
export const hasMessage = (key: string): key is Key => key in catalogue;

export function t(key: Key, values?: Values): string {
  // A key instead of its words is seen for a moment at most, while the words are being loaded.
  return format(locale, catalogue[key] ?? key, values);
}

/** Japanese is loaded when it is first wanted. */
export async function setLocale(next: Locale): Promise<void> {
  if (next === 'ja') catalogue = (await patiently(() => import('./messages.ja'))).ja;
  else catalogue = { ...first, ...around };
  locale = next;
  if (typeof document !== 'undefined') document.documentElement.lang = next;
}

/** The messages of what is around a game: a game does not wait for them. */
export function loadAround(): Promise<void> {
  loading ??= import('./around.en').then(
    (m) => {
      around = m.around;
      if (locale === 'en') catalogue = { ...first, ...around };
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The first of the reader's languages that we have. */
export function preferredLocale(languages: readonly string[]): Locale {
  const wanted = languages.map((l) => l.slice(0, 2));
  return wanted.find((l): l is Locale => (LOCALES as readonly string[]).includes(l)) ?? 'en';
}
