// The last action this browser has seen of a game, so that what happened since can be shown.
const PREFIX = 'pgg-seen-';

export class Seen {
  constructor(
    private readonly game: string,
    private readonly store: Pick<Storage, 'getItem' | 'setItem'> | null = typeof localStorage === 'undefined'
      ? null
      : localStorage,
  ) {}

  get ply(): number | null {
    try {
      const kept = this.store?.getItem(PREFIX + this.game) ?? null;
      const n = kept === null ? NaN : Number(kept);
      return Number.isInteger(n) && n >= 0 ? n : null;
    } catch {
      return null;
    }
  }
  set ply(ply: number | null) {
    try {
      if (ply !== null) this.store?.setItem(PREFIX + this.game, String(ply));
    } catch {
      // Without storage nothing is remembered, and nothing offered.
    }
  }
}
