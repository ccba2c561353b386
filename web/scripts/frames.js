// `npm run frames`: how smoothly the map moves, with 150 counters at a fourth of the processor's speed. Builds the
// specimens, drags and zooms the map in Chromium and tells the time between frames.
import { build, preview } from 'vite';
import os from 'node:os';
import path from 'node:path';
import fs from 'node:fs';
import { openChromium } from './chromium.js';

const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-frames-'));
await build({ mode: 'specimen', logLevel: 'error', build: { outDir } });
const server = await preview({ logLevel: 'error', build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
const base = server.resolvedUrls.local[0];
const browser = await openChromium({ width: 1440, height: 900 });
const pause = (ms) => new Promise((r) => setTimeout(r, ms));
const mouse = (type, x, y, extra = {}) => browser.send('Input.dispatchMouseEvent', { type, x, y, ...extra });

async function drag() {
  await mouse('mousePressed', 700, 450, { button: 'left', buttons: 1, clickCount: 1 });
  for (let i = 0; i < 120; i++) {
    const a = (i / 120) * 4 * Math.PI;
    await mouse('mouseMoved', 700 + 320 * Math.sin(a), 450 + 220 * Math.sin(2 * a), { button: 'left', buttons: 1 });
    await pause(14);
  }
  await mouse('mouseReleased', 700, 450, { button: 'left', buttons: 0 });
}
async function wheel() {
  for (let i = 0; i < 90; i++) {
    await mouse('mouseWheel', 700, 450, { deltaX: 0, deltaY: i % 60 < 30 ? 45 : -45 });
    await pause(18);
  }
}

const recorder = `window.frames_ = []; window.on_ = true; (function tick(last) {
  requestAnimationFrame((now) => { if (last) frames_.push(now - last); if (on_) tick(now); }); })(0)`;

/** One gesture, with the settling after it, or without. */
async function measure(name, gesture, after) {
  await browser.evaluate(recorder);
  await gesture();
  // Layers and details are painted one after another once the map rests.
  if (after) await pause(1800);
  const frames = await browser.evaluate('on_ = false, frames_');
  const long = frames.flatMap((ms, i) => (ms > 60 ? [`${i + 1} of ${frames.length}: ${Math.round(ms)} ms`] : []));
  frames.sort((a, b) => a - b);
  const at = (q) => frames[Math.min(frames.length - 1, Math.floor(frames.length * q))];
  const fps = Math.round(1000 / at(0.5));
  console.log(
    `${name.padEnd(34)} ${String(frames.length).padStart(4)} frames, median ${at(0.5).toFixed(1)} ms (${fps} a second), ` +
      `95 % within ${at(0.95).toFixed(1)} ms, longest ${at(1).toFixed(1)} ms` +
      (long.length ? ` (frame ${long.join(', ')})` : ''),
  );
}

for (const each of ['', '&each=1']) {
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await browser.goto(`${base}?specimen=map&fixture=crowded&hex=2216&zoom=0.84${each}`);
  await browser.until(`document.querySelector('.terrain') && document.querySelectorAll('.counter').length > 100`);
  await pause(1500);
  const counters = await browser.evaluate(`document.querySelectorAll('.counter').length`);
  console.log(each ? `${counters} counters, each in a hex of its own` : `${counters} counters in stacks`);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await measure('drag', drag, false);
  await pause(800);
  await measure('drag, with coming to rest', drag, true);
  await pause(800);
  await measure('wheel, through all zoom classes', wheel, true);
}
await browser.close();
await server.close();
fs.rmSync(outDir, { recursive: true, force: true });
process.exit(0);
