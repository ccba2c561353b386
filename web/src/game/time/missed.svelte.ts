// What the opponent did while nobody looked: offered once to a player that comes back. What he did last can be watched again.
import type { Director } from './director.svelte';
import { movedIn } from './scenes';
import { Seen } from './seen';

/** A whole player-turn of the opponent takes at most this long to show; a longer one is shown faster. */
export const LONGEST_SHOW_MS = 20_000;

export class Missed {
  offer = $state.raw<{ from: number; to: number; moves: number; seconds: number } | null>(null);
  readonly #seen: Seen;
  /** What the opponent did in his last player-turn. */
  #last: { from: number; to: number; of: string } | null = null;

  constructor(private readonly director: Director) {
    this.#seen = new Seen(director.desk.game.id);
  }

  get #game() {
    return this.director.desk.game;
  }

  /** The game is there, after so many actions. */
  arrive(ply: number) {
    const seen = this.#seen.ply;
    if (seen !== null && seen < ply && !this.#game.spectator && !this.#game.hotseat) void this.#offerSince(seen);
    else this.look();
  }

  /** The present is being looked at. */
  look() {
    const { stage, live } = this.#game;
    if (stage || !live || this.offer) return;
    if (typeof document !== 'undefined' && document.visibilityState === 'hidden') return;
    this.#seen.ply = live.ply;
  }

  async #offerSince(seen: number) {
    const { chronicle } = this.director;
    try {
      await chronicle.load();
    } catch {
      return;
    }
    const { live, you } = this.#game;
    const to = live?.ply ?? seen;
    const missed = chronicle.plies.slice(seen, to);
    const theirs = missed.filter((p) => p.side && !you.includes(p.side));
    if (!theirs.length) return this.director.look();
    const from = theirs[0].ply - 1;
    const rest = missed.filter((p) => p.ply > from);
    const ms = rest.reduce((sum, p) => sum + p.ms, 0);
    const seconds = Math.max(1, Math.round(Math.min(LONGEST_SHOW_MS, ms) / 1000));
    this.offer = { from, to, moves: movedIn(rest.flatMap((p) => p.events)), seconds };
  }

  /** The opponent did something, in the player-turn of that name. */
  remember(from: number, to: number, of: string) {
    const last = this.#last;
    this.#last = last?.of === of && last.to <= to ? { ...last, to } : { from, to, of };
  }
  /** What lies after this moment has been taken back. */
  forget(ply: number) {
    if (this.#last && this.#last.to > ply) this.#last = null;
  }

  /** Watch what the opponent did, or what he did last once more; then the present again. False if there is nothing. */
  catchUp(): boolean {
    const { offer } = this;
    const what = offer ?? this.#last;
    if (!what) return false;
    this.offer = null;
    if (offer) this.#last = { from: offer.from, to: offer.to, of: '' };
    void this.director.show(what.from, what.to);
    return true;
  }

  decline() {
    if (this.offer) this.#last = { from: this.offer.from, to: this.offer.to, of: '' };
    this.offer = null;
    this.director.look();
  }
}
