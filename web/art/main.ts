// Makes everything that is drawn once and for all from `crates/core/data/`: run by `npm run art` into `src/generated/`.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { readData, readMap } from './data';
import { facts } from './facts';
import { readRules } from './rules';
import { grainPicture, reliefPictures } from './raster';
import { terrainSvg } from './terrain';

const out = path.join(path.dirname(fileURLToPath(import.meta.url)), '../src/generated');

/** The rules in every language there is; where a translation is missing the page falls back to English. */
function rules(): Record<string, string> {
  const [en, ja] = [readRules('rulebook.md'), readRules('rulebook.ja.md')];
  return { 'rules.en.json': JSON.stringify(en), 'rules.ja.json': JSON.stringify(ja) };
}

/** Games from the middle, each fetched when somebody begins one. */
const SCENARIOS = ['turn-4', 'turn-8'];
const scenarios = () =>
  Object.fromEntries(SCENARIOS.map((name) => [`${name}.json`, JSON.stringify(readData(`scenarios/${name}`))]));

export function make() {
  const map = readMap();
  const files: Record<string, string | Buffer> = {
    'terrain.svg': terrainSvg(map),
    'facts.json': JSON.stringify(facts()),
    'grain.png': grainPicture(),
    ...reliefPictures(map),
    ...rules(),
    ...scenarios(),
  };
  fs.mkdirSync(out, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(out, name);
    const bytes = Buffer.from(content);
    // An unchanged file keeps its date, so that a running development server does not reload.
    if (fs.existsSync(file) && fs.readFileSync(file).equals(bytes)) continue;
    fs.writeFileSync(file, bytes);
    console.log(`${name}: ${bytes.length} bytes, ${gzipSync(bytes).length} compressed`);
  }
}
