// The guide of the first battle: the current lesson and step, whether it is done, and what went wrong. The game
// itself is played on the server; the guide watches its events.
import type { EntryView, GameEvent } from '../wire/types';
import { LESSONS, type Astray, type Lesson, type Look, type Step } from './lessons';

export interface Kept {
  /** The lesson to go on with. */
  lesson: number;
  done: readonly string[];
}
interface Rolled extends Record<string, string | number> {
  die: number;
  column: string;
  result: string;
}
const NOTHING: Rolled = { die: 0, column: '', result: '' };
const KEY = 'pgg-learn';
/** After so many failures of a step its solution is shown. */
const MOST_FAILS = 2;

export function parseKept(text: string | null, lessons: readonly Lesson[] = LESSONS): Kept {
  let kept: unknown = null;
  try {
    kept = JSON.parse(text ?? 'null');
  } catch {
    // Unreadable: from the beginning.
  }
  const { lesson, done } = (kept && typeof kept === 'object' ? kept : {}) as Record<string, unknown>;
  const known = lessons.map((l) => l.id);
  return {
    lesson: Number.isInteger(lesson) ? Math.min(lessons.length - 1, Math.max(0, lesson as number)) : 0,
    done: Array.isArray(done) ? done.filter((d): d is string => known.includes(d as string)) : [],
  };
}

export class Guide {
  at = $state(0);
  step = $state(0);
  /** The step has been done and can be left behind. */
  achieved = $state(false);
  astray = $state<Astray | null>(null);
  /** How often this step has gone wrong. */
  fails = $state(0);
  /** The solution of this step has been shown, because it went wrong too often. */
  solved = $state(false);
  done = $state.raw<readonly string[]>([]);
  /** A new one for every game, so that the screen is made anew. */
  round = $state(0);

  #events: GameEvent[] = [];
  /** Events before this belong to steps already done. */
  #from = 0;
  #taken = 0;

  constructor(
    readonly lessons: readonly Lesson[] = LESSONS,
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'> | null = null,
  ) {
    const kept = parseKept(storage?.getItem(KEY) ?? null, lessons);
    this.at = kept.lesson;
    this.done = kept.done;
  }

  get lesson(): Lesson {
    return this.lessons[this.at];
  }
  get now(): Step {
    return this.lesson.steps[this.step];
  }
  get last(): boolean {
    return this.at === this.lessons.length - 1 && this.step === this.lesson.steps.length - 1;
  }

  /** Begin a lesson, or begin it again. */
  begin(at = this.at) {
    this.at = at;
    this.step = 0;
    this.achieved = false;
    this.astray = null;
    this.#anew();
    this.rolled = NOTHING;
    this.#events = [];
    this.#from = 0;
    this.#taken = 0;
    this.round++;
    this.#keep();
  }

  /** What came from the server since the game began. */
  take(entries: readonly EntryView[]) {
    const fresh = entries.slice(this.#taken);
    this.#taken = entries.length;
    if (!fresh.length) return;
    this.#events.push(...fresh.flatMap((e) => e.events));
    const result = this.#events.findLast((e) => e.event === 'result');
    const odds = this.#events.findLast((e) => e.event === 'odds');
    if (result) this.rolled = { die: result.die, column: odds?.column ?? '', result: result.result };
    this.#judge();
  }

  /** What the player looks at now. */
  look(look: Look) {
    if (!this.achieved && this.now.look?.(look)) {
      this.achieved = true;
      this.astray = null;
    }
  }

  /** On to the next step, or to the next lesson; true if another lesson begins. */
  next(): boolean {
    this.astray = null;
    if (this.step + 1 < this.lesson.steps.length) {
      this.step++;
      this.#anew();
      this.achieved = false;
      this.#judge();
      return false;
    }
    if (!this.done.includes(this.lesson.id)) this.done = [...this.done, this.lesson.id];
    if (this.at + 1 < this.lessons.length) {
      this.begin(this.at + 1);
      return true;
    }
    this.#keep();
    return false;
  }

  /** The last die of the lesson and what it said, for the words of a step: the die itself has gone by then. */
  rolled = $state.raw<Rolled>(NOTHING);

  /** Something was refused: it is not the way. */
  refused() {
    if (!this.achieved && !this.reading) this.fails++;
  }
  /** The step has gone wrong so often that the player is shown how it goes; once for each step. */
  get lost(): boolean {
    return this.fails >= MOST_FAILS && !this.achieved && !this.solved && this.now.show !== undefined;
  }
  /** The solution is being shown: what went wrong is forgotten. */
  solve() {
    this.solved = true;
    this.astray = null;
    this.#from = this.#events.length;
    this.#strayed = 0;
  }
  #strayed = 0;
  #anew() {
    this.fails = 0;
    this.solved = false;
    this.#strayed = 0;
  }

  /** Is there nothing to do in this step but to read? */
  get reading(): boolean {
    return !this.now.event && !this.now.look;
  }

  #judge() {
    const { event, astray } = this.now;
    if (this.achieved) return;
    for (let i = this.#from; i < this.#events.length; i++) {
      if (event?.(this.#events[i])) {
        this.#from = i + 1;
        this.achieved = true;
        this.astray = null;
        return;
      }
    }
    const strayed = this.#events.slice(this.#from).flatMap((e) => astray?.(e) ?? []);
    if (strayed.length > this.#strayed) this.fails++;
    this.#strayed = strayed.length;
    this.astray = strayed.find((s) => s === 'phase') ?? strayed.at(-1) ?? null;
  }

  #keep() {
    try {
      this.storage?.setItem(KEY, JSON.stringify({ lesson: this.at, done: this.done } satisfies Kept));
    } catch {
      // Without storage one begins anew the next time.
    }
  }
}
