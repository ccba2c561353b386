// Names on the map as markup: as outlines, or set in the font where there are none. A sheet has some hundred of them; parsed
// by the browser from one string they are there at once.
import { figures, plainText } from '../counters/figures';
import type { FaceName } from './faces';
import { lettersOf, type Letter } from './lettering.svelte';

export interface Name {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}
export interface Hand {
  face: FaceName;
  size: number;
  /** Between letters, as a share of the size. */
  spacing?: number;
  class: string;
}

/** Names in the same hand: one path of all outlines, drawn in thousandths of their size, and a text for each other. */
export function namesOf(names: readonly Name[], { face, size, spacing = 0, class: cls }: Hand): string {
  const k = size / 1000;
  let [outlines, texts] = ['', ''];
  for (const { text, x, y, anchor } of names) {
    const letters = lettersOf(text, face, spacing);
    if (!letters) texts += plainText(text, { class: cls, x, y, anchor, size: 0 });
    else {
      const left = x / k - lengthOf(letters) * SHARE[anchor];
      for (const l of letters) outlines += `M${Math.round(left + l.x)} ${Math.round(y / k)}${l.d}`;
    }
  }
  return (outlines && `<path class="${cls}" transform="scale(${k})" d="${outlines}"/>`) + texts;
}
const SHARE = { start: 0, middle: 0.5, end: 1 };
const lengthOf = (letters: readonly Letter[]) => {
  const last = letters[letters.length - 1];
  return last ? last.x + last.width : 0;
};

/** The points of an objective, in a dark pill. */
export function pointsOf(x: number, y: number, points: number, scale: number): string {
  const width = points > 9 ? 19 : 15;
  return (
    `<g class="vp" transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})"><g class="worth">` +
    `<rect x="0" y="-8" width="${width}" height="15" rx="7.5"/>` +
    `${figures(points, { class: 'fig', size: 11.5, x: width / 2, y: 3.9 })}</g></g>`
  );
}

const RIVER_SIZE = 15;

/** The name of a river, letter by letter along its course; `id` is for the course where the font has to do it. */
export function riverName(text: string, d: string, id: string): string {
  const letters = lettersOf(text, 'italic', 0.06);
  if (!letters)
    return (
      `<path id="${id}" d="${d}" fill="none"/><text class="river-name">` +
      `<textPath href="#${id}" startOffset="50%" text-anchor="middle">${text}</textPath></text>`
    );
  const course = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  course.setAttribute('d', d);
  const k = RIVER_SIZE / 1000;
  const start = course.getTotalLength() / 2 - (lengthOf(letters) * k) / 2;
  const placed = letters.map((l) => {
    const half = (l.width * k) / 2;
    const middle = start + l.x * k + half;
    const [p, a, b] = [middle, middle - half, middle + half].map((s) => course.getPointAtLength(s));
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const at = `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)}) rotate(${angle.toFixed(1)}) scale(${k})`;
    return `<path d="M${-l.width / 2} 0${l.d}" transform="${at}"/>`;
  });
  return `<g class="river-name outlined">${placed.join('')}</g>`;
}
