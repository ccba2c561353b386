// Japanese, loaded when it is first wanted.
import { base } from './ja/base';
import { frame } from './ja/frame';
import { play } from './ja/play';
import { combat } from './ja/combat';
import { see } from './ja/see';
import { time } from './ja/time';
import { home } from './ja/home';
import { learn } from './ja/learn';
import { position } from './ja/position';
import { rules } from './ja/rules';
import { settings } from './ja/settings';
import { faults } from './ja/faults';
import type { Key, Message } from './messages.en';

export const ja: Record<Key, Message> = {
  ...base,
  ...frame,
  ...play,
  ...combat,
  ...see,
  ...time,
  ...home,
  ...learn,
  ...position,
  ...rules,
  ...settings,
  ...faults,
};
