// The host in this browser: it answers the requests of the server's HTTP API, and seats connections at tables.
import { LESSON_NAME } from '../learn/names';
import { bareId, idHere, isHere, type Place } from '../net/hosts';
import { namedLevels } from '../net/levels';
import type { About, Games, History, Import, Luck, Made, Me, NewGame, Past, Whole } from '../wire/types';
import type { Desk } from './desk';
import { listed } from './listed';
import { Program, type Alone } from './program';
import { newId, type Store } from './store';
import { Refused, Table, type From } from './table';
import type { Tabs } from './tabs';

/** A fault of the host itself, as one of the server's or as the page's own. */
export class Unable extends Error {
  constructor(readonly fault: { code: string; facts?: object }) {
    super(fault.code);
  }
}
const notFound = (what: string) => new Unable({ code: 'not_found', facts: { what } });

/** What a host needs around it, so that tests can take its place. */
export interface Surroundings {
  store: Store;
  /** The means to open desks; rejects where there is no WebAssembly, or it cannot be fetched. */
  desks: () => Promise<() => Desk>;
  tabs: Pick<Tabs, 'announce' | 'pass' | 'alone' | 'hear' | 'hurry'>;
  now: () => number;
  /** There is something to keep now: the browser should not clear it away when space is short. */
  hold: () => void;
}

interface Open {
  table: Table;
  program: Program;
}

/** `games/:id/record` of `games/here-Game/record`. */
const patternOf = (parts: string[]) => parts.map((part) => (isHere(part) ? ':id' : part)).join('/');

type Answer = (parts: string[], body: unknown, query: URLSearchParams) => Promise<unknown>;

export class BrowserHost {
  readonly #open = new Map<string, Promise<Open>>();
  #asker: Promise<Desk> | null = null;

  constructor(private readonly around: Surroundings) {
    const at = (game: string, work: (open: Open) => unknown) =>
      void this.#open
        .get(game)
        ?.then(work)
        .catch(() => {});
    around.tabs.hear({
      goneOn: (game, n) => at(game, ({ table }) => table.follow(n)),
      told: (game, message) => at(game, ({ table }) => table.tell(message)),
      hurry: (game) => at(game, ({ program }) => program.hurry()),
    });
  }

  /** As the server answers. */
  async fetch(path: string, { method = 'GET', body }: RequestInit): Promise<Response> {
    const [address, query] = path.split('?');
    const [, ...parts] = address.split('/');
    try {
      const answer = this.#answers[`${method} ${patternOf(parts)}`];
      if (!answer) throw notFound('endpoint');
      const told = await answer(
        parts,
        typeof body === 'string' ? JSON.parse(body) : undefined,
        new URLSearchParams(query),
      );
      return new Response(typeof told === 'string' ? told : JSON.stringify(told ?? null));
    } catch (error) {
      const known = error instanceof Refused || error instanceof Unable;
      const fault = known ? error.fault : { code: 'unexpected' };
      return new Response(JSON.stringify({ error: fault }), { status: 422 });
    }
  }

  /** The way to a game, for a connection. */
  async placeAt(id: string): Promise<Place> {
    const bare = bareId(id);
    const { table, program } = await this.#use(bare);
    return {
      join: (line, since) => table.join(line, since),
      receive: (line, text) => {
        const message = JSON.parse(text) as object;
        if ('stop_thinking' in message) {
          program.hurry();
          this.around.tabs.hurry(bare);
          // Nobody else reads what is written.
        } else if (!('writing' in message)) table.receive(line, text).catch(() => {});
      },
      leave: (line) => {
        table.leave(line);
        if (table.idle) this.#close(bare);
      },
    };
  }

