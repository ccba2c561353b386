// What is in a hex, from the data alone: for naming hexes and for the hex line of the page.
import { neighbours, pair, type Hex } from './hex';
import { facts } from './facts';

export type Ground = 'clear' | 'forest' | 'swamp' | 'lake' | 'city';

export interface HexFacts {
  hex: Hex;
  ground: Ground;
  /** The city that stands here, major or minor, by id. */
  place: string | null;
  road: boolean;
  rail: boolean;
  /** Neighbours across a river, across a lake. */
  rivers: Hex[];
  lakes: Hex[];
  objective: { id: string; points: number } | null;
  entries: string[];
}

const { map } = facts;
const sets = {
  forest: new Set(map.terrain.forest),
  swamp: new Set(map.terrain.swamp),
  lake: new Set(map.terrain.lake),
  rivers: new Set(map.rivers),
  lakeHexsides: new Set(map.lakeHexsides),
  road: new Set([...map.road, ...map.roadJoins].flatMap((l) => l.split('-'))),
  rail: new Set(map.rail.flatMap((l) => l.split('-'))),
};

export function hexFacts(hex: Hex): HexFacts {
  const city = map.cities.find((c) => c.hexes.includes(hex));
  const ground: Ground = sets.lake.has(hex)
    ? 'lake'
    : city?.kind === 'major'
      ? 'city'
      : sets.forest.has(hex)
        ? 'forest'
        : sets.swamp.has(hex)
          ? 'swamp'
          : 'clear';
  const objective = facts.objectives.find((o) => o.hexes.includes(hex));
  return {
    hex,
    ground,
    place: city?.id ?? null,
    road: sets.road.has(hex),
    rail: sets.rail.has(hex),
    rivers: neighbours(hex).filter((n) => sets.rivers.has(pair(hex, n))),
    lakes: neighbours(hex).filter((n) => sets.lakeHexsides.has(pair(hex, n))),
    objective: objective ? { id: objective.id, points: objective.points } : null,
    entries: Object.entries(map.entryAreas)
      .filter(([, hexes]) => hexes.includes(hex))
      .map(([area]) => area),
  };
}
