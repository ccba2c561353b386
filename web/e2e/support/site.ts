// The page as a folder on a plain host, in a path of its own: no other address than those of its files, and no server behind it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test as base } from './test';
import { TYPES } from './front';

const MAKE = path.resolve(import.meta.dirname, '../../scripts/site.js');

/** Makes the folder from the built page, as `npm run site` does. */
function makeFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-site-'));
  execFileSync('node', [MAKE, folder], { cwd: path.dirname(path.dirname(MAKE)) });
  return folder;
}

export class Site {
  /** Where the page is. */
  url = '';
  #host: http.Server | null = null;
  #port = 0;

  constructor(readonly folder: string) {}

  /** Hosts it, at the same address as before. */
  async serve(): Promise<void> {
    const host = http.createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://host');
      const name = pathname.startsWith(PATH) ? pathname.slice(PATH.length) || 'index.html' : null;
      const file = name === null ? null : path.join(this.folder, path.normalize(name));
      if (!file || !fs.existsSync(file) || !fs.statSync(file).isFile()) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': typeOf(file) });
      response.end(fs.readFileSync(file));
    });
    await new Promise<void>((resolve) => host.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (host.address() as net.AddressInfo).port;
    this.url = `http://127.0.0.1:${this.#port}${PATH}`;
    this.#host = host;
  }

  /** Nobody is there any more: every connection breaks, and no new one is made. */
  async cut(): Promise<void> {
    const host = this.#host;
    this.#host = null;
    if (!host) return;
    const closed = new Promise<void>((resolve) => host.close(() => resolve()));
    host.closeAllConnections();
    await closed;
  }
}

const PATH = '/games/guderian/';
/** A plain host knows nothing of modules. */
const typeOf = (file: string) =>
  (file.endsWith('.wasm') ? undefined : TYPES[path.extname(file)]) ?? 'application/octet-stream';

/** A test of the page on a host of its own; each has its own copy of the folder. */
export const test = base.extend<{ site: Site }, { built: string }>({
  built: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = makeFolder();
      await use(folder);
      fs.rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  site: async ({ built }, use) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-host-'));
    fs.cpSync(built, folder, { recursive: true });
    const site = new Site(folder);
    await site.serve();
    await use(site);
    await site.cut();
    fs.rmSync(folder, { recursive: true, force: true });
  },
  baseURL: async ({ site }, use) => use(site.url),
});
