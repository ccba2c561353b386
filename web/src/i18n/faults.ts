// A refusal in the reader's language: by its reason where a rule forbids something, else by its code. The facts it speaks of
// are put in by name. That every fault has a sentence, and no sentence wants a fact that its fault has not, the compiler holds.
import { germanUnits, leaders } from '../lib/facts';
import { unitOf, type GameView } from '../lib/position';
import { isIllegal, type Fault } from '../net/fault';
import type { Illegal } from '../wire/types';
import type { faults as en } from './en/faults';
import { currentLocale, hasMessage, t, type Key, type Values } from './i18n.svelte';
import { unitName } from './names';

type Coded = Exclude<Fault, Illegal>;
type Of<C extends Coded['code']> = Extract<Coded, { code: C }>;

/** Those that say different things by one of their facts. */
type Several = 'bad_webhook' | 'cannot_undo' | 'not_found' | 'wrong_origin';
export type FaultKey =
  | `fault.reason.${Illegal['reason']}`
  | `fault.code.${Exclude<Coded['code'], Several>}`
  | `fault.code.bad_webhook.${Of<'bad_webhook'>['facts']['why']}`
  | `fault.code.cannot_undo.${Of<'cannot_undo'>['facts']['why']}`
  | `fault.code.not_found.${Of<'not_found'>['facts']['what']}`
  | `fault.code.wrong_origin.${Of<'wrong_origin'>['facts']['what']}`;

/** What it is called among the messages. */
function keyOf(fault: Fault): FaultKey {
  if (isIllegal(fault)) return `fault.reason.${fault.reason}`;
  switch (fault.code) {
    case 'bad_webhook':
    case 'cannot_undo':
      return `fault.code.${fault.code}.${fault.facts.why}` as FaultKey;
    case 'not_found':
    case 'wrong_origin':
      return `fault.code.${fault.code}.${fault.facts.what}` as FaultKey;
    default:
      return `fault.code.${fault.code}`;
  }
}

/** What a sentence may speak of. */
type Facts<F> = F extends { facts: infer P } ? (P extends unknown ? keyof P : never) : never;
type SentenceOf<K> = K extends keyof typeof en ? (typeof en)[K] : never;
type Wanted<S> = S extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}:${string}` ? Bare : Name) | Wanted<Rest>
  : S extends { one: infer One; other: infer Other }
    ? Wanted<One> | Wanted<Other>
    : never;
type Missing<F> = F extends { reason: infer R extends string }
  ? `${R} has no ${Exclude<Wanted<SentenceOf<`fault.reason.${R}`>>, Facts<F>>}`
  : F extends { code: infer C extends string }
    ? `${C} has no ${Exclude<Wanted<SentenceOf<Extract<FaultKey, `fault.code.${C}` | `fault.code.${C}.${string}`>>>, Facts<F>>}`
    : never;

/** It compiles if there is nothing. */
type Nothing<T extends never> = T;
export type Proof = [
  /* A fault without a sentence. */ Nothing<Exclude<FaultKey, keyof typeof en>>,
  /* A sentence without a fault. */ Nothing<
    Exclude<Extract<keyof typeof en, `fault.${'code' | 'reason'}.${string}`>, FaultKey>
  >,
  /* A sentence that wants a fact which its fault has not. */ Nothing<Missing<Fault>>,
];

export function tellFault(fault: Fault, view?: GameView | null): string {
  const key: Key = keyOf(fault);
  try {
    if (hasMessage(key)) return begun(t(key, valuesOf('facts' in fault ? fault.facts : {}, view)));
  } catch {
    // A fact is missing that the sentence needs: the page is older than the server, as it is where the key is unknown.
  }
  return t('fault.unknown', { code: isIllegal(fault) ? fault.reason : fault.code });
}

/** Names of untried divisions begin small. */
const begun = (sentence: string) => sentence[0].toUpperCase() + sentence.slice(1);

function valuesOf(facts: object, view?: GameView | null): Values {
  const values: Values = {};
  for (const [key, value] of Object.entries(facts)) {
    if (key === 'unit') values[key] = nameOf(String(value), view);
    else if (key === 'side') values[key] = t(`side.${String(value)}` as Key);
    else if (key === 'column') values[key] = String(value).padStart(2, '0');
    else if (typeof value === 'number' || typeof value === 'string') values[key] = value;
    else if (Array.isArray(value) && value.every((one) => typeof one === 'string'))
      values[key] = value.join(currentLocale() === 'ja' ? '、' : ', ');
  }
  // Plural forms go by it.
  if ('seconds' in values) values.n = values.seconds;
  return values;
}

function nameOf(id: string, view?: GameView | null): string {
  const here = view?.units.get(id);
  if (here) return unitName(here, true);
  if (germanUnits.has(id) || leaders.has(id)) return unitName(unitOf(id), true);
  return t(id.startsWith('a') ? 'fault.unit.armoured' : 'fault.unit.rifle');
}
