// English, the catalogue that names every key. In a message `{name}` is filled in; `{n:ordinal}`, `{n:half}`, `{n:signed}`
// and `{n:percent}` say how. A message of several forms is chosen by the plural rule of its `n`. The page loads it in two parts.
import { around } from './around.en';
import { first } from './first.en';

export type { Message } from './message';

export const en = { ...first, ...around } as const;

export type Key = keyof typeof en;
