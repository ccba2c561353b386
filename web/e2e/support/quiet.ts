// What the browser's console says of a page: a warning or an error there is a fault of the page, whatever it shows.
import type { Browser, BrowserContext, ConsoleMessage } from '@playwright/test';

/**
 * What the browser itself says of the network, which the page tells in words of its own: a request that did not come through or was
 * refused, and a connection that broke or was not made, as tests cause them.
 */
const OF_THE_NETWORK = [
  /^Failed to load resource: net::ERR_/,
  /^Failed to load resource: the server responded with a status of 4\d\d/,
  /^WebSocket connection to '.*' failed/,
];

export class Complaints {
  #heard: string[] = [];

  /** Listen to every page of every context that a browser will open. */
  attend(browser: Browser) {
    const open = browser.newContext.bind(browser);
    browser.newContext = async (...options) => {
      const context = await open(...options);
      this.#listen(context);
      return context;
    };
  }

  #listen(context: BrowserContext) {
    context.on('weberror', (error) => this.#heard.push(String(error.error())));
    context.on('console', (message) => {
      if (isComplaint(message)) this.#heard.push(`${message.type()}: ${message.text()}`);
    });
  }

  /** What was heard since the last time. */
  take(): string[] {
    return this.#heard.splice(0);
  }
}

function isComplaint(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warning') return false;
  // A file of the page that is missing is its own fault; so is anything that is not about the server's interface.
  const { url } = message.location();
  const text = message.text();
  return !OF_THE_NETWORK.some((told, i) => told.test(text) && (i !== 1 || url.includes('/api/')));
}
