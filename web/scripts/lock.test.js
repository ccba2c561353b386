// The lock file has what every platform needs, so that `npm ci` installs the tested versions on any of them.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const lock = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, '../package-lock.json'), 'utf8'));

/** Where Node would look for a package that is needed in a folder: there and in every folder above. */
function* places(folder, name) {
  for (let at = folder; at; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))
    yield `${at}/node_modules/${name}`;
  yield `node_modules/${name}`;
}

test('every optional dependency has its entry, also those of other platforms', () => {
  const packages = Object.entries(lock.packages);
  const wanted = packages.flatMap(([folder, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => [folder, name]),
  );
  expect(wanted.length).toBeGreaterThan(20);
  const missing = wanted.filter(([folder, name]) => ![...places(folder, name)].some((place) => place in lock.packages));
  expect(missing).toEqual([]);
});
