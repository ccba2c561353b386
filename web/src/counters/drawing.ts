// Shapes of counters and markers: our own drawing. A counter is 52 x 52 map units around the origin.
import type { Unit } from '../lib/position';

export const SIZE = 52;
export const HALF = SIZE / 2;
export const BAND = 12.4;

/** German counters have crisp corners, Soviet ones round corners. */
export const radius = (unit: Unit) => (unit.side === 'soviet' ? 10 : 4);

// NATO symbols in a frame of 30 x 17 around the origin.
const CROSS = 'M-15-8.5L15 8.5M-15 8.5L15-8.5';
const OVAL = 'M-6.2-5H6.2A5 5 0 0 1 6.2 5H-6.2A5 5 0 0 1-6.2-5Z';
export const SYMBOL: Record<Exclude<Unit['kind'], 'leader'>, string> = {
  infantry: CROSS,
  rifle: CROSS,
  motorized: CROSS,
  panzergrenadier: CROSS + OVAL,
  mechanised: CROSS + OVAL,
  panzer: OVAL,
  tank: OVAL,
  cavalry: 'M-15 8.5L15-8.5',
};

/** Regiment, division, army: the marks above the symbol. */
export const ECHELON: Record<Unit['size'], { d: string; shift: number }> = {
  III: { d: 'M-3.4-2.6v5.2M0-2.6v5.2M3.4-2.6v5.2', shift: 0 },
  XX: { d: 'M-5-2.4l4 4.8M-1-2.4l-4 4.8M1-2.4l4 4.8M5-2.4l-4 4.8', shift: 2.2 },
  XXXX: {
    d: 'M-10.4-2.3l4.2 4.6M-6.2-2.3l-4.2 4.6M-4.9-2.3l4.2 4.6M-.7-2.3l-4.2 4.6M.7-2.3l4.2 4.6M4.9-2.3l-4.2 4.6M6.2-2.3l4.2 4.6M10.4-2.3l-4.2 4.6',
    shift: 10.5,
  },
};

export const star = (r: number, inner = 0.42) =>
  'M' +
  Array.from({ length: 10 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 5;
    const q = i % 2 ? r * inner : r;
    return `${(q * Math.cos(angle)).toFixed(2)} ${(q * Math.sin(angle)).toFixed(2)}`;
  }).join('L') +
  'Z';

/** The class with the colours of a band and of the print on it; only Germans have colours of divisions. */
export const bandClass = (division: string | null) => `div-${division ?? 'none'}`;

/** The numbers of a counter: strength-move, attack-defence-move, or ?-move. */
export function numbers(unit: Unit): string {
  if (unit.untried) return `?-${unit.move}`;
  if (unit.kind === 'rifle') return `${unit.attack}-${unit.defense}-${unit.move}`;
  return `${unit.attack}-${unit.move}`;
}
/** Marks that are drawn, each with a silhouette of its own. */
export type DrawnMark = 'disrupted' | 'unsupplied' | 'moved' | 'attacked' | 'retreated';

/** The sign of each: a diamond with a bolt, a struck drop, an arrow tab, a burst, a hooked tab. */
export const MARK: Record<DrawnMark, string> = {
  disrupted:
    '<path class="m-dis" d="M0-9.4L9.4 0 0 9.4-9.4 0Z"/><path class="m-ic" d="M1.6-5.6L-2.6.4H.4L-1.4 5.6 3-.8H0Z"/>',
  unsupplied:
    '<circle class="m-oos" r="8.6"/>' +
    '<path class="m-drop" d="M0-5.8C2.5-2.8 3.9-.9 3.9 1.4a3.9 3.9 0 0 1-7.8 0C-3.9-.9-2.5-2.8 0-5.8Z"/>' +
    '<path class="m-slash0" d="M-5.2-5.2L5.2 5.2"/><path class="m-slash" d="M-5.9-5.9L5.9 5.9"/>',
  moved:
    '<path class="m-tab" d="M-7.5-6.6H4.2L8.6 0 4.2 6.6H-7.5Z"/>' +
    '<path class="m-line" d="M-3.6-3.2L-.4 0-3.6 3.2M.8-3.2L4 0 .8 3.2"/>',
  attacked:
    '<path class="m-tab" d="M0-9.2l2.3 3.3 3.9-1 .3 4 3.7 1.6-2.4 3.2 1.9 3.5-3.9.8-.6 4-3.7-1.5L0 9.9l-2.3-3-3.8 1.4-.5-4-3.9-.9 2-3.5-2.3-3.2 3.7-1.5.3-4 3.9 1.1Z"/>' +
    '<path class="m-line" d="M-3.2-3.2L3.2 3.2M3.2-3.2L-3.2 3.2"/>',
  retreated:
    '<path class="m-tab" d="M7.5-6.6H-4.2L-8.6 0-4.2 6.6H7.5Z"/>' +
    '<path class="m-line" d="M4.6-3.4V-.8A2 2 0 0 1 2.6 1.2H-3.4M-1-1.4L-3.6 1.2-1 3.8"/>',
};

/** Troubles stand at the left of a counter; what it has done at its lower right, the latest only. */
export function drawnMarks(unit: Unit): { troubles: DrawnMark[]; deed: DrawnMark | null } {
  const { marks } = unit;
  const troubles: DrawnMark[] = [];
  if (marks.has('disrupted')) troubles.push('disrupted');
  if (marks.has('unsupplied')) troubles.push('unsupplied');
  const deed = marks.has('retreated')
    ? 'retreated'
    : marks.has('attacked')
      ? 'attacked'
      : marks.has('moved') || marks.has('rode') || marks.has('halted')
        ? 'moved'
        : null;
  return { troubles, deed };
}

// A single-engined machine with cranked wings and a twin-engined one with straight wings, seen from above, nose up.
export const PLANE_GERMAN =
  'M0-15C1.5-15 2.1-13 2.2-10.6L2.4-6.6 7-5.4 15.4-2.4C16.4-2 16.6 .6 15.6 .9L7 1.4 2.4 1.4 1.7 9.2 6.2 10.8C7 11.1 7 13 6.2 13.1L1.2 13.2 0 14.6-1.2 13.2-6.2 13.1C-7 13-7 11.1-6.2 10.8L-1.7 9.2-2.4 1.4-7 1.4-15.6 .9C-16.6 .6-16.4-2-15.4-2.4L-7-5.4-2.4-6.6-2.2-10.6C-2.1-13-1.5-15 0-15Z';
export const PLANE_SOVIET =
  'M0-14C1.8-14 2.3-11.5 2.4-9L2.5-6.2 4.4-6.4V-9.6C4.4-11 5-11.6 5.9-11.6S7.4-11 7.4-9.6V-6.6L15.8-4.6C16.6-4.4 16.7-1.6 15.9-1.4L7.2-.2C7.1 1.8 6.6 3 5.9 3S4.7 1.8 4.6-.1L2.4.2 1.6 9.4 6.4 10V8.2H8.2V14H6.4V12.4L1 12.8 0 13.6-1 12.8-6.4 12.4V14H-8.2V8.2H-6.4V10L-1.6 9.4-2.4.2-4.6-.1C-4.7 1.8-5.2 3-5.9 3S-7.1 1.8-7.2-.2L-15.9-1.4C-16.7-1.6-16.6-4.4-15.8-4.6L-7.4-6.6V-9.6C-7.4-11-6.8-11.6-5.9-11.6S-4.4-11-4.4-9.6V-6.4L-2.5-6.2-2.4-9C-2.3-11.5-1.8-14 0-14Z';
