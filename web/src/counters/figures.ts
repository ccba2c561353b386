// Short strings of figures as one path.
import { GLYPHS } from './glyphs';

export type Weight = 600 | 700;
export interface Outline {
  /** In thousandths of the font size. */
  width: number;
  d: string;
}
const known = new Map<string, Outline | null>();

/** The outline of a text, or null if it has a character we have not drawn. */
export function outline(text: string, weight: Weight): Outline | null {
  const key = weight + text;
  const before = known.get(key);
  if (before !== undefined) return before;
  const glyphs = [...text].map((c) => GLYPHS[weight][c]);
  let result: Outline | null = null;
  if (glyphs.every(Boolean)) {
    let [d, width] = ['', 0];
    for (const [advance, shape] of glyphs) {
      d += `M${width} 0${shape}`;
      width += advance;
    }
    result = { d, width };
  }
  known.set(key, result);
  return result;
}

export interface Setting {
  size: number;
  x?: number;
  y?: number;
  anchor?: 'start' | 'middle' | 'end';
  weight?: Weight;
  /** Width of a halo in the stroke colour of its class. */
  halo?: number;
  class?: string;
}

/** Figures as markup: a path, or text in the font where a character is not drawn. */
export function figures(text: string | number, setting: Setting): string {
  const { size, x = 0, y = 0, anchor = 'middle', weight = 700, halo = 0 } = setting;
  const drawn = outline(String(text), weight);
  if (!drawn) return plainText(String(text), setting);
  const k = size / 1000;
  const left = x - (anchor === 'middle' ? drawn.width / 2 : anchor === 'end' ? drawn.width : 0) * k;
  return (
    `<path class="${setting.class ?? ''}" d="${drawn.d}" transform="translate(${left.toFixed(2)} ${y.toFixed(2)}) ` +
    `scale(${k})"${halo ? ` stroke-width="${halo / k}"` : ''}/>`
  );
}

/** Text in the font; its size by the styles if none is given. */
export function plainText(text: string, { size, x = 0, y = 0, anchor = 'middle', weight, ...more }: Setting): string {
  const font = size ? ` font-size="${size}" font-weight="${weight ?? 700}" font-family="var(--num)"` : '';
  const halo = more.halo ? ` stroke-width="${more.halo}"` : '';
  const safe = text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c);
  return `<text class="${more.class ?? ''}" x="${x}" y="${y}" text-anchor="${anchor}"${font}${halo}>${safe}</text>`;
}

/** Many figures as one path, in thousandths of their size: for a group that is scaled by as much. Null where one is not drawn. */
export function manyFigures(
  all: readonly { text: string; x: number; y: number }[],
  { size, y: lower, weight }: { size: number; y: number; weight: Weight },
): string | null {
  const k = 1000 / size;
  let d = '';
  for (const { text, x, y } of all) {
    const glyphs = [...text].map((c) => GLYPHS[weight][c]);
    if (!glyphs.every(Boolean)) return null;
    let at = x * k - glyphs.reduce((sum, [advance]) => sum + advance, 0) / 2;
    for (const [advance, shape] of glyphs) {
      d += `M${Math.round(at)} ${Math.round((y + lower) * k)}${shape}`;
      at += advance;
    }
  }
  return d;
}
