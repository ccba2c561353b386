// The connection to one game. It reconnects by itself, continues from the last entry seen, and repeats requests
// without an answer: each has a key, so that nothing is done twice or lost.
import { MOST_AT_ONCE } from '../wire/figures';
import { handle, type Handlers } from '../wire/kinds';
import type { Answer, Ask, FromPlayer, Reply, Request, ToPlayer } from '../wire/types';
import { Refusal, offline } from './api';
import { codeOf, type Fault } from './fault';
import { fullView } from './address';
import { hostOfAddress } from './hosts';

export type LinkState =
  | 'connecting'
  | 'open'
  /** Lost; it retries by itself. */
  | 'lost'
  /** Ended for good: the reason is in `onend`. */
  | 'ended';

/** Answers to this connection's own messages, which are not passed on. */
type Own = 'done' | 'refused' | 'answer' | 'answers' | 'pong';

export interface LinkEvents {
  onstate: (state: LinkState, retryInMs: number | null) => void;
  /** Handlers for all other kinds of messages. */
  on: Omit<Handlers<ToPlayer>, Own>;
  /** The server ended it, and reconnecting would not help. */
  onend: (fault: Fault) => void;
  /**
   * Asks over HTTP why the server refuses us: to a WebSocket, a refused connection looks the same as a lost one.
   */
  refusal?: () => Promise<Fault | null>;
}

/** The part of a WebSocket that a connection uses, so that tests can replace the network. */
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
/** Heartbeat: a connection silent for this long is pinged; one that stays silent for `PATIENCE_MS` is given up. */
const SILENCE_MS = 30_000;
const PATIENCE_MS = 8_000;
/** Faults after which reconnecting does not help. */
const FINAL: ReadonlySet<string> = new Set([
  'bad_message',
  'too_large',
  'not_found',
  'not_built',
  'no_webassembly',
  'game_unreadable',
]);

interface Asking {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (reason: Refusal) => void;
}

interface Waiting {
  message: FromPlayer;
  /** Questions are not asked again: the position may have changed. */
  again: boolean;
  resolve: (value: never) => void;
  reject: (reason: Refusal) => void;
}

const browser: Surroundings = {
  open: (address) => hostOfAddress(address).open(address),
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
  /** Questions of this tick, which are sent together. */
  #asking: Asking[] = [];
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

  /** Send a request; resolves with the number of its entry, once it is durable. */
  do(request: Request, at: number | null): Promise<number> {
    // Earlier questions are about the earlier position, so send them first.
    this.#askAll();
    return this.#expect<number>({ do: request, key: this.around.key(), at }, true);
  }

  /** Ask something that changes nothing. Questions of one tick go out as one message, each with an answer of its own. */
  ask(ask: Ask): Promise<Answer> {
    if (this.#state !== 'open') return Promise.reject(offline());
    return new Promise((resolve, reject) => {
      if (this.#asking.push({ ask, resolve, reject }) === 1) queueMicrotask(() => this.#askAll());
    });
  }

  #askAll() {
    const all = this.#asking.splice(0);
    for (let i = 0; i < all.length; i += MOST_AT_ONCE) this.#askTogether(all.slice(i, i + MOST_AT_ONCE));
  }

  #askTogether(asking: Asking[]) {
    const refuse = (reason: Refusal) => asking.forEach(({ reject }) => reject(reason));
    if (asking.length === 1) {
      const [{ ask, resolve }] = asking;
      this.#expect<Answer>({ ask }, false).then(resolve, refuse);
      return;
    }
    this.#expect<Reply[]>({ ask: asking.map(({ ask }) => ask) }, false).then(
      (replies) =>
        asking.forEach(({ resolve, reject }, i) => {
          const reply = replies[i];
          if ('answer' in reply) resolve(reply.answer);
          else reject(new Refusal(reply.refused));
        }),
      refuse,
    );
  }

  stopThinking() {
    this.#send({ stop_thinking: true });
  }

  tellWriting() {
    this.#send({ writing: true });
  }

  /** Reconnect at once instead of waiting: the network is back, or the page is visible again. */
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

  #expect<T>(wanted: FromPlayer, again: boolean): Promise<T> {
    const id = ++this.#counter;
    const message: FromPlayer = { ...wanted, id };
    return new Promise<T>((resolve, reject) => {
      if (this.#state === 'ended') return reject(offline());
      this.#waiting.set(id, { message, again, resolve: resolve as (value: never) => void, reject });
      this.#send(message);
    });
  }

  /** Without a connection nothing is sent: requests wait for the next one. */
  #send(message: FromPlayer) {
    if (this.#state === 'open') this.#wire?.send(JSON.stringify(message));
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

  /** Handles each kind of message: its own ones, and what it notes of the others before passing them on. */
  #receive(message: ToPlayer) {
    const { on } = this.events;
    handle<ToPlayer>(message, {
      ...on,
      welcome: (welcome) => {
        this.#tries = 0;
        this.#seen = true;
        if (welcome.view) this.last = welcome.last;
        on.welcome(welcome);
        this.#enter('open', null);
        for (const [id, waiting] of [...this.#waiting]) {
          if (waiting.again) this.#send(waiting.message);
          else this.#settle(id)?.reject(offline());
        }
      },
      entry: (entry) => {
        this.last = entry.n;
        on.entry(entry);
      },
      bye: (fault) => {
        if (FINAL.has(fault.code)) this.#end(fault);
        else on.bye(fault);
      },
      done: ({ id, n }) => this.#settle(id)?.resolve(n as never),
      answer: ({ id, answer }) => this.#settle(id)?.resolve(answer as never),
      answers: ({ id, answers }) => this.#settle(id)?.resolve(answers as never),
      refused: ({ id, error }) => this.#settle(id)?.reject(new Refusal(error)),
      pong: () => {},
    });
  }

  #end(fault: Fault) {
    this.close();
    this.events.onstate('ended', null);
    this.events.onend(fault);
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
    // Jitter, so that clients do not all reconnect at the same moment after a restart of the server.
    const wait = longest * (0.6 + 0.4 * this.around.random());
    this.#enter('lost', wait);
    this.#cancelRetry = this.around.later(() => this.#connect(), wait);
    if (!this.#seen) void this.#inquire();
  }

  async #inquire() {
    const fault = await this.events.refusal?.();
    if (fault && FINAL.has(codeOf(fault)) && !this.#seen && this.#state !== 'ended') this.#end(fault);
  }

  /** Detect a connection that is dead without having been closed. */
  #watch() {
    this.#cancelWatch?.();
    this.#cancelWatch = this.around.later(() => {
      this.#send({ ping: 1 });
      this.#cancelWatch = this.around.later(() => this.#lost(), PATIENCE_MS);
    }, SILENCE_MS);
  }

  #drop() {
    for (const { reject } of this.#asking.splice(0)) reject(offline());
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
