// The network between one browser and the server, as a test can spoil it: a relay that carries bytes until it is cut.
import net from 'node:net';
import type { Page } from '@playwright/test';

export class Network {
  /** Where the browser finds the server through this network. */
  url = '';
  /** Where the server is; may change while the network is cut, as after a restart. */
  target: { host: string; port: number };
  #relay: net.Server;
  #pairs = new Set<{ near: net.Socket; far: net.Socket }>();
  #up = true;
  #deaf = false;

  private constructor(target: string) {
    this.target = placeOf(target);
    this.#relay = net.createServer((near) => this.#join(near));
  }

  static async to(target: string): Promise<Network> {
    const network = new Network(target);
    await new Promise<void>((resolve) => network.#relay.listen(0, '127.0.0.1', resolve));
    const { port } = network.#relay.address() as net.AddressInfo;
    network.url = `http://127.0.0.1:${port}`;
    return network;
  }

  /** Every connection breaks, and no new one is made. */
  cut() {
    this.#up = false;
    this.#deaf = false;
    for (const { near, far } of [...this.#pairs]) {
      near.destroy();
      far.destroy();
    }
  }
  mend() {
    this.#up = true;
    this.#deaf = false;
  }
  /** What the browser sends still arrives; what the server says does not: an answer that gets lost. */
  deafen() {
    this.#deaf = true;
  }
  async close() {
    this.cut();
    await new Promise<void>((resolve) => this.#relay.close(() => resolve()));
  }

  #join(near: net.Socket) {
    if (!this.#up) return void near.destroy();
    const far = net.connect(this.target);
    const pair = { near, far };
    this.#pairs.add(pair);
    const part = () => {
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', part).on('close', part);
    near.on('data', (bytes) => far.write(bytes));
    far.on('data', (bytes) => {
      if (!this.#deaf) near.write(bytes);
    });
  }
}

export function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}

/** Who the page is at the server, it is behind this address too. */
export async function carryCookies(page: Page, url: string) {
  const { cookies } = await page.context().storageState();
  await page.context().addCookies(cookies.map(({ name, value }) => ({ name, value, url })));
}
