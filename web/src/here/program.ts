// The program at a table of this browser: it thinks beside the page, in one of the tabs that show the game, and can be told to make
// up its mind.
import type { ToPlayer } from '../wire/types';
import type { Desk } from './desk';
import type { Table, ToMove } from './table';

/** What it thinks is told as often, as on a server: a plan that is made at once needs no words. */
const TELL_EVERY_MS = 200;

/** Does the work as soon as no other tab does it, until the returned function is called. */
export type Alone = (work: () => void) => () => void;

export class Program {
  #desk: Desk | null = null;
  /** What it is thinking about. */
  #thinks: ToMove | null = null;
  #mine = false;
  /** When it told something last, or began. */
  #told = 0;
  #ended = false;
  readonly #release: () => void;

  constructor(
    private readonly table: Table,
    private readonly newDesk: () => Desk,
    alone: Alone,
    /** Other tabs show its thoughts too. */
    private readonly pass: (message: ToPlayer) => void,
    private readonly now: () => number,
  ) {
    table.onchange = () => void this.#consider();
    this.#release = alone(() => {
      this.#mine = true;
      void this.#consider();
    });
  }

  /** It answers at once, with what it has without thinking. */
  hurry() {
    const thinks = this.#thinks;
    if (!thinks) return;
    // It cannot be reached in the middle of a thought, so another one takes its seat.
    this.#leave();
    void this.#think({ ...thinks }, 'hurry');
  }

  end() {
    this.#ended = true;
    this.table.onchange = () => {};
    this.#leave();
    this.#release();
  }

  async #consider() {
    if (!this.#mine || this.#ended) return;
    const toMove = await this.table.toMove().catch(() => null);
    if (this.#ended) return;
    if (this.#thinks) {
      // A word in the chat leaves the question as it was. Otherwise its thoughts are about what is no more.
      if (toMove && sameQuestion(toMove, this.#thinks)) return;
      this.#leave();
    }
    if (toMove) await this.#think(toMove, 'choose');
  }

  async #think(toMove: ToMove, how: 'choose' | 'hurry') {
    this.#thinks = toMove;
    this.#told = this.now();
    const desk = (this.#desk ??= this.#seat());
    try {
      await desk.call('seat', toMove.seating);
      await desk.call('place', toMove.position);
      const action = await desk.call(how);
      if (this.#thinks !== toMove) return;
      // The number of the last entry may have grown meanwhile.
      const now = await this.table.toMove();
      if (this.#thinks !== toMove) return;
      this.#thinks = null;
      const chosen = now && sameQuestion(now, toMove) && (await this.table.choose(action, now.at));
      if (!chosen) void this.#consider();
    } catch {
      // The table is lost, and with it this program; the page opens both again.
      if (this.#thinks === toMove) this.#thinks = null;
    }
  }

  #seat(): Desk {
    const desk = this.newDesk();
    desk.onwatch = (message) => {
      const thinking = message as Extract<ToPlayer, { thinking: unknown }>;
      if (this.now() - this.#told < TELL_EVERY_MS && thinking.thinking.share < 1) return;
      this.#told = this.now();
      this.table.tell(thinking);
      this.pass(thinking);
    };
    return desk;
  }

  #leave() {
    this.#desk?.end();
    this.#desk = null;
    this.#thinks = null;
  }
}

const sameQuestion = (one: ToMove, other: ToMove) =>
  one.side === other.side && JSON.stringify(one.position) === JSON.stringify(other.position);
