// Lazy loading of parts of the page, with retries while the network is down, so that the player need not reload the
// page and a game in view goes on.

/** Pauses between tries; the last one repeats. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000];

// A stylesheet that did not come stays in the page and is never fetched again: the part would come without its looks.
const bare = new Set<HTMLLinkElement>();
if (typeof document !== 'undefined') {
  const notice = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') bare.add(target);
  };
  document.addEventListener('error', notice, true);
}

/** The result of `load`, however long it takes. `told` is called at the first failure, to inform the waiting player. */
export async function patiently<T>(load: () => Promise<T>, told?: () => void): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      await Promise.all([...bare].map(dress));
      return await load();
    } catch {
      if (tries === 0) told?.();
      await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
    }
  }
}

/** Fetch a stylesheet once more. */
function dress(link: HTMLLinkElement): Promise<void> {
  bare.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`no stylesheet ${again.href}`)));
    link.replaceWith(again);
  });
}

/** A while, or until the browser has a network again. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener('online', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener('online', over);
  });
}
