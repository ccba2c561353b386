// Japanese, loaded when it is first wanted.
import { base } from './ja/base';
import { levels } from './ja/levels';
import { frame } from './ja/frame';
import { play } from './ja/play';
import { combat } from './ja/combat';
import { see } from './ja/see';
import { overlays } from './ja/overlays';
import { time } from './ja/time';
import { guide } from './ja/guide';
import { home } from './ja/home';
import { learn } from './ja/learn';
import { position } from './ja/position';
import { rules } from './ja/rules';
import { settings } from './ja/settings';
import { here } from './ja/here';
import { site } from './ja/site';
import { faults } from './ja/faults';
import type { Key, Message } from './messages.en';

export const ja: Record<Key, Message> = {
  ...base,
  ...levels,
  ...frame,
  ...play,
  ...combat,
  ...see,
  ...overlays,
  ...time,
  ...guide,
  ...home,
  ...learn,
  ...position,
  ...rules,
  ...settings,
  ...here,
  ...site,
  ...faults,
};
