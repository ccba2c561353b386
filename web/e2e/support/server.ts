// A real server for each worker, with a database that goes away with it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startFront } from './front';

/** The program as the tests of the workspace built it. */
export const PROGRAM = process.env.PGG_BIN ?? path.resolve(import.meta.dirname, '../../../target/debug/pgg');

export interface Server {
  url: string;
  stop(): Promise<void>;
}

/** A server with a database of its own, or with that of another that has ended; with more options if they are given. */
export async function startServer(database?: string, options: string[] = []): Promise<Server> {
  const folder = database === undefined ? fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-e2e-')) : null;
  const file = database ?? `sqlite:${path.join(folder ?? '', 'games.db')}`;
  const child = spawn(
    PROGRAM,
    ['serve', '--listen', '127.0.0.1:0', '--database', file, '--no-open', '--limit-factor', '1000', ...options],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, RUST_LOG: 'error' } },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\/\/[\d.:]+/.exec(line);
      if (found) resolve(found[0]);
    });
    child.once('error', reject);
    void ended.then(() => reject(new Error(`${PROGRAM} serve ended before it was ready`)));
  });
  const front = process.env.PGG_PAGE ? await startFront(url, path.resolve(process.env.PGG_PAGE)) : null;
  return {
    url: front?.url ?? url,
    async stop() {
      front?.stop();
      child.kill('SIGTERM');
      await ended;
      if (folder) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
