// The text of the rules, loaded on first use, in the reader's language or else in English.
import { currentLocale } from '../i18n/i18n.svelte';
import type { RulesText } from './text';

export interface Loaded {
  text: RulesText;
  /** There is no translation; this is the English text. */
  fallback: boolean;
}

const english = () => import('../generated/rules.en.json').then((m) => m.default as unknown as RulesText);
const japanese = () => import('../generated/rules.ja.json').then((m) => m.default as unknown as RulesText | null);

export async function loadRules(locale = currentLocale()): Promise<Loaded> {
  const own = locale === 'ja' ? await japanese() : null;
  return own ? { text: own, fallback: false } : { text: await english(), fallback: locale !== 'en' };
}

/** The rules in the reader's language, followed by the component that calls this while it is made. */
export function readRules(): { readonly loaded: Loaded | null; readonly failed: boolean } {
  let loaded = $state.raw<Loaded | null>(null);
  let failed = $state(false);
  $effect(() => {
    const locale = currentLocale();
    failed = false;
    loadRules(locale).then(
      (rules) => (loaded = rules),
      () => (failed = true),
    );
  });
  return {
    get loaded() {
      return loaded;
    },
    get failed() {
      return failed;
    },
  };
}
