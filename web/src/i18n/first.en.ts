// The English messages of a game: loaded with the first view, whatever it is.
import { base } from './en/base';
import { levels } from './en/levels';
import { frame } from './en/frame';
import { play } from './en/play';
import { combat } from './en/combat';
import { see } from './en/see';
import { overlays } from './en/overlays';
import { time } from './en/time';
import { guide } from './en/guide';
import { here } from './en/here';
import { faults } from './en/faults';

export const first = {
  ...base,
  ...levels,
  ...frame,
  ...play,
  ...combat,
  ...see,
  ...overlays,
  ...time,
  ...guide,
  ...here,
  ...faults,
} as const;
