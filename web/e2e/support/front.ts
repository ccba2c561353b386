// For working on the page: its files come from a folder, everything else from the server, so that the program need not be
// built anew for every change. Used when PGG_PAGE names the folder.
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';

export const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

export interface Front {
  url: string;
  stop(): void;
}

export async function startFront(server: string, folder: string): Promise<Front> {
  const { hostname, port } = new URL(server);
  const about = await fetch(`${server}/api/about`);
  const policy = about.headers.get('content-security-policy') ?? '';

  const front = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', server);
    if (pathname.startsWith('/api/')) {
      const { method, headers } = request;
      const onward = http.request({ hostname, port, method, headers, path: request.url }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
      return;
    }
    // Addresses of the page are answered with the page; like the server does it.
    const wanted = path.join(folder, path.normalize(pathname));
    const file = fs.existsSync(wanted) && fs.statSync(wanted).isFile() ? wanted : path.join(folder, 'index.html');
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
      'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    response.end(fs.readFileSync(file));
  });
  front.on('upgrade', (request, near: net.Socket, head) => {
    const far = net.connect(Number(port), hostname, () => {
      const lines = request.rawHeaders.flatMap((name, i, all) => (i % 2 ? [] : [`${name}: ${all[i + 1]}`]));
      far.write([`GET ${request.url} HTTP/1.1`, ...lines, '', ''].join('\r\n'));
      far.write(head);
      near.pipe(far).pipe(near);
    });
    const part = () => (near.destroy(), far.destroy());
    for (const socket of [near, far]) socket.on('error', part).on('close', part);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(front.address() as net.AddressInfo).port}`,
    stop: () => {
      front.closeAllConnections();
      front.close();
    },
  };
}