  readonly #answers: Record<string, Answer> = {
    'GET about': async () =>
      ({ version: '', protocol: 0, levels: namedLevels(), registration: 'closed', local: true }) satisfies About,
    'GET session': async () => ({ person: await this.#me() }),
    'POST session': async (_, body) => this.#rename((body as { guest?: { name?: string } }).guest?.name),
    'PATCH me': async (_, body) => this.#rename((body as { name?: string }).name),
    'GET games': async (_, __, query) => this.#list(query.get('list') ?? '', query.get('search') ?? ''),
    'POST games': async (_, body) => this.#make({ new: body }, (body as NewGame).name),
    'POST games/import': async (_, body) => this.#make({ record: body }, (body as Import).name),
    'GET games/:id': async ([, id]) => this.#whole(bareId(id)),
    'DELETE games/:id': async ([, id]) => this.#remove(bareId(id)),
    'GET games/:id/history': async ([, id], _, query) => {
      const since = Number(query.get('since') ?? 0);
      return (await this.#ask<{ history: History }>(id, { history: { since } })).history;
    },
    'GET games/:id/positions': async ([, id], _, query) => {
      const range = { from: Number(query.get('from')), to: Number(query.get('to')) };
      return (await this.#ask<{ positions: Past[] }>(id, { positions: range })).positions;
    },
    'GET games/:id/luck': async ([, id]) => (await this.#ask<{ luck: Luck }>(id, 'luck')).luck,
    'GET games/:id/record': async ([, id]) => (await this.#ask<{ record: string }>(id, 'record')).record,
    'POST ask': async (_, body) => {
      const { position, asks } = body as { position: object; asks: object[] };
      this.#asker ??= this.around.desks().then((newDesk) => newDesk());
      const desk = await this.#asker;
      // Both go out together, so that no other position comes in between.
      const [, answers] = await Promise.all([desk.call('place', position), desk.call('ask', asks)]);
      return { answers };
    },
  };

  async #me(): Promise<Me> {
    const { id, name } = await this.around.store.me();
    return { id, name, kind: 'guest', login: null, webhook: null, scopes: ['play'] };
  }
  async #rename(name: string | undefined): Promise<Me> {
    const me = await this.around.store.me();
    if (name && name !== me.name) await this.around.store.setMe({ ...me, name });
    return this.#me();
  }

  async #list(list: string, search: string): Promise<Games> {
    const wanted = search.toLowerCase();
    const all = (await this.around.store.games())
      .map(listed)
      .filter((game) => (list === 'mine' ? true : list === 'finished' && game.status === 'finished'))
      .filter((game) => game.name.toLowerCase().includes(wanted))
      .sort((a, b) => b.updated - a.updated);
    return { games: all, next: null };
  }

  async #make(from: From, name: string | null | undefined): Promise<Made> {
    const { store, now } = this.around;
    const [me, newDesk] = await Promise.all([store.me(), this.around.desks()]);
    // A lesson is a game of its own each time it is begun; only the last one is of use.
    if (name?.startsWith(LESSON_NAME)) await this.#forgetLessons();
    const seed = [...crypto.getRandomValues(new Uint8Array(32))];
    const game = { id: newId(), seed, person: me.id, name: me.name, created: now() };
    const desk = newDesk();
    try {
      const table = await Table.make(game, from, desk, this.#tableAround());
      this.#closeIdle();
      this.#open.set(game.id, Promise.resolve({ table, program: this.#programAt(table, newDesk) }));
      this.around.hold();
      const { view } = await this.#whole(game.id);
      return { id: idHere(game.id), code: '', link: '', commitment: view.commitment };
    } catch (error) {
      desk.end();
      throw error;
    }
  }

  async #forgetLessons() {
    for (const { id, whole } of await this.around.store.games())
      if (whole.view.name.startsWith(LESSON_NAME)) await this.#remove(id);
  }
  async #remove(id: string) {
    this.#close(id);
    await this.around.store.remove(id);
  }

  async #whole(id: string): Promise<Whole> {
    const kept = await this.around.store.game(id);
    if (!kept) throw notFound('game');
    return { ...kept.whole, id: idHere(id) };
  }
  async #ask<T>(id: string, query: unknown): Promise<T> {
    return (await this.#use(bareId(id))).table.ask<T>(query);
  }

  /** The table of a game, opened if it is not. */
  #use(id: string): Promise<Open> {
    const open = this.#open.get(id);
    if (open) return open;
    this.#closeIdle();
    const opening = this.#opened(id);
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  async #opened(id: string): Promise<Open> {
    const kept = await this.around.store.game(id);
    if (!kept) throw notFound('game');
    const newDesk = await this.around.desks();
    const desk = newDesk();
    try {
      const table = await Table.open(kept, desk, this.#tableAround());
      return { table, program: this.#programAt(table, newDesk) };
    } catch (error) {
      desk.end();
      throw error instanceof Refused ? new Unable({ code: 'game_unreadable' }) : error;
    }
  }

  #tableAround() {
    const { store, now, tabs } = this.around;
    return {
      store,
      now,
      announce: (game: string, n: number) => tabs.announce(game, n),
      onlost: (id: string) => this.#close(id),
    };
  }
  #programAt(table: Table, newDesk: () => Desk): Program {
    const { id } = table.game;
    const alone: Alone = (work) => this.around.tabs.alone(id, work);
    return new Program(table, newDesk, alone, (message) => this.around.tabs.pass(id, message), this.around.now);
  }

  #close(id: string) {
    const open = this.#open.get(id);
    this.#open.delete(id);
    void open?.then(
      ({ table, program }) => {
        program.end();
        table.end();
      },
      () => {},
    );
  }
  #closeIdle() {
    for (const [id, open] of this.#open)
      void open.then(
        ({ table }) => table.idle && this.#open.get(id) === open && this.#close(id),
        () => {},
      );
  }
}
