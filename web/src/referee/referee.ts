// The referee in the page: the server's rules as WebAssembly answer questions about a position without the server, in the same
// messages. It decides nothing: every action goes to the server and is checked there.
import type { Diagram } from '../lib/position';
import { Refusal } from '../net/api';
import type { Answer, Ask, Reply } from '../wire/types';
import { Calls } from './calls';
import { isAtOnce } from './places';
import type { Round, Told } from './worker';

/** The part of a worker that is used here, so that tests can take its place. */
export interface Colleague {
  postMessage(message: WebAssembly.Module | Round): void;
  onmessage: ((event: { data: Told }) => void) | null;
  onerror: ((event: { preventDefault?: () => void }) => void) | null;
  terminate(): void;
}
export const colleague = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }) as unknown as Colleague;

/** What answers in the page itself. */
export type Here = Pick<Calls, 'ask'>;

interface Asked {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (reason: Error) => void;
}
interface Gathered {
  position: Diagram;
  asked: Asked[];
}

/** The round that warms it up. */
const REHEARSAL = 0;

/** It failed while an answer was pending: the server has to be asked. */
export class Failed extends Error {}

export class Referee {
  readonly #worker: Colleague;
  #here: Here | null = null;
  #rehearsed: (done: boolean) => void = () => {};
  #rounds = new Map<number, Asked[]>();
  #n = REHEARSAL;
  /** The position that the worker has. */
  #sent: Diagram | null = null;
  /** Questions of this tick, which go to the worker together. */
  #gathered: Gathered | null = null;

  constructor(module: WebAssembly.Module, worker: Colleague) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#take(data);
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.#fail();
    };
    worker.postMessage(module);
  }

  /**
   * Warms up with some questions about a position. A function of the module is compiled at its first call, which takes far
   * longer than running it, and the page shares what the worker has compiled. So the worker answers them first.
   */
  async prepare(position: Diagram, asks: readonly Ask[], here: () => Here): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#rehearsed = (done) => (done ? resolve() : reject(new Failed()));
      this.#sent = position;
      this.#worker.postMessage({ n: REHEARSAL, position, asks, rehearsal: true });
    });
    const one = here();
    one.ask(position, []);
    this.#here = one;
  }

  /** The answer about a position; null if the server has to be asked. Rejects with a `Refusal` where the rules refuse. */
  answer(position: Diagram, ask: Ask): Promise<Answer> | null {
    if (!this.#here) return null;
    return isAtOnce(ask) ? this.#atOnce(this.#here, position, ask) : this.#inWorker(position, ask);
  }

  #atOnce(here: Here, position: Diagram, ask: Ask): Promise<Answer> | null {
    try {
      const [reply] = here.ask(position, [ask]);
      return new Promise((resolve, reject) => settle(reply, resolve, reject));
    } catch {
      this.#fail();
      return null;
    }
  }

  #inWorker(position: Diagram, ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#gathered?.position !== position) {
        this.#send();
        this.#gathered = { position, asked: [] };
        queueMicrotask(() => this.#send());
      }
      this.#gathered?.asked.push({ ask, resolve, reject });
    });
  }

  #send() {
    if (!this.#gathered) return;
    const { position, asked } = this.#gathered;
    this.#gathered = null;
    const n = ++this.#n;
    this.#rounds.set(n, asked);
    const asks = asked.map(({ ask }) => ask);
    this.#worker.postMessage(this.#sent === position ? { n, asks } : { n, asks, position });
    this.#sent = position;
  }

  #take({ n, replies }: Told) {
    if (!replies) return this.#fail();
    if (n === REHEARSAL) return this.#rehearsed(true);
    const asked = this.#rounds.get(n) ?? [];
    this.#rounds.delete(n);
    asked.forEach(({ resolve, reject }, i) => settle(replies[i], resolve, reject));
  }

  /** The referee is not asked again. */
  #fail() {
    this.#here = null;
    this.#worker.terminate();
    this.#rehearsed(false);
    const open = [...this.#rounds.values(), this.#gathered?.asked ?? []].flat();
    this.#rounds.clear();
    this.#gathered = null;
    for (const { reject } of open) reject(new Failed());
  }
}

function settle(reply: Reply, resolve: (answer: Answer) => void, reject: (reason: Refusal) => void) {
  if ('answer' in reply) resolve(reply.answer);
  else reject(new Refusal(reply.refused));
}
