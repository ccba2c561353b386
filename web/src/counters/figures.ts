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
