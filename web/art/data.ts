// The files of `crates/core/data/` that the drawing is made from.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hex } from '../src/lib/hex';

export interface City {
  name: string;
  kind: 'major' | 'minor';
  hex: Hex;
  hexes: Hex[];
}
export interface MapData {
  terrain: { forest: Hex[]; swamp: Hex[]; lake: Hex[] };
  lake_partial: Hex[];
  cities: City[];
  vp_hexes: Record<Hex, number>;
  rivers: string[];
  lake_hexsides: string[];
  road: string[];
  road_river_joins: string[];
  rail: string[];
  road_exits: Record<Hex, string>;
  rail_exits: Record<Hex, string>;
  entry_areas: Record<string, Hex[]>;
  air_interdiction_limit: { last_column: number };
  river_names: Record<string, string[]>;
}

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../crates/core/data');

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the callers know the shape of the file they name
export function readData<T = any>(name: string): T {
  return JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8')) as T;
}
export const readMap = () => readData<MapData>('map');
