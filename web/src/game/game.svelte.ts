// A game as this page knows it: what the server has told, and what can be asked of it. It holds no rules; what is drawn is
// `board`, which is the live position unless the past is looked at or a move is still being shown (`stage`).
import type {
  Action,
  Answer,
  Ask,
  EntryView,
  Fault,
  LegalView,
  Marks,
  Now,
  Offered,
  Position,
  Presence,
  Request,
  Score,
  Side,
  Thinking,
  ToPlayer,
  View,
} from '../wire/types';
import { Refusal } from '../net/api';
import * as api from '../net/api';
import { gameAddress } from '../net/address';
import { Link, type LinkState } from '../net/link';
import { viewOf } from '../lib/position';

/** What happened since the last time, and how everything stands after it. */
export interface Batch {
  entries: EntryView[];
  /** Actions that counted before the first of these entries. */
  before: number;
  position: Position;
  score: Score;
  marks: Marks;
  /** What had been offered before them. */
  offer?: Offered | null;
}

/** A moment that is drawn instead of the present. */
export interface Moment {
  /** After so many actions. */
  ply: number;
  position: Position;
  score: Score;
  marks: Marks | null;
}

export class Game {
  linkState = $state<LinkState>('connecting');
  /** Why the connection ended for good. */
  ended = $state.raw<{ code: string; message: string } | null>(null);
  /** Seats, options, offers, how it ended. */
  view = $state.raw<View | null>(null);
  you = $state.raw<Side[]>([]);
  now = $state.raw<Now | null>(null);
  live = $state.raw<Moment | null>(null);
  stage = $state.raw<Moment | null>(null);
  presence = $state.raw<Presence | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  /** The entries that came while the page was open; `history` gives all. */
  entries = $state.raw<EntryView[]>([]);
  /** What may be done now, once the server has said so; null while it is not our decision. */
  legal = $state.raw<LegalView | null>(null);
  /** Something has been sent and not yet answered. */
  busy = $state(0);
  /** An order of several actions is being carried out: what is asked in between has been answered already. */
  carrying = $state(0);

  shown = $derived(this.stage ?? this.live);
  board = $derived(this.shown ? viewOf(this.shown.position, this.shown.marks ?? undefined) : null);
  /** The decision, if it is ours to make and the present is what is shown. */
  decision = $derived.by(() => {
    const decision = this.now?.decision ?? null;
    return decision && this.you.includes(decision.side) ? decision : null;
  });
  /** Watching only. */
  spectator = $derived(this.you.length === 0);
  hotseat = $derived(this.you.length === 2);
  over = $derived(this.view?.ended ?? null);

  /** Told of every batch after it has been taken in. */
  onbatch: (batch: Batch) => void = () => {};

  #link: Link;
  #coming: EntryView[] = [];
  #before = 0;
  /** The entry up to which the position is known, and who waits for a later one. */
  #known = 0;
  #awaiting: { n: number; resume: () => void }[] = [];

