// `npm run site`: makes a folder from the built page (`npm run build`) that any static host can serve, under any path. It is the same
// page, which is told that there is no server, with a service worker that keeps all of it and the games to read.
//
// node scripts/site.js [FOLDER], by default ../target/site.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const web = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const built = path.join(web, 'dist');
const folder = path.resolve(process.argv[2] ?? path.join(web, '../target/site'));

/** As the server's (`crates/server/src/page.rs`), without what only a header can say. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'";

const assets = fs.existsSync(built) ? fs.readdirSync(path.join(built, 'assets')) : [];
if (!assets.some((name) => /^table-.*\.wasm$/.test(name))) {
  console.error('site: the page was built without the referee; run `cargo xtask site`, which builds both');
  process.exit(1);
}

fs.rmSync(folder, { recursive: true, force: true });
fs.cpSync(built, folder, { recursive: true });

const { module: art } = await runnerImport(path.join(web, 'art/games.ts'));
const games = art.readGames();
fs.mkdirSync(path.join(folder, 'games'));
fs.writeFileSync(path.join(folder, 'games/games.json'), JSON.stringify(games));
for (const { file } of games) {
  const name = `${file}.jsonl`;
  fs.copyFileSync(path.join(art.GAMES, name), path.join(folder, 'games', name));
}

const index = path.join(folder, 'index.html');
fs.writeFileSync(index, pageWithoutServer(fs.readFileSync(index, 'utf8')));

const files = fs
  .readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  .sort();
const worker = fs.readFileSync(path.join(web, 'site/sw.js'), 'utf8');
const version = createHash('sha256').update(worker);
for (const name of files) version.update(name).update(fs.readFileSync(path.join(folder, name)));
// The page goes by the name of its folder: some hosts lead from the other name to this one.
const kept = ['./', ...files.filter((name) => name !== 'index.html')];
const site = JSON.stringify({ version: version.digest('hex').slice(0, 16), files: kept });
fs.writeFileSync(path.join(folder, 'sw.js'), replaced(worker, "{ version: '', files: [] }", site));

const bytes = files.reduce((sum, name) => sum + fs.statSync(path.join(folder, name)).size, 0);
console.log(`site: ${files.length + 1} files, ${(bytes / 1e6).toFixed(1)} MB, in ${folder}`);

function pageWithoutServer(html) {
  const told = replaced(html, '<html lang="en">', '<html lang="en" data-server="none">');
  const policy = `<meta http-equiv="content-security-policy" content="${POLICY}" />`;
  const kept = '<meta name="referrer" content="same-origin" />';
  const protectedBy = replaced(
    told,
    '<meta charset="utf-8" />',
    `<meta charset="utf-8" />\n    ${policy}\n    ${kept}`,
  );
  return protectedBy.replace(/(href|src)="\//g, '$1="./');
}

function replaced(text, what, by) {
  if (!text.includes(what)) throw new Error(`there is no ${what}`);
  return text.replace(what, () => by);
}
