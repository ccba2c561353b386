// Transient messages. They close by themselves; their texts are kept here, so that a player who looked away finds
// them again.
export type ToldKind =
  /** Something was refused. */
  | 'refusal'
  /** Something happened that needs no answer. */
  | 'news'
  /** Somebody spoke. */
  | 'chat';

export interface Told {
  id: number;
  kind: ToldKind;
  text: string;
  /** The case of the rules it is about. */
  case?: string;
  /** Who said it. */
  by?: string;
}

/** Older ones are forgotten. */
const MOST_KEPT = 100;
/** More at once would cover the map; the oldest goes. */
const MOST_SHOWN = 3;

export class Messages {
  /** All of them, the last at the end. */
  kept = $state.raw<readonly Told[]>([]);
  /** Those that stand over the map now. */
  shown = $state.raw<readonly Told[]>([]);
  #n = 0;

  /** Keep what is shown elsewhere. */
  keep(told: Omit<Told, 'id'>): Told {
    const line = { ...told, id: ++this.#n };
    this.kept = [...this.kept, line].slice(-MOST_KEPT);
    return line;
  }

  /** Tell it now, until it is closed. */
  tell(told: Omit<Told, 'id'>) {
    this.shown = [...this.shown, this.keep(told)].slice(-MOST_SHOWN);
  }

  close(id: number) {
    this.shown = this.shown.filter((line) => line.id !== id);
  }
  closeAll(kind: ToldKind) {
    this.shown = this.shown.filter((line) => line.kind !== kind);
  }
}
