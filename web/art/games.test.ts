import { expect, test } from 'vitest';
import fs from 'node:fs';
import path from 'node:path';
import { en } from '../src/i18n/messages.en';
import { GAMES, readGames } from './games';

test('every annotated game has its record, its level of victory and an account', () => {
  const games = readGames();
  const records = fs.readdirSync(GAMES).filter((name) => name.endsWith('.jsonl'));
  expect(games.map(({ file }) => `${file}.jsonl`).sort()).toEqual(records.sort());
  for (const { file, level, german, soviet, account } of games) {
    expect(fs.existsSync(path.join(GAMES, `${file}.jsonl`))).toBe(true);
    expect(en).toHaveProperty([`home.victory.${level}`]);
    for (const player of [german, soviet]) if (player !== 'by hand') expect(en).toHaveProperty([`level.${player}`]);
    expect(account.length).toBeGreaterThan(4);
  }
});
