// The options of a game [0.6], as the registry of the server has them. Their words are `option.NAME` and `option.NAME.note`;
// those of several values `option.NAME.VALUE`.
import { OPTIONS as REGISTRY } from '../wire/options';
import type { Options } from '../wire/types';

interface Option<V> {
  /** The default. */
  standard: V;
  /** The case of the rules. */
  case: string;
  /** Its values, if it is more than on or off. */
  values?: readonly V[];
}

export const OPTIONS = REGISTRY satisfies { [K in keyof Options]: Option<Options[K]> };

type Name = keyof typeof OPTIONS;
export const optionNames = Object.keys(OPTIONS) as readonly Name[];
export const standardOptions = (): Options =>
  Object.fromEntries(optionNames.map((name) => [name, OPTIONS[name].standard])) as Options;
