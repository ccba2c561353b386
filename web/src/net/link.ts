// The connection to one game. It comes back by itself after a loss, goes on from the last entry seen, and sends again
// whatever had no answer: each request carries a key, so that nothing is done twice and nothing is lost.
import type { Answer, Ask, Fault, FromPlayer, Request, ToPlayer } from '../wire/types';
import { Refusal, offline } from './api';
import { fullView } from './address';
import { takeEarly } from './early';

export type LinkState =
  | 'connecting'
  | 'open'
  /** Lost; it tries again by itself. */
  | 'lost'
  /** Ended for good: the reason is in `onend`. */
  | 'ended';

export interface LinkEvents {
  onstate: (state: LinkState, retryInMs: number | null) => void;
  onmessage: (message: ToPlayer) => void;
  /** The server ended it and coming back would not help. */
  onend: (code: string, message: string) => void;
  /**
   * Why the server would not have us at all, if it says so when asked in another way: a connection that is refused at once looks
   * the same as one that is lost.
   */
  refusal?: () => Promise<Fault | null>;
}

/** What a connection needs of a WebSocket, so that tests can stand in for the network. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}
export interface Surroundings {
  open: (address: string) => Wire;
  later: (run: () => void, ms: number) => () => void;
  random: () => number;
  key: () => string;
}

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
/** A connection that says nothing for so long is tried; one that then stays silent is given up. */
const SILENCE_MS = 30_000;
const PATIENCE_MS = 8_000;
/** Ends that no reconnection mends. */
const FINAL = new Set(['bad_message', 'too_large', 'not_found', 'protocol']);

interface Waiting {
  text: string;
  /** Questions are not asked again: the position may have changed. */
  again: boolean;
  resolve: (value: never) => void;
  reject: (reason: Refusal) => void;
}

const browser: Surroundings = {
  open: (address) => takeEarly(address) ?? (new WebSocket(address) as unknown as Wire),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  key: () => crypto.randomUUID(),
};

export class Link {
  /** The last entry seen. */
  last = 0;
  #wire: Wire | null = null;
  #state: LinkState = 'connecting';
  #tries = 0;
  #counter = 0;
  #waiting = new Map<number, Waiting>();
  #cancelRetry: (() => void) | null = null;
  #cancelWatch: (() => void) | null = null;
  #seen = false;

  constructor(
    private readonly address: string,
    private readonly events: LinkEvents,
    private readonly around: Surroundings = browser,
  ) {
    this.#connect();
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Have something done; resolves with the number of its entry, once it is durable. */
  do(request: Request, at: number | null): Promise<number> {
    const message: FromPlayer = { do: request, key: this.around.key(), at } as FromPlayer;
    return this.#expect<number>(message, true);
  }

  /** Ask something that changes nothing. */
  ask(ask: Ask): Promise<Answer> {
    if (this.#state !== 'open') return Promise.reject(offline());
    return this.#expect<Answer>({ ask } as FromPlayer, false);
  }

  stopThinking() {
    if (this.#state === 'open') this.#wire?.send(JSON.stringify({ stop_thinking: true }));
  }

  /** Try at once instead of waiting: the network came back, or the page is looked at again. */
  hurry() {
    if (this.#state === 'lost') this.#connect();
  }

  close() {
    this.#state = 'ended';
    this.#cancelRetry?.();
    this.#cancelWatch?.();
    this.#drop();
    for (const waiting of this.#waiting.values()) waiting.reject(offline());
    this.#waiting.clear();
  }

  #expect<T>(message: FromPlayer, again: boolean): Promise<T> {
    const id = ++this.#counter;
    const text = JSON.stringify({ ...(message as object), id });
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { text, again, resolve: resolve as (value: never) => void, reject });
      if (this.#state === 'open') this.#wire?.send(text);
      else if (this.#state === 'ended') {
        this.#waiting.delete(id);
        reject(offline());
      }
    });
  }

  #connect() {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    this.#enter('connecting', null);
    const wire = this.around.open(fullView(this.address) + (this.#seen ? `&since=${this.last}` : ''));
    this.#wire = wire;
    wire.onmessage = (event) => {
      if (wire !== this.#wire || typeof event.data !== 'string') return;
      this.#watch();
      this.#receive(JSON.parse(event.data) as ToPlayer);
    };
    wire.onclose = () => {
      if (wire === this.#wire) this.#lost();
    };
    this.#watch();
  }

  #receive(message: ToPlayer) {
    if ('welcome' in message) {
      this.#tries = 0;
      this.#seen = true;
      if (message.welcome.view) this.last = message.welcome.last;
      this.events.onmessage(message);
      this.#enter('open', null);
      for (const [id, waiting] of [...this.#waiting]) {
        if (waiting.again) this.#wire?.send(waiting.text);
        else this.#settle(id)?.reject(offline());
      }
      return;
    }
    if ('entry' in message) this.last = message.entry.n;
    else if ('done' in message) this.#settle(message.done.id)?.resolve(message.done.n as never);
    else if ('answer' in message) this.#settle(message.answer.id)?.resolve(message.answer.answer as never);
    else if ('refused' in message)
      this.#settle(message.refused.id)?.reject(new Refusal(message.refused.error as Fault));
    else if ('bye' in message && FINAL.has(message.bye.code)) return this.#end(message.bye.code, message.bye.message);
    this.events.onmessage(message);
  }

  #end(code: string, message: string) {
    this.close();
    this.events.onstate('ended', null);
    this.events.onend(code, message);
  }

  #settle(id: unknown): Waiting | undefined {
    const waiting = this.#waiting.get(id as number);
    this.#waiting.delete(id as number);
    return waiting;
  }

  #lost() {
    this.#drop();
    if (this.#state === 'ended') return;
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries++);
    // Not all at the same moment after a restart of the server.
    const wait = longest * (0.6 + 0.4 * this.around.random());
    this.#enter('lost', wait);
    this.#cancelRetry = this.around.later(() => this.#connect(), wait);
    if (!this.#seen) void this.#inquire();
  }

  async #inquire() {
    const fault = await this.events.refusal?.();
    if (fault && FINAL.has(fault.code) && !this.#seen && this.#state !== 'ended') this.#end(fault.code, fault.message);
  }

  /** Notice a connection that is dead though nobody closed it. */
  #watch() {
    this.#cancelWatch?.();
    this.#cancelWatch = this.around.later(() => {
      if (this.#state === 'open') this.#wire?.send(JSON.stringify({ ping: 1 }));
      this.#cancelWatch = this.around.later(() => this.#lost(), PATIENCE_MS);
    }, SILENCE_MS);
  }

  #drop() {
    this.#cancelWatch?.();
    const wire = this.#wire;
    this.#wire = null;
    if (!wire) return;
    wire.onclose = wire.onmessage = wire.onopen = null;
    wire.close();
  }

  #enter(state: LinkState, retryInMs: number | null) {
    this.#state = state;
    this.events.onstate(state, retryInMs);
  }
}
