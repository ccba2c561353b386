// The page as an application of its own, from a folder: a service worker keeps all of its files, and gives way to a newer one when the
// player says so. Games are in the browser's database, which no worker touches.
import { withoutServer } from '../net/hosts';

let waiting = $state.raw<ServiceWorker | null>(null);
let kept = $state(false);

/** A newer version waits for the word to take over. */
export const isRenewed = () => waiting !== null;
/** Everything is here: no network is needed. */
export const isKept = () => kept;

export const renew = () => waiting?.postMessage('renew');
export const putOff = () => (waiting = null);

export async function startKeeping() {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Without a secure connection there is none.
  if (!withoutServer() || !workers) return;
  kept = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // The first one takes over what is already there; a newer one has other files.
    if (kept) location.reload();
    kept = true;
  });
  try {
    const registration = await workers.register('sw.js');
    look(registration);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => look(registration));
    });
  } catch {
    // The page works, as long as its host does.
  }
}

function look({ waiting: next }: ServiceWorkerRegistration) {
  if (next && navigator.serviceWorker.controller) waiting = next;
}
