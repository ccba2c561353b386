// The law of the referee in the page: its module answers what the native build answers, byte for byte. Reads on its standard input
// what that answered (`cargo run -p pgg-wasm --example transcript`), puts the same messages to the module, and compares.
//
// node scripts/referee/agree.js REFEREE TABLE < TRANSCRIPT: questions are put to the first module, which has no programs and no table,
// the rest to the second.
import fs from 'node:fs';
import { createInterface } from 'node:readline';

/** Differences that are shown in full; the rest are counted. */
const SHOWN = 5;

const [small, whole] = process.argv.slice(2, 4).map((file) => new WebAssembly.Module(fs.readFileSync(file)));
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A module of its own for each purpose: one for questions, one for the program of each side, one for the table. */
function start(module) {
  const page = { watch: () => {} };
  const { memory, room, told, ...calls } = new WebAssembly.Instance(module, { page }).exports;
  return (name, message) => {
    const bytes = encoder.encode(message);
    const at = room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    const length = calls[name]();
    const answer = decoder.decode(new Uint8Array(memory.buffer, told(), Math.abs(length)));
    if (length < 0) throw new Error(`${name}: ${answer}`);
    return answer;
  };
}
const questions = start(small);
const players = { german: start(whole), soviet: start(whole) };
const table = start(whole);

function answerTo(call, message) {
  const [name, side] = call.split(' ');
  if (!side) return questions(name, message);
  if (side === 'table') return table(name, message);
  const player = players[side];
  if (name === 'choose') player('place', message);
  return player(name, message);
}

const counts = {};
let differ = 0;
let line = 0;
for await (const text of createInterface({ input: process.stdin })) {
  line++;
  const [call, message, expected] = text.split('\t');
  const answer = answerTo(call, message);
  const name = call.split(' ')[0];
  counts[name] = (counts[name] ?? 0) + 1;
  if (answer === expected) continue;
  differ++;
  if (differ > SHOWN) continue;
  let at = 0;
  while (answer[at] === expected[at]) at++;
  const around = (whole) => whole.slice(Math.max(0, at - 60), at + 60);
  console.log(`line ${line}, ${call}, from character ${at}:`);
  console.log(`  native: ${around(expected)}\n  module: ${around(answer)}\n  asked: ${message.slice(0, 400)}`);
}
if (!counts.ask || !counts.choose || !counts.receive) {
  console.log('nothing was compared: is the transcript complete?');
  process.exit(1);
}
const { place, ask, seat, choose, open, receive } = counts;
console.log(
  `referee: ${place} positions, ${ask} rounds of questions; ${seat} programs, ${choose} choices; ` +
    `${open} games at a table, ${receive} messages; ${differ} differ`,
);
process.exit(differ ? 1 : 0);
