// A game as this page knows it: what the server has sent, and what can be asked of it. It holds no rules. What is
// drawn is `board`: the live position, unless the past or an animated move is shown (`stage`).
import type {
  Action,
  Answer,
  Ask,
  EntryView,
  LegalView,
  Marks,
  Now,
  Offered,
  Presence,
  Request,
  Score,
  Side,
  Thinking,
  View,
} from '../wire/types';
import { Refusal, faultOf } from '../net/api';
import type { Fault } from '../net/fault';
import * as api from '../net/api';
import { gameAddress } from '../net/address';
import { Link, type LinkEvents, type LinkState } from '../net/link';
import { answer } from '../referee/answers.svelte';
import { viewOf, type Diagram } from '../lib/position';
import { Orders } from './orders.svelte';

/** The entries since the last batch, and the position after them. */
export interface Batch {
  entries: EntryView[];
  /** Actions that counted before the first of these entries. */
  before: number;
  position: Diagram;
  score: Score;
  marks: Marks;
  /** What had been offered before them. */
  offer?: Offered | null;
}

/** A moment of the game that can be drawn. */
export interface Moment {
  /** After so many actions. */
  ply: number;
  position: Diagram;
  score: Score;
  marks: Marks | null;
}

/** The server passes on one such message in two seconds. */
const WRITING_EVERY_MS = 3_000;
/** Longer than until the next one, so that the line does not flicker while somebody writes on. */
const WRITING_SHOWN_MS = 6_000;
type Timer = ReturnType<typeof setTimeout> | undefined;

export class Game {
  linkState = $state<LinkState>('connecting');
  /** The connection is lost because the server is stopping or restarting, as it announced. */
  restarting = $state(false);
  /** Why the connection ended for good. */
  ended = $state.raw<Fault | null>(null);
  /** Seats, options, offers, how it ended. */
  view = $state.raw<View | null>(null);
  you = $state.raw<Side[]>([]);
  now = $state.raw<Now | null>(null);
  live = $state.raw<Moment | null>(null);
  stage = $state.raw<Moment | null>(null);
  presence = $state.raw<Presence | null>(null);
  thinking = $state.raw<Thinking | null>(null);
  /** The other player who is writing in the chat at this moment. */
  writing = $state.raw<Side | null>(null);
  /** The entries that came while the page was open; `history` gives all. */
  entries = $state.raw<EntryView[]>([]);
  /**
   * The legal actions, if the decision is ours; they come with the position. While an order of several actions is
   * carried out this stays as before; `legalNow` is current.
   */
  legal = $state.raw<LegalView | null>(null);
  legalNow: LegalView | null = null;
  /** Something has been sent and not yet answered. */
  busy = $state(0);
  /** An order of several actions is being carried out: decisions in between are answered already. */
  carrying = $state(0);
  /** What one undo takes back together. */
  readonly orders: Orders;

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
  /** The entry up to which the position is known, and the callers that wait for a later one. */
  #known = 0;
  #awaiting: { n: number; resume: () => void }[] = [];

