// The games to read, which lie beside the page: a list with their accounts, and a record of each (`npm run site`).
import type { Block } from '../rules/text';

export interface ReadGame {
  /** The name of its record. */
  file: string;
  title: string;
  /** A level, or that somebody played by hand. */
  german: string;
  soviet: string;
  /** The level of victory. */
  level: string;
  account: Block[];
}

async function beside(name: string): Promise<Response> {
  const response = await fetch(`games/${name}`);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response;
}

export const readGames = async () => (await (await beside('games.json')).json()) as ReadGame[];
export const recordOf = async ({ file }: ReadGame) => (await beside(`${file}.jsonl`)).text();
