// Names as outlines. Text in SVG is laid out again whenever the sheet is zoomed, outlines are not. The letters are loaded
// with the map; until then, and for writing we have no outlines of, the font does it.
import type { FaceName, Faces } from './faces';
import facesUrl from './faces.json?url';

export interface Letter {
  /** Where it starts, and how wide it is, in thousandths of the size. */
  x: number;
  width: number;
  d: string;
}

let faces = $state.raw<Faces | null>(null);
let tried = $state(false);
let loading: Promise<void> | null = null;

export const loadLetters = (): Promise<void> => (loading ??= load());
async function load(): Promise<void> {
  try {
    const reply = await fetch(facesUrl);
    if (reply.ok) useLetters((await reply.json()) as Faces);
  } catch {
    // Without them the names are set in the font: nothing is lost but speed.
  } finally {
    tried = true;
  }
}

/** The letters have loaded or failed: names are drawn once, not first in the font and then as outlines. */
export const lettersSettled = () => tried || faces !== null;

/** Write names with these letters; with the font if there are none. */
export const useLetters = (loaded: Faces | null) => (faces = loaded);

/** The letters of a text with their places, or null where it has to be set in the font. */
export function lettersOf(text: string, name: FaceName, spacing = 0): Letter[] | null {
  const face = faces?.[name];
  const characters = [...text];
  if (!face || !characters.every((c) => face.letters[c])) return null;
  let x = 0;
  return characters.map((c, i) => {
    const [width, d] = face.letters[c];
    const letter = { x, width, d };
    x += width + (face.kerning[c + characters[i + 1]] ?? 0) + spacing * 1000;
    return letter;
  });
}