  constructor(readonly id: string) {
    this.#link = new Link(gameAddress(id, location), {
      onstate: (state) => {
        this.linkState = state;
        // Questions need an open connection, the first one or one that came back; those of before are dropped first.
        if (state === 'open') queueMicrotask(() => this.#wantLegal());
        if (state === 'open' || state === 'ended') this.#goOn(state === 'open');
      },
      onmessage: (message) => this.#receive(message),
      onend: (code, message) => (this.ended = { code, message }),
      refusal: () => api.game(id).then(() => null, faultOf),
    });
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  #hurry = () => {
    if (document.visibilityState === 'visible') this.#link.hurry();
  };

  close() {
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#link.close();
    this.#goOn(false);
    this.#knowTo(Infinity);
  }

  /** Answer the decision. */
  act(action: Action): Promise<number> {
    return this.request({ action });
  }

  /** Have something done at the table. Rejects with a `Refusal` that says why not. */
  async request(request: Request): Promise<number> {
    this.busy++;
    try {
      const n = await this.#link.do(request, this.#link.last);
      // The position comes after the word that it is done; until then the old question stands on the screen.
      if (n > this.#known) await new Promise<void>((resume) => this.#awaiting.push({ n, resume }));
      return n;
    } finally {
      this.busy--;
    }
  }

  /** Carry out an order of several actions. Whatever is asked in between is not put to the player. */
  async carry<T>(order: () => Promise<T>): Promise<T> {
    this.carrying++;
    try {
      return await order();
    } finally {
      if (--this.carrying === 0 && this.#legalAt !== this.now) this.#renewLegal();
    }
  }

  /**
   * Ask something that changes nothing: the part of the answer that belongs to the question. While the connection is lost it
   * waits, so that nobody goes on telling of a loss that is over; whoever asked about a moment that is past ignores the answer.
   */
  async ask<K extends AnswerKey>(key: K, ask: Ask): Promise<AnswerOf<K>> {
    for (;;) {
      try {
        return await this.#askOnce(key, ask);
      } catch (error) {
        const lost = error instanceof Refusal && error.fault.code === 'offline';
        if (!lost || !(await this.#isOpen())) throw error;
      }
    }
  }
  async #askOnce<K extends AnswerKey>(key: K, ask: Ask): Promise<AnswerOf<K>> {
    const answer = await this.#link.ask(ask);
    return (answer as unknown as Record<K, AnswerOf<K>>)[key];
  }
  #patient: ((open: boolean) => void)[] = [];
  /** Once the connection is open; false if it never will be. */
  #isOpen(): Promise<boolean> {
    if (this.#link.state === 'open') return Promise.resolve(true);
    if (this.#link.state === 'ended') return Promise.resolve(false);
    return new Promise((resolve) => this.#patient.push(resolve));
  }
  #goOn(open: boolean) {
    for (const resolve of this.#patient.splice(0)) resolve(open);
  }

  stopThinking() {
    this.#link.stopThinking();
  }

  /** All entries from the first. */
  async history(): Promise<EntryView[]> {
    const { entries } = await api.history(this.id);
    this.entries = entries;
    return entries;
  }

  #receive(message: ToPlayer) {
    if ('welcome' in message) {
      const { you, view } = message.welcome;
      this.you = you;
      if (view) {
        this.view = view;
        this.#come(view.now, view.position, view.score, view.marks);
        this.#knowTo(message.welcome.last);
      }
    } else if ('entry' in message) {
      if (!this.#coming.length) this.#before = this.now?.ply ?? 0;
      this.#coming.push(message.entry);
      this.thinking = null;
    } else if ('position' in message) {
      const entries = this.#coming;
      this.#coming = [];
      this.entries = [...this.entries, ...entries];
      const offer = this.view?.offer ?? null;
      if (this.view) this.view = entries.reduce(follow, this.view);
      const seated = entries.some((e) => typeof e.what === 'object' && 'seated' in e.what);
      const { position, score, marks } = message.position;
      const now = entries.at(-1)?.now ?? this.now;
      const before = this.#before;
      // What is said or offered changes nothing on the map, and must not take anything out of the player's hand.
      if (now && entries.some(plays)) this.#come(now, position, score, marks);
      this.onbatch({ entries, before, position, score, marks, offer });
      this.#knowTo(message.position.n);
      if (seated) void this.#refresh();
    } else if ('presence' in message) this.presence = message.presence;
    else if ('thinking' in message) this.thinking = message.thinking;
  }

  #come(now: Now, position: Position, score: Score, marks: Marks) {
    const decider = this.now?.decision?.side;
    this.now = now;
    this.live = { ply: now.ply, position, score, marks };
    if (!this.carrying) this.#renewLegal();
    // The time left is the table's to tell, and changes with who has to decide.
    if (this.view && this.view.pace !== 'unlimited' && decider !== now.decision?.side) void this.#refresh();
  }

  #knowTo(n: number) {
    this.#known = n;
    const due = this.#awaiting.filter((a) => a.n <= n);
    this.#awaiting = this.#awaiting.filter((a) => a.n > n);
    for (const { resume } of due) resume();
  }

  /** What was legal is so no longer. */
  #renewLegal() {
    this.legal = null;
    this.#legalAt = this.now;
    this.#wantLegal();
  }
  /** The moment that `legal` belongs to. */
  #legalAt: Now | null = null;

  #wantLegal() {
    if (this.decision && !this.legal && this.now) void this.#askLegal(this.now);
  }

  async #askLegal(now: Now) {
    try {
      const legal = await this.#askOnce('legal', 'legal');
      if (this.now === now) this.legal = legal;
    } catch (error) {
      // A lost connection asks again when it is back.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Seats and deadline as the table has them now. */
  async #refresh() {
    try {
      const whole = await api.game(this.id);
      this.you = whole.you;
      if (this.view) this.view = { ...this.view, seats: whole.view.seats, deadline: whole.view.deadline };
      if (this.now?.decision && whole.you.includes(this.now.decision.side) && !this.legal) {
        void this.#askLegal(this.now);
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

type Answers = { [K in keyof UnionToIntersection<Answer>]: UnionToIntersection<Answer>[K] };
type AnswerKey = keyof Answers & string;
type AnswerOf<K extends AnswerKey> = Answers[K];
type UnionToIntersection<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void ? I : never;

/** Does an entry change how the game stands? */
const plays = ({ what }: EntryView) =>
  what === 'redid' || (typeof what === 'object' && ('acted' in what || 'undid' in what || 'ended' in what));

/** What an entry changes at the table itself; the map comes as a position. */
function follow(view: View, entry: EntryView): View {
  const { what, now } = entry;
  const next: View = { ...view, now };
  if (typeof what === 'string') return { ...next, offer: null };
  if ('seated' in what) return { ...next, seats: { ...view.seats, [what.seated.side]: what.seated.seat } };
  if ('offered' in what) return { ...next, offer: what.offered };
  if ('forced' in what) return { ...next, auto: { ...view.auto, [what.forced.side]: what.forced.auto } };
  if ('ended' in what) return { ...next, ended: what.ended, offer: null };
  if ('said' in what) return next;
  return { ...next, offer: null };
}

/** The fault of something that went wrong, to be told to the player. */
export const faultOf = (error: unknown): Fault =>
  error instanceof Refusal
    ? error.fault
    : ({ code: 'unexpected', message: error instanceof Error ? error.message : String(error) } as Fault);
