// The annotated games of `docs/games` for the page: the list of its README, and the account of each.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReadGame } from '../src/home/reading';
import { readBlocks } from './rules';

export const GAMES = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../docs/games');
/** `| [Rings](4-rings.md) | by hand | general | 85, German Strategic |` */
const ROW = /^\| \[([^\]]+)\]\(([^)]+)\.md\) \| ([^|]+) \| ([^|]+) \| -?\d+, ([^|]+) \|$/;

export function readGames(): ReadGame[] {
  const list = fs.readFileSync(path.join(GAMES, 'README.md'), 'utf8').split('\n');
  return list.flatMap((line) => {
    const row = ROW.exec(line);
    if (!row) return [];
    const [, title, file, german, soviet, level] = row;
    return [{ file, title, german, soviet, level: level.toLowerCase().replace(' ', '_'), account: accountOf(file) }];
  });
}

/** Without its title and the names of files, which the page shows otherwise, and without pictures. */
function accountOf(file: string) {
  const [, ...lines] = fs.readFileSync(path.join(GAMES, `${file}.md`), 'utf8').split('\n');
  const bare = (line: string) => line.replace(/\[([^\]]+)\]\([^)]+\.md\)/g, '$1');
  return readBlocks(lines.filter((line) => !line.startsWith('![')).map(bare)).slice(1);
}
