// The facts of `crates/core/data/` that the page draws with, as `npm run art` gathers them.
import type { Hex } from './hex';
import type { Side } from '../wire/types';
import json from '../generated/facts.json';

export type GermanKind = 'panzer' | 'panzergrenadier' | 'motorized' | 'infantry' | 'cavalry';
export type SovietKind = 'rifle' | 'tank' | 'mechanised';
export type Kind = GermanKind | SovietKind | 'leader';

export interface GermanUnit {
  id: string;
  name: string;
  division: string | null;
  kind: GermanKind;
  echelon: 'regiment' | 'division';
  /** Strength at each step, full first. */
  strength: number[];
  move: number;
  turn: number;
  area: string;
}
export interface SovietCounter {
  attack: number;
  defense: number;
  move: number;
  count: number;
  designations: string[];
}
export interface LeaderFact {
  id: string;
  name: string;
  army: string;
  rating: number;
  move: number;
}
export interface Facts {
  map: {
    terrain: { forest: Hex[]; swamp: Hex[]; lake: Hex[] };
    lakePartial: Hex[];
    cities: { id: string; kind: 'major' | 'minor'; hexes: Hex[] }[];
    rivers: string[];
    lakeHexsides: string[];
    road: string[];
    roadJoins: string[];
    rail: string[];
    entryAreas: Record<string, Hex[]>;
    lastAirColumn: number;
  };
  labels: {
    places: { id: string; major: boolean; x: number; y: number; farY: number; anchor: 'start' | 'middle' | 'end' }[];
    rivers: { id: string; d: string }[];
    entries: { areas: string[]; side: Side; d: string; x: number; y: number }[];
    edgePoints: Record<Hex, number>;
  };
  german: GermanUnit[];
  integration: { divisions: string[]; mayShare: string[] };
  soviet: {
    untriedMove: Record<SovietKind, number>;
    rifle: SovietCounter[];
    tank: SovietCounter[];
    mechanised: SovietCounter[];
    leaders: LeaderFact[];
  };
  arrivals: {
    german: { turn: number; area: string; corps: string | null; formations: string[] }[];
    soviet: {
      turn: number;
      area: string;
      rifle: number;
      armoured: number;
      leader: string | null;
      army: string | null;
    }[];
    firstDay: string;
    /**
     * Divisions of the South-Western Front that may be called, in a turn and in the game [14.2], and the points that the German
     * gets for each, one after another [14.23].
     */
    front: { turn: number; game: number; points: number[] };
  };
  objectives: { id: string; hexes: Hex[]; points: number; points1976: number }[];
  /** For a German division wholly eliminated, and for a city recaptured. */
  sovietPoints: { division: number; recapture: number };
  levels: { min: number | null; max: number | null; winner: Side; level: string }[];
  crt: Record<'reference' | '1976', { columns: string[]; rows: Record<string, string[]> }>;
}

export const facts = json as unknown as Facts;

export const germanUnits: ReadonlyMap<string, GermanUnit> = new Map(facts.german.map((u) => [u.id, u]));
export const leaders: ReadonlyMap<string, LeaderFact> = new Map(facts.soviet.leaders.map((l) => [l.id, l]));

const regimentsOf = (division: string) => facts.german.filter((u) => u.division === division).map((u) => u.id);
/** The units of each German division that integrates [7.3]. */
export const divisionUnits: ReadonlyMap<string, string[]> = new Map(
  facts.integration.divisions.map((d) => [d, regimentsOf(d)]),
);

/** Every Soviet counter by its name: its kind, its strength and which of those alike it is. */
export const countersByName: ReadonlyMap<string, { kind: SovietKind; strength: [number, number, number] }> = new Map(
  (['rifle', 'tank', 'mechanised'] as const).flatMap((kind) =>
    facts.soviet[kind].flatMap(({ attack, defense, count }) =>
      Array.from({ length: count }, (_, i) => {
        const strength: [number, number, number] = [attack, defense, i + 1];
        return [`${kind} ${attack}-${defense}#${i + 1}`, { kind, strength }] as const;
      }),
    ),
  ),
);
