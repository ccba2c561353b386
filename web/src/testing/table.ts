// A game for tests of the page: the test plays the server, everything else is the page's own code.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { onTestFinished, vi } from 'vitest';
import type { Screen } from '../game/screen.svelte';
import type { Diagram } from '../lib/position';
import type { Fault } from '../net/fault';
import type {
  Answer,
  Ask,
  Decision,
  EntryView,
  LegalView,
  Marks,
  Now,
  Position,
  Score,
  Side,
  View,
} from '../wire/types';
import Inside from './Inside.svelte';
import { diagramOf } from './texts';

export interface Told {
  position?: Partial<Position>;
  decision?: Decision | null;
  you?: Side[];
  /** The legal actions, if the decision is ours. */
  legal?: LegalView;
  /** The server's answer to a question; if undefined, the question stays open. */
  answer?: (ask: Ask) => Answer | undefined;
  view?: Partial<View>;
  marks?: Partial<Marks>;
  /** The answers of the HTTP API by path; other requests stay open. */
  http?: Record<string, unknown>;
}

const NO_MARKS: Marks = { integrated: [], out_of_supply: [], can_act: [], crowded: [], allowances: {} } as never;
const SCORE = { total: 0, objectives: [], front: 0, divisions_lost: [], recaptures: 0, level: 'soviet_decisive' };

class Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(
    readonly address: string,
    readonly table: FakeTable,
  ) {}
  send(text: string) {
    this.table.hear(JSON.parse(text) as Heard);
  }
  close() {}
}
interface Heard {
  id: number;
  ask?: Ask | Ask[];
  do?: unknown;
  writing?: true;
}

/** The server, played by the test. */
export class FakeTable {
  readonly asked: Ask[] = [];
  readonly done: unknown[] = [];
  /** How often the page told that its player is writing. */
  written = 0;
  #socket: Socket | null = null;
  #entries = 1;
  #ply = 0;
  #asking: number[] = [];
  constructor(private told: Told) {}

