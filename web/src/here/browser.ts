// The host of this page: with the browser's database, its tabs, and the module in workers.
import { compile } from '../referee/module';
import { Database } from './database';
import { deskWith, type Desk } from './desk';
import { BrowserHost, Unable } from './host';
import { setTrouble } from './keeping.svelte';
import { SafeStore } from './safe';
import { Tabs } from './tabs';

/** The module's address; none if the page was built without it. */
const [address] = Object.values(
  import.meta.glob<string>('../generated/table.wasm', { query: '?url', import: 'default', eager: true }),
);

let compiled: Promise<WebAssembly.Module> | null = null;

/** The module is fetched with the first game that is opened. */
async function desks(): Promise<() => Desk> {
  if (!address) throw new Unable({ code: 'not_built' });
  if (typeof WebAssembly !== 'object') throw new Unable({ code: 'no_webassembly' });
  compiled ??= compile(address);
  try {
    const module = await compiled;
    return () => deskWith(module);
  } catch (error) {
    compiled = null;
    // A policy against it, or an engine without what it needs. All else is the network.
    throw new Unable({ code: error instanceof WebAssembly.CompileError ? 'no_webassembly' : 'module_away' });
  }
}

/** Some browsers ask the player, and some have no such thing. */
const hold = () => void navigator.storage?.persist?.().catch(() => {});

let one: BrowserHost | null = null;

/** The host of this page. */
export function browserHost(): BrowserHost {
  one ??= new BrowserHost({
    store: new SafeStore(new Database(), setTrouble),
    desks,
    tabs: new Tabs(),
    now: Date.now,
    hold,
  });
  return one;
}
