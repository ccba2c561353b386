// Answers about positions, through one interface: from the referee in the page if it is there, else from the server. Its module is
// fetched when the first position has been drawn, and the browser caches it for good under its hash.
import type { Diagram } from '../lib/position';
import * as api from '../net/api';
import type { Answer, Ask } from '../wire/types';
import { Calls } from './calls';
import { compile } from './module';
import { colleague, Failed, Referee } from './referee';

/** The module's address; none if the page was built without it. */
const [address] = Object.values(
  import.meta.glob<string>('../generated/referee.wasm', { query: '?url', import: 'default', eager: true }),
);

let referee = $state.raw<Pick<Referee, 'answer'> | null>(null);
let wanted = false;

/** Does the page answer by itself? */
export const isHere = () => referee !== null;
/** Sets the referee, or none; the page does so by `fetchReferee`. */
export const setReferee = (other: Pick<Referee, 'answer'> | null) => void (referee = other);

/** The answer about a position, from here or, failing that, from the server. */
export async function answer(position: Diagram, ask: Ask, server: () => Promise<Answer>): Promise<Answer> {
  const here = referee?.answer(position, ask);
  if (!here) return server();
  try {
    return await here;
  } catch (error) {
    if (error instanceof Failed) return server();
    throw error;
  }
}

/** Questions about any position, one answer for each; if one is refused, this rejects. */
export async function inquire(position: Diagram, asks: Ask[]): Promise<Answer[]> {
  let told: Promise<Answer[]> | null = null;
  // The questions for the server go in one request.
  const server = () => (told ??= api.inquire(position, asks));
  return Promise.all(asks.map((ask, i) => answer(position, ask, async () => (await server())[i])));
}

/** A position is on the screen: fetches the referee and warms it up with it. */
export async function fetchReferee(position: Diagram): Promise<void> {
  if (wanted || !address) return;
  wanted = true;
  try {
    const module = await compile(address);
    const one = new Referee(module, colleague());
    await one.prepare(position, rehearsal(position), () => new Calls(module));
    setReferee(one);
  } catch {
    // An old browser, a content policy, a failing network: the server answers, as before.
  }
}

/** Each question that the page answers by itself, of every stack: some of them can move. */
function rehearsal(position: Diagram): Ask[] {
  const stacks = Object.values(position.units).map((units) => units.map((u) => (typeof u === 'string' ? u : u.id)));
  const about = stacks.flatMap<Ask>((units) => [{ reach: { units } }, { range: { units } }]);
  return [...about, 'legal', 'score', 'cup', { check: { action: 'done' } }];
}
