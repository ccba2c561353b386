// The problems of a position, field by field, in the reader's language. The server sends English sentences; they
// are recognised by the catalogue, and an unknown one is quoted.
import { position as en } from '../i18n/en/position';
import { t, type Key, type Values } from '../i18n/i18n.svelte';
import { Refusal } from '../net/api';
import type { Problem } from '../wire/types';

export type { Problem };

/** What the server found wrong, or nothing if it refused for another reason. */
export function problemsIn(error: unknown): Problem[] {
  const fault = error instanceof Refusal ? error.fault : null;
  return fault && 'code' in fault && fault.code === 'bad_position' ? fault.facts.problems : [];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The server writes straight quotation marks. */
const quoted = (text: string) => text.replace(/[‘’]/g, "['‘’]");
const PATTERNS = Object.entries(en).map(([key, message]) => {
  const parts = message.split(/\{(\w+)\}/);
  const pattern = parts.map((part, i) => (i % 2 ? `(?<${part}>.+?)` : quoted(escaped(part)))).join('');
  return { key: key as Key, pattern: new RegExp(`^${pattern}$`) };
});

/** Which sentence it is, if it is known. */
export function recognise(what: string): { key: Key; values: Values } | null {
  // Where in the text something cannot be read is told after it.
  const bare = what.replace(/ at line \d+ column \d+$/, '');
  for (const { key, pattern } of PATTERNS) {
    const found = pattern.exec(bare);
    if (found) return { key, values: { ...found.groups } };
  }
  return null;
}

export function tellProblem({ what }: Problem): string {
  const known = recognise(what);
  return known ? t(known.key, known.values) : t('start.problem.other', { what });
}
