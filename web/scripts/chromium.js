// A headless Chromium spoken to over its debugging pipe: enough for looking and for measuring, with no further package.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export async function openChromium({ width, height, scale = 1 }) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-chromium-'));
  const child = spawn(
    process.env.CHROMIUM ?? 'chromium',
    [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--hide-scrollbars', '--disable-sync'],
      ...['--disable-background-networking', '--disable-component-update', '--remote-debugging-pipe'],
      ...[`--user-data-dir=${profile}`, `--window-size=${width},${height}`, `--force-device-scale-factor=${scale}`],
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [, , , to, from] = child.stdio;
  const waiting = new Map();
  const listeners = new Set();
  let [rest, last] = ['', 0];
  from.on('data', (data) => {
    const parts = (rest + data).split('\0');
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      const waiter = waiting.get(message.id);
      waiting.delete(message.id);
      if (!waiter) for (const listen of listeners) listen(message);
      else if (message.error) waiter.reject(new Error(message.error.message));
      else waiter.resolve(message.result);
    }
  });
  let session;
  const send = (method, params = {}, sessionId = session) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject });
      to.write(JSON.stringify({ id: last, method, params, sessionId }) + '\0');
    });
  const { targetInfos } = await send('Target.getTargets');
  const page = targetInfos.find((t) => t.type === 'page');
  ({ sessionId: session } = await send('Target.attachToTarget', { targetId: page.targetId, flatten: true }));
  await send('Page.enable');
  await send('Runtime.enable');
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false });

  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  const until = async (expression, ms = 15000) => {
    for (const end = Date.now() + ms; Date.now() < end;) {
      if (await evaluate(expression)) return;
      await new Promise((r) => setTimeout(r, 50));
    }
    throw new Error(`waited in vain for ${expression}`);
  };
  return {
    send,
    evaluate,
    until,
    listen: (f) => listeners.add(f),
    goto: (url) => send('Page.navigate', { url }),
    async picture(file) {
      const { data } = await send('Page.captureScreenshot', { format: 'png' });
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, Buffer.from(data, 'base64'));
    },
    async close() {
      await send('Browser.close', {}, undefined).catch(() => {});
      await new Promise((r) => (child.exitCode === null ? child.on('exit', r) : r()));
      fs.rmSync(profile, { recursive: true, force: true });
    },
  };
}