  open(address: string): Socket {
    return (this.#socket = new Socket(address, this));
  }
  tell(message: unknown) {
    this.#socket?.onmessage?.({ data: JSON.stringify(message) });
  }
  /** The connection breaks. */
  lose() {
    this.#socket?.onclose?.();
  }
  hear({ id, ask, do: request, writing }: Heard) {
    if (writing) this.written++;
    if (request !== undefined) {
      this.#asking.push(id);
      return void this.done.push(request);
    }
    if (ask === undefined) return;
    const asks = Array.isArray(ask) ? ask : [ask];
    this.asked.push(...asks);
    const answers = asks.map((one) => this.told.answer?.(one));
    if (answers.includes(undefined)) return;
    const told = answers.map((answer) => ({ answer }));
    this.tell(
      Array.isArray(ask)
        ? { answers: { id, at: this.#entries, answers: told } }
        : { answer: { id, at: this.#entries, ...told[0] } },
    );
  }

  get #position(): Diagram {
    return diagramOf({ turn: 5, phase: 'german_movement', units: {}, ...this.told.position }) as Diagram;
  }
  #now(decision: Decision | null): Now {
    const { turn, phase } = this.#position;
    return { turn, phase, ply: this.#ply, decision, undo_to: 0, takeback_to: 0, redo: 0 } as Now;
  }
  #told() {
    return { position: this.#position, score: SCORE as unknown as Score, marks: { ...NO_MARKS, ...this.told.marks } };
  }

  get #you(): Side[] {
    return this.told.you ?? ['german'];
  }
  /** As the server tells it: with the position, to the side that decides. */
  get #legal() {
    const { decision, legal } = this.told;
    return decision && this.#you.includes(decision.side) ? { legal } : {};
  }

  welcome() {
    const now = this.#now(this.told.decision ?? null);
    const seats = { german: { person: { id: 'a', name: 'Anna' } }, soviet: { person: { id: 'b', name: 'Boris' } } };
    const view = { name: 'A game', seats, pace: 'unlimited', offer: null, ended: null, now, ...this.#told() };
    const whole = { last: this.#entries, view: { ...view, ...this.told.view }, ...this.#legal };
    this.tell({ welcome: { protocol: 1, game: 'g', you: this.#you, ...whole } });
  }

  /** Answers all open requests as done by the last entry. */
  answered() {
    for (const id of this.#asking.splice(0)) this.tell({ done: { id, n: this.#entries } });
    flushSync();
  }

  /** Somebody acted: what came of it, and what is asked now. */
  acted(told: Told, entry: Partial<EntryView> = {}, side: Side = 'german') {
    this.told = { ...this.told, ...told };
    this.#ply++;
    this.#entries++;
    const what = { acted: { side, action: 'done', state: '' } };
    const now = this.#now(told.decision ?? null);
    this.tell({ entry: { n: this.#entries, at: this.#entries, events: [], what, now, ...entry } });
    this.tell({ position: { n: this.#entries, ...this.#told(), ...this.#legal } });
    flushSync();
  }
}

/** Put a component on the page; gone again after the test. */
export function show(component: Component<never>, props: Record<string, unknown> = {}): HTMLElement {
  const target = document.body.appendChild(document.createElement('div'));
  const mounted = mount(component, { target, props: props as never });
  onTestFinished(async () => {
    await unmount(mounted);
    target.remove();
  });
  flushSync();
  return target;
}
/** Type into a field, like a person. */
export function write(field: Element | null | undefined, text: string) {
  (field as HTMLInputElement).value = text;
  field!.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
/** Open a file in a field for one. */
export function choose(field: Element, file: { name: string; size: number; text: () => Promise<string> }) {
  Object.defineProperty(field, 'files', { value: [file], configurable: true });
  field.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
}
/** A file, by default as long as its text. */
export const file = (name: string, text: string, size = text.length) => ({
  name,
  size,
  text: () => Promise.resolve(text),
});
/** The texts of all alerts. */
export const alerts = (target: ParentNode) =>
  [...target.querySelectorAll('[role=alert]')].map((a) => a.textContent?.trim()).filter(Boolean);
/** What has a test id. */
export const byId = (target: ParentNode, id: string) => target.querySelector<HTMLElement>(`[data-testid="${id}"]`)!;

/** Open a game and put a part of its screen on the page; gone again after the test. */
export function openGame(told: Told, part: Component<never> | null = null, props: Record<string, unknown> = {}) {
  const table = new FakeTable(told);
  vi.stubGlobal('WebSocket', function (address: string) {
    return table.open(address);
  });
  stubHttp(told.http);
  let screen = null as Screen | null;
  const target = show(Inside as never, { id: 'g', part, props, onscreen: (made: Screen) => (screen = made) });
  table.welcome();
  flushSync();
  return { table, screen: screen!, target, ...screenParts(screen!) };
}
const screenParts = ({ game, desk, director, seeing }: Screen) => ({ game, desk, director, seeing });

/** A refusal by the server. */
export const refused = (fault: Fault) => ({ error: fault });

/** The HTTP API of a test: what it answers by the path after `/api`; an error is a lost network, `refused(…)` a refusal. */
export function stubHttp(replies: Record<string, unknown> = {}) {
  const sent: { method: string; path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const name = path.replace(/^\/api/, '');
    sent.push({ method, path: name, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const told = replies[name];
    if (told instanceof Error) return Promise.reject(told);
    const reply = name in replies ? Promise.resolve(told) : new Promise(() => {});
    const ok = !(told && typeof told === 'object' && 'error' in told);
    return reply.then((value) => ({ ok, status: ok ? 200 : 409, json: () => Promise.resolve(value) }));
  });
  return sent;
}

/** Waits until all promises are settled and the page is updated. */
export async function settled() {
  await new Promise<void>((resolve) => setTimeout(resolve));
  flushSync();
}
