// What the player chose, apart from appearance: name, language, speed of playback, sound, confirmations, keys. Kept in this browser;
// a field that cannot be read falls back to its default.
import { LOCALES, preferredLocale, setLocale, type Locale } from '../i18n/i18n.svelte';

export const SPEEDS = ['slow', 'normal', 'fast', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];
export const VOLUMES = ['off', 'gentle', 'full'] as const;
export type Volume = (typeof VOLUMES)[number];

/** What the coach of the first games speaks of. */
export const COACH_KINDS = ['take', 'open', 'supply'] as const;
export type CoachKind = (typeof COACH_KINDS)[number];
export const COACHED = ['first', 'always', 'never'] as const;
export type Coached = (typeof COACHED)[number];

export interface Settings {
  /** By what name others see a guest; the server gives one if it is empty. */
  name: string;
  language: Locale | 'system';
  /** How fast moves and dice are shown. */
  speed: Speed;
  sound: Volume;
  /** Ask before a phase is ended while something could still be done in it. */
  confirmEnd: boolean;
  /** Ask before an attack or overrun is made, since a die cannot be taken back. */
  confirmAttack: boolean;
  /** Forced choices are played without asking: the default for new games. */
  forced: boolean;
  /** In which games the coach speaks. */
  coach: Coached;
  coachKinds: Record<CoachKind, boolean>;
  /** The whole map in small is folded. */
  foldedMap: boolean;
  /** Other keys than the standard ones: standard key to chosen key. */
  keys: Record<string, string>;
}

export const DEFAULT: Settings = {
  name: '',
  language: 'system',
  speed: 'normal',
  sound: 'off',
  confirmEnd: true,
  confirmAttack: false,
  forced: true,
  coach: 'first',
  coachKinds: { take: true, open: true, supply: true },
  foldedMap: false,
  keys: {},
};
/** The factors for the durations of motion. */
const PACE: Record<Speed, number> = { slow: 1.8, normal: 1, fast: 0.45, instant: 0 };
const KEY = 'pgg-settings';
/** As the server has it. */
export const LONGEST_NAME = 40;

let chosen = $state.raw<Settings>(DEFAULT);

export const settings = () => chosen;
/** Multiply a duration by this: 0 shows the outcome at once. */
export const pace = () => PACE[chosen.speed];

export function setSettings(change: Partial<Settings>) {
  chosen = { ...chosen, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}

/** Settings from an untrusted text. */
export function parseSettings(text: string | null): Settings {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    // Unreadable: the defaults.
  }
  if (!kept || typeof kept !== 'object') return DEFAULT;
  const field = kept as Record<string, unknown>;
  const oneOf = <T extends string>(name: keyof Settings, values: readonly T[], otherwise: T): T =>
    values.find((v) => v === field[name]) ?? otherwise;
  const flag = (name: keyof Settings, otherwise: boolean) =>
    typeof field[name] === 'boolean' ? (field[name] as boolean) : otherwise;
  return {
    name: typeof field.name === 'string' ? field.name.trim().slice(0, LONGEST_NAME) : DEFAULT.name,
    language: oneOf('language', ['system', ...LOCALES], DEFAULT.language),
    speed: oneOf('speed', SPEEDS, DEFAULT.speed),
    sound: oneOf('sound', VOLUMES, DEFAULT.sound),
    confirmEnd: flag('confirmEnd', DEFAULT.confirmEnd),
    confirmAttack: flag('confirmAttack', DEFAULT.confirmAttack),
    forced: flag('forced', DEFAULT.forced),
    coach: oneOf('coach', COACHED, DEFAULT.coach),
    coachKinds: parseKinds(field.coachKinds),
    foldedMap: flag('foldedMap', DEFAULT.foldedMap),
    keys: parseKeys(field.keys),
  };
}

function parseKinds(kept: unknown): Settings['coachKinds'] {
  const off = (kind: CoachKind) => (kept as Record<string, unknown> | null | undefined)?.[kind] === false;
  return Object.fromEntries(COACH_KINDS.map((kind) => [kind, !off(kind)])) as Settings['coachKinds'];
}

function parseKeys(kept: unknown): Record<string, string> {
  if (!kept || typeof kept !== 'object' || Array.isArray(kept)) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((e): e is [string, string] => typeof e[1] === 'string' && e[1].length > 0),
  );
}

/** Read what was kept and set the language; call once, before anything is drawn. */
export async function startSettings(): Promise<void> {
  try {
    chosen = parseSettings(localStorage.getItem(KEY));
  } catch {
    chosen = DEFAULT;
  }
  await useLanguage();
}

export async function setLanguage(language: Settings['language']): Promise<void> {
  setSettings({ language });
  await useLanguage();
}

const useLanguage = () =>
  setLocale(chosen.language === 'system' ? preferredLocale(navigator.languages) : chosen.language);
