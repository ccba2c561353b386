// Light or dark, contrast, palette, motion: what the reader chose, or else what the system says. Written on <html>, where
// `tokens.css` reads it.
import { flushSync } from 'svelte';

export type Theme = 'light' | 'dark';
export type Contrast = 'normal' | 'more';
export type Palette = 'standard' | 'red-green' | 'blue-yellow';
export type Motion = 'full' | 'reduced';
export interface Appearance {
  theme: Theme | 'system';
  contrast: Contrast | 'system';
  palette: Palette;
  motion: Motion | 'system';
}

const KEY = 'pgg-appearance';
const DEFAULT: Appearance = { theme: 'system', contrast: 'system', palette: 'standard', motion: 'system' };
const QUERIES = {
  dark: '(prefers-color-scheme: dark)',
  contrast: '(prefers-contrast: more)',
  motion: '(prefers-reduced-motion: reduce)',
};

let chosen = $state<Appearance>({ ...DEFAULT });
let system = $state({ dark: false, contrast: false, motion: false });
/** Paper is light. */
let onPaper = $state(false);

const effective = $derived({
  theme: onPaper ? 'light' : chosen.theme === 'system' ? (system.dark ? 'dark' : 'light') : chosen.theme,
  contrast: chosen.contrast === 'system' ? (system.contrast ? 'more' : 'normal') : chosen.contrast,
  palette: chosen.palette,
  motion: chosen.motion === 'system' ? (system.motion ? 'reduced' : 'full') : chosen.motion,
} as { theme: Theme; contrast: Contrast; palette: Palette; motion: Motion });

/** What was chosen, with `system` where nothing was. */
export const appearance = () => chosen;
/** What is shown. */
export const shown = () => effective;

export function setAppearance(change: Partial<Appearance>) {
  chosen = { ...chosen, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Without storage the choice holds until the page is closed.
  }
  write();
}

/** Read what was kept and follow the system from now on; call once, before anything is drawn. */
export function startAppearance() {
  try {
    chosen = { ...DEFAULT, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>) };
  } catch {
    chosen = { ...DEFAULT };
  }
  for (const [name, query] of Object.entries(QUERIES) as [keyof typeof system, string][]) {
    const media = matchMedia(query);
    const follow = () => {
      system = { ...system, [name]: media.matches };
      write();
    };
    media.addEventListener('change', follow);
    follow();
  }
  const paper = matchMedia('print');
  paper.addEventListener('change', () => print(paper.matches));
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
}

/** Is it being printed? */
export const printing = () => onPaper;
function print(on: boolean) {
  onPaper = on;
  write();
  // The browser takes the page as it stands when this returns.
  flushSync();
}

function write() {
  const { theme, contrast, palette, motion } = effective;
  Object.assign(document.documentElement.dataset, { theme, contrast, palette, motion });
}
