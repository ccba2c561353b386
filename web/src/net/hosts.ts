// Who keeps a game: a server, or this browser by itself. Both take the same requests and speak the same messages, so that nothing else
// in the page knows the difference.
import type { ToPlayer } from '../wire/types';
import { takeEarly } from './early';
import type { Wire } from './link';

export interface Host {
  /** A request of the HTTP API, by its path after `/api`. */
  fetch(path: string, request: RequestInit): Promise<Response>;
  /** A connection to a game, by its address. */
  open(address: string): Wire;
}

/** Games of this browser are told from those of a server by their id. */
const HERE = 'here-';
export const isHere = (id: string) => id.startsWith(HERE);
/** The id in the page of a game that has another one in the module; and back. */
export const idHere = (id: string) => HERE + id;
export const bareId = (id: string) => id.slice(HERE.length);

/** The page comes from a folder: there is no server, and everything is kept here. */
export const withoutServer = () =>
  typeof document !== 'undefined' && document.documentElement.dataset.server === 'none';

/** The scheme of addresses of games kept here. */
const SCHEME = 'here:';
export const addressHere = (id: string) => `${SCHEME}${id}`;

const server: Host = {
  fetch: (path, request) => fetch(`/api${path}`, request),
  open: (address) => takeEarly(address) ?? (new WebSocket(address) as unknown as Wire),
};

const here: Host = {
  fetch: async (path, request) => (await browserHost()).fetch(path, request),
  open: (address) => new Line(address.slice(SCHEME.length)),
};

export const hostOfPath = (path: string): Host =>
  withoutServer() || path.startsWith(`/games/${HERE}`) ? here : server;
export const hostOfAddress = (address: string): Host => (address.startsWith(SCHEME) ? here : server);

/** It comes when it is wanted first: a page with a server may never want it. */
export const browserHost = async () => (await import('../here/browser')).browserHost();

/** A place at a table of this browser. */
export interface Place {
  join(listener: Line, since: number | null): Promise<void>;
  receive(listener: Line, text: string): void;
  leave(listener: Line): void;
}

/** A connection to a table in this browser, as a WebSocket is one to a server. */
export class Line implements Wire {
  onopen: Wire['onopen'] = null;
  onmessage: Wire['onmessage'] = null;
  onclose: Wire['onclose'] = null;
  #place: Place | null = null;
  #closed = false;

  constructor(address: string) {
    const [id, query] = address.split('?');
    const since = new URLSearchParams(query).get('since');
    void this.#open(id, since === null ? null : Number(since));
  }

  async #open(id: string, since: number | null) {
    try {
      const place = await (await browserHost()).placeAt(id);
      if (this.#closed) return place.leave(this);
      this.#place = place;
      await place.join(this, since);
    } catch (error) {
      const { fault } = error as { fault?: Extract<ToPlayer, { bye: unknown }>['bye'] };
      if (fault) this.hear({ bye: fault });
      this.lost();
    }
  }

  send(text: string) {
    this.#place?.receive(this, text);
  }
  close() {
    this.#closed = true;
    this.#place?.leave(this);
  }

  hear(message: ToPlayer) {
    if (!this.#closed) this.onmessage?.({ data: JSON.stringify(message) });
  }
  lost() {
    if (this.#closed) return;
    this.#closed = true;
    this.onclose?.();
  }
}
