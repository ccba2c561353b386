// `npm run fixtures`: asks the engine itself for what the tests and the specimens are drawn from, so that nothing in them
// is invented. Needs the binary: set PGG to its path, or have built it in the workspace's target folder.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.join(here, '../src/fixtures');
const built = ['release', 'debug'].map((p) => path.join(here, '../../target', p, 'pgg')).find((p) => fs.existsSync(p));
const pgg = process.env.PGG ?? built;
if (!pgg) throw new Error('no pgg: run `cargo build -p pgg`, or set PGG to the path of the binary');

/** One session of `pgg engine`. */
function engine() {
  const child = spawn(pgg, ['engine'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (request) => {
    child.stdin.write(JSON.stringify(request) + '\n');
    const reply = JSON.parse((await lines.next()).value);
    if (!reply.ok) throw new Error(JSON.stringify(request) + ' was refused: ' + JSON.stringify(reply.error));
    return reply;
  };
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pgg-fixtures-'));
execFileSync(pgg, [
  ...['sim', '--german', 'cadet', '--soviet', 'cadet', '--games', '11', '--seed', '41', '--records', folder],
]);
const readRecord = (name) => {
  const text = fs.readFileSync(path.join(folder, name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((l) => JSON.parse(l));
};
let record = readRecord('game-000000.jsonl');
let actions = record.filter((l) => l.n);
const ask = engine();

/** The position before the first action for which the test holds, and the number of actions until then. */
async function until(test) {
  await ask({ cmd: 'load', record: [record[0]], seed: 1 });
  for (const [n, line] of actions.entries()) {
    const status = await ask({ cmd: 'decision' });
    if (test(status, line)) return { status, n };
    const chance = line.chance ?? [];
    await ask({
      cmd: 'apply',
      action: line.action,
      dice: chance.flatMap((c) => (c.die ? [c.die] : [])),
      reveals: chance.flatMap((c) => (c.reveal ? [c.reveal.counter.split(' ')[1]] : [])),
      kinds: chance.flatMap((c) => (c.draw && c.draw.unit.startsWith('a') ? [c.draw.kind] : [])),
    });
  }
  throw new Error('the game has no such moment');
}
const position = async () => (await ask({ cmd: 'position' })).position;
const supply = async () => ({
  german: (await ask({ cmd: 'supply', side: 'german' })).supply,
  soviet: (await ask({ cmd: 'supply', side: 'soviet' })).supply,
});
const save = (name, value) => {
  fs.mkdirSync(out, { recursive: true });
  fs.writeFileSync(path.join(out, `${name}.json`), JSON.stringify(value) + '\n');
};

// Turn 1, the Soviet player about to move.
let at = await until((s) => s.turn === 1 && s.phase === 'soviet_movement');
save('turn1', {
  status: at.status,
  position: await position(),
  legal: (await ask({ cmd: 'legal' })).legal,
  score: (await ask({ cmd: 'score' })).score,
});

// Turn 5, German movement: a whole panzer division in hand, and everything the page shows beside it.
at = await until((s) => s.turn === 5 && s.phase === 'german_movement');
const five = await position();
const whole = Object.entries(five.units).map(([hex, units]) => [hex, units.map((u) => u.split(' ')[0])]);
const german = whole.filter(([, units]) => !/^[ra]\d/.test(units[0]) && units[0].includes('-'));
const divisions = german.filter(
  ([, units]) => new Set(units.map((u) => u.split('-')[0])).size === 1 && units.length === 3,
);
const reached = (reach) => reach.hexes.reduce((n, [, , hexes]) => n + hexes.length, 0);
let picked = null;
for (const [hex, units] of divisions) {
  const { reach } = await ask({ cmd: 'reach', units });
  if (!picked || reached(reach) > reached(picked.reach)) picked = { hex, units, reach };
}
// Odds of every stack against one enemy beside it; they also tell whether the stack is integrated.
const odds = [];
for (const [hex, units] of german) {
  for (const [target, enemies] of whole) {
    if (!/^[ra]\d/.test(enemies[0])) continue;
    try {
      odds.push({ hex, units, target, odds: (await ask({ cmd: 'odds', units, targets: [target] })).odds });
      break;
    } catch {
      // Not beside each other.
    }
  }
}
save('turn5', {
  status: at.status,
  position: five,
  legal: (await ask({ cmd: 'legal' })).legal,
  picked,
  odds,
  supply: await supply(),
  score: (await ask({ cmd: 'score' })).score,
  lastTurn: actions
    .slice(0, at.n)
    .reverse()
    .slice(0, 120)
    .reverse()
    .map((l) => ({ side: l.side, action: l.action })),
});

// Turn 5 and later, in the thick of a combat: a retreat to be routed.
at = await until((s) => s.turn >= 5 && s.decision?.question === 'route' && s.decision.side === 'german');
save('route', { status: at.status, position: await position(), legal: (await ask({ cmd: 'legal' })).legal });

// Turn 6, Soviet movement: a division that may ride.
at = await until((s, l) => s.turn === 6 && s.phase === 'soviet_movement' && l.action.ride);
const rider = actions[at.n].action.ride;
save('rail', {
  status: at.status,
  position: await position(),
  ride: rider,
  reach: (await ask({ cmd: 'reach', units: [rider.unit] })).reach,
});

// The end of the game.
at = await until((s) => s.turn === 12 && s.phase === 'air_interdiction');
save('turn12', {
  status: at.status,
  position: await position(),
  score: (await ask({ cmd: 'score' })).score,
  supply: await supply(),
});

// The most crowded moment of another game, for measuring: over 150 units on the map.
record = readRecord('game-000010.jsonl');
actions = record.filter((l) => l.n);
let line = 0;
at = await until(() => line++ === 1360);
save('crowded', { status: at.status, position: await position() });

await ask({ cmd: 'quit' });
fs.rmSync(folder, { recursive: true });