  constructor(readonly id: string) {
    this.orders = new Orders(id);
    this.#link = new Link(gameAddress(id, location), {
      onstate: (state) => {
        this.linkState = state;
        if (state === 'open' || state === 'ended') this.#goOn(state === 'open');
      },
      on: this.#on,
      onend: (fault) => (this.ended = fault),
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
    clearTimeout(this.#wrote);
    clearTimeout(this.#writes);
    this.#link.close();
    this.#goOn(false);
    this.#knowTo(Infinity);
  }

  /** The number of the last entry that came. */
  get last(): number {
    return this.#link.last;
  }

  /** Answer the decision. */
  act(action: Action): Promise<number> {
    return this.request({ action });
  }

  /** Send a request to the table. Rejects with a `Refusal`. */
  async request(request: Request): Promise<number> {
    this.busy++;
    try {
      const n = await this.#link.do(request, this.#link.last);
      // The position arrives after `done`; until then the old question is on the screen.
      if (n > this.#known) await new Promise<void>((resume) => this.#awaiting.push({ n, resume }));
      return n;
    } finally {
      this.busy--;
    }
  }

  /** Carry out an order of several actions, without showing the decisions in between. */
  async carry<T>(order: () => Promise<T>): Promise<T> {
    const from = this.now?.ply ?? 0;
    this.carrying++;
    try {
      return await order();
    } finally {
      if (--this.carrying === 0) {
        this.legal = this.legalNow;
        this.orders.add({ from, to: this.now?.ply ?? 0 }, this.last);
      }
    }
  }

  /** Where one undo leads, if not one action back. */
  get before(): number | null {
    return this.now && this.orders.before(this.now);
  }
  /** How many actions one redo takes again. */
  get after(): number {
    return this.now ? this.orders.after(this.now) : 1;
  }
  /** What happened while the page was closed is held against the orders that it had kept. */
  async #catchUp(last: number) {
    const since = this.orders.behind(last);
    if (since === null) return;
    try {
      const { entries } = await api.history(this.id);
      for (const entry of entries) if (entry.n > since) this.orders.follow(entry);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /**
   * Ask something that changes nothing: the part of the answer that belongs to the question. The referee in the page
   * answers if he is here, else the server; then a question waits while the connection is lost, so that a short loss
   * causes no error. A caller that asked about a past moment ignores the answer.
   */
  async ask<K extends AnswerKey>(key: K, ask: Ask): Promise<AnswerOf<K>> {
    for (;;) {
      try {
        return await this.#askOnce(key, ask);
      } catch (error) {
        const lost = error instanceof Refusal && error.code === 'offline';
        if (!lost || !(await this.#isOpen())) throw error;
      }
    }
  }
  async #askOnce<K extends AnswerKey>(key: K, ask: Ask): Promise<AnswerOf<K>> {
    const server = () => this.#link.ask(ask);
    const told = await (this.live ? answer(this.live.position, ask, server) : server());
    return (told as unknown as Record<K, AnswerOf<K>>)[key];
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

  #wrote: Timer;
  #writes: Timer;
  /** The player is writing in the chat: the others are told now and then. */
  tellWriting() {
    if (this.#wrote) return;
    this.#link.tellWriting();
    this.#wrote = setTimeout(() => (this.#wrote = undefined), WRITING_EVERY_MS);
  }
  #setWriting(side: Side | null) {
    clearTimeout(this.#writes);
    this.writing = side;
    if (side) this.#writes = setTimeout(() => (this.writing = null), WRITING_SHOWN_MS);
  }

  /** All entries from the first. */
  async history(): Promise<EntryView[]> {
    const { entries } = await api.history(this.id);
    this.entries = entries;
    return entries;
  }

  #on: LinkEvents['on'] = {
    welcome: ({ you, view, legal, last }) => {
      this.restarting = false;
      this.you = you;
      if (!view) return;
      this.view = view;
      this.#come(view.now, view, legal);
      this.#knowTo(last);
      void this.#catchUp(last);
    },
    entry: (entry) => {
      if (!this.#coming.length) this.#before = this.now?.ply ?? 0;
      this.orders.follow(entry);
      this.#coming.push(entry);
      this.thinking = null;
      if (typeof entry.what === 'object' && 'said' in entry.what && entry.what.said.side === this.writing)
        this.#setWriting(null);
    },
    position: (shown) => {
      const entries = this.#coming;
      this.#coming = [];
      this.entries = [...this.entries, ...entries];
      const offer = this.view?.offer ?? null;
      if (this.view) this.view = entries.reduce(follow, this.view);
      const seated = entries.some((e) => typeof e.what === 'object' && 'seated' in e.what);
      const { n, position, score, marks, legal } = shown;
      const now = entries.at(-1)?.now ?? this.now;
      const before = this.#before;
      // Chat and offers change nothing on the map, and must not clear the player's selection.
      if (now && entries.some(plays)) this.#come(now, shown, legal);
      // After a change of seats or a reconnection the legal actions are the same, if the decision is ours.
      else if (!legal || !this.legalNow) this.#allow(legal);
      this.onbatch({ entries, before, position, score, marks, offer });
      this.#knowTo(n);
      if (seated) void this.#refresh();
    },
    presence: (presence) => (this.presence = presence),
    thinking: (thinking) => (this.thinking = thinking),
    writing: ({ side }) => {
      if (!this.you.includes(side)) this.#setWriting(side);
    },
    bye: ({ code }) => (this.restarting = code === 'closing'),
  };

  #come(now: Now, { position, score, marks }: Omit<Moment, 'ply'> & { marks: Marks }, legal?: LegalView) {
    const decider = this.now?.decision?.side;
    this.now = now;
    this.live = { ply: now.ply, position, score, marks };
    this.#allow(legal);
    // The table keeps the time left, which changes with the side to decide.
    if (this.view && this.view.pace !== 'unlimited' && decider !== now.decision?.side) void this.#refresh();
  }

  #knowTo(n: number) {
    this.#known = n;
    const due = this.#awaiting.filter((a) => a.n <= n);
    this.#awaiting = this.#awaiting.filter((a) => a.n > n);
    for (const { resume } of due) resume();
  }

  #allow(legal: LegalView | undefined) {
    this.legalNow = legal ?? null;
    if (!this.carrying) this.legal = this.legalNow;
  }

  /** Seats and deadline as the table has them now. */
  async #refresh() {
    try {
      const whole = await api.game(this.id);
      this.you = whole.you;
      if (this.view) this.view = { ...this.view, seats: whole.view.seats, deadline: whole.view.deadline };
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
  what === 'redid' ||
  (typeof what === 'object' &&
    ('acted' in what || 'undid' in what || 'resumed' in what || 'ended' in what || 'reopened' in what));

/** What an entry changes at the table itself; the map comes as a position. */
function follow(view: View, entry: EntryView): View {
  const { what, now } = entry;
  const next: View = { ...view, now };
  if (typeof what === 'string') return { ...next, offer: null };
  if ('seated' in what) return { ...next, seats: { ...view.seats, [what.seated.side]: what.seated.seat } };
  if ('offered' in what) return { ...next, offer: what.offered };
  if ('forced' in what) return { ...next, auto: { ...view.auto, [what.forced.side]: what.forced.auto } };
  if ('resumed' in what) return { ...next, differs: what.resumed.differs, offer: null };
  if ('ended' in what) return { ...next, ended: what.ended, offer: null };
  if ('reopened' in what) return { ...next, ended: null, commitment: what.reopened.commitment, offer: null };
  if ('said' in what) return next;
  return { ...next, offer: null };
}
