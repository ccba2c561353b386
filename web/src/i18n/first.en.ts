// The English messages of a game: loaded with the first view, whatever it is.
import { base } from './en/base';
import { frame } from './en/frame';
import { play } from './en/play';
import { combat } from './en/combat';
import { see } from './en/see';
import { time } from './en/time';
import { faults } from './en/faults';

export const first = { ...base, ...frame, ...play, ...combat, ...see, ...time, ...faults } as const;
