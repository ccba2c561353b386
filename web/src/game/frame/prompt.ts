// The font size of the prompt, so that it fits.

/** Mean widths of a letter, in pixels, at 18 and 15 pixels: a little more than they are, for the words that do not break well. */
const LARGE = 8.5;
const SMALL = 7.3;
/** Not all of a line is filled where words are not broken. */
const FILLED = 0.92;

/** Japanese letters are as wide as they are high: more than two of ours. */
const SQUARE = 2.15;
const wide = (text: string) => text.length + (SQUARE - 1) * (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);

/** Nothing for one line of the largest size, else two lines or three; `room` is the width of a line, 0 while it is not known. */
export function promptSize(text: string, room: number): '' | 'small' | 'tiny' {
  const letters = wide(text);
  const line = room || 600;
  if (letters * LARGE <= line) return '';
  return letters * SMALL <= 2 * line * FILLED ? 'small' : 'tiny';
}
