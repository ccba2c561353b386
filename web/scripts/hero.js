// `npm run hero`: takes the picture of the front page, for each theme and language, from our own map and counters. Drawing them
// live would be most of the work of the front page; run it again when the map or the counters look different.
import { build, preview } from 'vite';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openChromium } from './chromium.js';

const FOLDER = path.resolve(import.meta.dirname, '../src/home/hero');
/** The size at which the front page shows it on a wide screen, and pixels for each of its own. */
const [WIDTH, HEIGHT, SCALE] = [1180, 402, 1.75];
const QUALITY = 76;

const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-hero-'));
await build({ mode: 'specimen', logLevel: 'error', build: { outDir } });
const server = await preview({ logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
const browser = await openChromium({ width: WIDTH, height: HEIGHT, scale: SCALE });
fs.mkdirSync(FOLDER, { recursive: true });
for (const theme of ['light', 'dark']) {
  for (const lang of ['en', 'ja']) {
    await browser.goto(`${server.resolvedUrls.local[0]}?specimen=hero&theme=${theme}&lang=${lang}`);
    await browser.until(`document.querySelector('.lines .terrain') && document.querySelector('.counter')`);
    await browser.evaluate(`document.fonts.ready.then(() => new Promise((done) => setTimeout(done, 1500)))`);
    const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    fs.writeFileSync(path.join(FOLDER, `${theme}-${lang}.webp`), Buffer.from(data, 'base64'));
  }
}
await browser.close();
await server.close();
fs.rmSync(outDir, { recursive: true, force: true });
process.exit(0);
