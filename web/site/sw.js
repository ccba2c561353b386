// The service worker of the page without a server: it keeps all files of one version, and answers with them. It knows nothing of games,
// which are in the browser's database. `scripts/site.js` fills in what that version is.

/** @type {{version: string, files: string[]}} The page itself is the first of the files. */
const SITE = { version: '', files: [] };

const { scope } = registration;
// Another folder of the same host has caches of its own.
const OURS = `pgg ${scope} `;
const CACHE = OURS + SITE.version;
const PAGE = SITE.files[0];

addEventListener('install', (event) => event.waitUntil(fill()));
addEventListener('activate', (event) => event.waitUntil(takeOver()));
addEventListener('message', ({ data }) => {
  if (data === 'renew') skipWaiting();
});
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});

/** All files or none: if one does not come, this version is tried again at the next visit. */
async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(SITE.files.map((name) => keep(cache, new URL(name, scope).href)));
}
async function keep(cache, address) {
  // The name of such a file changes with its content, so an older version may have it.
  const known = address.includes('/assets/') && (await caches.match(address));
  const response = known || (await fetch(address, { cache: 'no-cache' }));
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  // A host may have sent us elsewhere for it, which a browser does not take for a page.
  await cache.put(address, response.redirected ? new Response(response.body, { headers: response.headers }) : response);
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Whatever is asked of the page, it reads from its own address. */
async function page(request) {
  return (await caches.match(new URL(PAGE, scope).href, { cacheName: CACHE })) ?? fetch(request);
}
async function file(request) {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}
