// A refusal in the reader's language: by its reason where a rule forbids something, else by its code. The facts it speaks of
// are put in by name; a server newer than the page may refuse for reasons unknown here, and is then quoted.
import { germanUnits, leaders } from '../lib/facts';
import { parseUnits, type GameView } from '../lib/position';
import type { Fault } from '../wire/types';
import { currentLocale, t, type Key, type Values } from './i18n.svelte';
import { faults as en } from './en/faults';
import { unitName } from './names';

type Told = Pick<Fault, 'message'> & Partial<Pick<Fault, 'code' | 'reason' | 'facts'>>;

export function tellFault(fault: Told, view?: GameView | null): string {
  const reason = `fault.reason.${fault.reason}`;
  if (fault.reason && reason in en) {
    const values = valuesOf(fault.facts ?? {}, view);
    try {
      return sentence(t(reason as Key, values));
    } catch {
      // A fact the sentence needs is missing: the server's own words.
      return sentence(fault.message);
    }
  }
  const code = `fault.code.${fault.code}`;
  // The server's sentence often says more; it is in English.
  if (fault.message && (currentLocale() === 'en' || !(code in en))) return sentence(fault.message);
  return t((code in en ? code : 'fault.code.unexpected') as Key);
}

function valuesOf(facts: Record<string, unknown>, view?: GameView | null): Values {
  const values: Values = {};
  for (const [key, value] of Object.entries(facts)) {
    if (key === 'unit') values[key] = nameOf(String(value), view);
    else if (key === 'side') values[key] = t(`side.${String(value)}` as Key);
    else if (key === 'column') values[key] = String(value).padStart(2, '0');
    else if (typeof value === 'number' || typeof value === 'string') values[key] = value;
  }
  return values;
}

function nameOf(id: string, view?: GameView | null): string {
  const here = view?.units.get(id);
  if (here) return unitName(here, true);
  if (germanUnits.has(id) || leaders.has(id)) return unitName(parseUnits(id, null)[0], true);
  return t(id.startsWith('a') ? 'fault.unit.armoured' : 'fault.unit.rifle');
}

/** The server writes without a capital and a stop; names of untried divisions begin small. */
function sentence(text: string): string {
  if (!text) return text;
  const begun = text[0].toUpperCase() + text.slice(1);
  return /[.!?。！？…]$/.test(begun) ? begun : `${begun}${currentLocale() === 'ja' ? '。' : '.'}`;
}
