// The tabs of this browser among themselves: one tells the others that a game has gone on, and only one lets the program think. All of
// it is for speed and show: that no tab spoils a game, the keys of the log see to.
import type { ToPlayer } from '../wire/types';

type Said = { game: string; goneOn: number } | { game: string; told: ToPlayer } | { game: string; hurry: true };

export interface Hearer {
  goneOn: (game: string, n: number) => void;
  told: (game: string, message: ToPlayer) => void;
  hurry: (game: string) => void;
}

const NAME = 'pgg-games';

export class Tabs {
  readonly #channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(NAME) : null;

  hear({ goneOn, told, hurry }: Hearer) {
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }: MessageEvent<Said>) => {
      if ('goneOn' in data) goneOn(data.game, data.goneOn);
      else if ('told' in data) told(data.game, data.told);
      else hurry(data.game);
    };
  }

  announce = (game: string, n: number) => this.#say({ game, goneOn: n });
  /** What a program tells while it thinks. */
  pass = (game: string, message: ToPlayer) => this.#say({ game, told: message });
  /** Whoever lets the program think, it is to make up its mind. */
  hurry = (game: string) => this.#say({ game, hurry: true });
  #say = (said: Said) => this.#channel?.postMessage(said);

  /** Does the work once no other tab does it for this game, until the returned function is called. */
  alone(game: string, work: () => void): () => void {
    const { locks } = navigator;
    if (!locks) {
      work();
      return () => {};
    }
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const waiting = new AbortController();
    const hold = () => {
      work();
      return held;
    };
    locks.request(`pgg-program-${game}`, { signal: waiting.signal }, hold).catch(() => {
      // It was given up before its turn came.
    });
    return () => {
      waiting.abort();
      release();
    };
  }
}
