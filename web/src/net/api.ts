// The HTTP API of the server, or of the host in this browser, with types generated from Rust. A refusal becomes a `Refusal`, with the fault as the
// server sent it.
import type { Diagram } from '../lib/position';
import type {
  About,
  Answer,
  Answers,
  Ask,
  Games,
  History,
  Import,
  InvitationMade,
  List,
  Luck,
  Made,
  Me,
  NewGame,
  Past,
  Scope,
  Session,
  Side,
  TokenMade,
  Tokens,
  WebhookMade,
  Whole,
} from '../wire/types';
import { codeOf, type Fault } from './fault';
import { hostOfPath } from './hosts';

/** A refusal by the server, or a server that cannot be reached (`offline`). */
export class Refusal extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(codeOf(fault));
    this.name = 'Refusal';
    this.fault = fault;
  }
  get code() {
    return codeOf(this.fault);
  }
}

/** The fault of an error, to be shown to the player. */
export const faultOf = (error: unknown): Fault => (error instanceof Refusal ? error.fault : { code: 'unexpected' });

/** A request that never reached the server: safe to try again. */
export const offline = () => new Refusal({ code: 'offline' });

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await hostOfPath(path).fetch(path, {
      method,
      headers: body === undefined ? undefined : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw offline();
  }
  if (response.ok) return response;
  const said = (await response.json().catch(() => null)) as { error?: Fault } | null;
  throw new Refusal(said?.error ?? { code: 'no_answer', facts: { status: String(response.status) } });
}

const read = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await (await call(method, path, body)).json()) as T;

function query(values: Record<string, string | number | undefined | null>): string {
  const set = Object.entries(values).filter(([, v]) => v !== undefined && v !== null && v !== '');
  return set.length ? `?${new URLSearchParams(set.map(([k, v]) => [k, String(v)]))}` : '';
}

export const about = () => read<About>('GET', '/about');

export const session = () => read<Session>('GET', '/session');
export const enterAsGuest = (name?: string) => read<Me>('POST', '/session', { guest: name ? { name } : {} });
export const logIn = (login: string, password: string) => read<Me>('POST', '/session', { login: { login, password } });
export const leave = () => call('DELETE', '/session');
export const rename = (name: string) => read<Me>('PATCH', '/me', { name });
export const register = (account: { login: string; password: string; name?: string; invitation?: string }) =>
  read<Me>('POST', '/accounts', account);

export const changePassword = (old: string, next: string) => call('POST', '/me/password', { old, new: next });
export const tokens = () => read<Tokens>('GET', '/tokens');
export const makeToken = (name: string, scopes: Scope[]) => read<TokenMade>('POST', '/tokens', { name, scopes });
export const revokeToken = (id: string) => call('DELETE', `/tokens/${encodeURIComponent(id)}`);
export const setWebhook = (url: string) => read<WebhookMade>('PUT', '/me/webhook', { url });
export const removeWebhook = () => call('DELETE', '/me/webhook');
export const invite = () => read<InvitationMade>('POST', '/invitations', {});

export const games = (list: List, options: { search?: string; cursor?: string | null; limit?: number } = {}) =>
  read<Games>('GET', `/games${query({ list, ...options })}`);
export const game = (id: string) => read<Whole>('GET', `/games/${id}`);
export const makeGame = (wanted: NewGame) => read<Made>('POST', '/games', wanted);
export const importGame = (wanted: Import) => read<Made>('POST', '/games/import', wanted);
export const findByCode = (code: string) => read<{ id: string }>('GET', `/codes/${encodeURIComponent(code)}`);
export const join = (id: string, side?: Side, code?: string) =>
  read<{ n: number }>('POST', `/games/${id}/join`, { ...(side && { side }), ...(code && { code }) });

/** Of games that this browser alone keeps: a server forgets nothing. */
export const removeGame = (id: string) => call('DELETE', `/games/${id}`);

/** Every entry after `since`, with its events. */
export const history = (id: string, since = 0) => read<History>('GET', `/games/${id}/history${query({ since })}`);
/** The most positions the server gives at once. */
export const POSITIONS_AT_ONCE = 200;
/** The positions after `from` to after `to` actions. */
export const positions = (id: string, from: number, to: number) =>
  read<Past[]>('GET', `/games/${id}/positions${query({ from, to })}`);
/** Questions about any position, one answer for each; if one is refused, this rejects. */
export const inquire = async (position: Diagram, asks: Ask[]): Promise<Answer[]> => {
  const { answers } = await read<Answers>('POST', '/ask', { position, asks });
  return answers.map((reply) => {
    if ('refused' in reply) throw new Refusal(reply.refused);
    return reply.answer;
  });
};
export const luck = (id: string) => read<Luck>('GET', `/games/${id}/luck`);
export const record = async (id: string) => (await call('GET', `/games/${id}/record`)).text();
