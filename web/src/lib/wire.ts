// The forms of core's JSON as the page uses them: `docs/position-format.md` and `docs/engine-protocol.md` say what each
// means. All message types of the page stand here, so that types generated from Rust can take their place.
import type { Hex } from './hex';

export type Side = 'german' | 'soviet';
export type UnitId = string;
export type Phase =
  | 'soviet_set_up'
  | 'german_set_up'
  | 'evacuation'
  | 'soviet_movement'
  | 'soviet_combat'
  | 'soviet_interdiction'
  | 'german_movement'
  | 'german_combat'
  | 'mechanized_movement'
  | 'air_interdiction'
  | 'game_over';

export interface Options {
  edition?: 'reference' | '1976';
  rail_cut?: boolean;
  leader_evacuation?: boolean;
  historical_draw?: boolean;
}

/** A position; what has its default is left out. */
export interface Position {
  format?: string;
  options?: Options;
  turn?: number;
  phase?: Phase;
  ending?: boolean;
  units: Record<Hex, string[]>;
  waiting?: string[];
  scheduled?: string[];
  dead?: string[];
  owed?: Record<string, { rifle?: number; armoured?: number }>;
  provisional?: number | null;
  front?: number;
  air?: Hex[];
  soviet_marker?: Hex | null;
  soviet_marker_uses?: number;
  rail_cuts?: Hex[];
  rail_repaired?: Hex[];
  rail_used?: number;
  german_control?: Hex[];
  recaptures?: number;
  dead_pile?: string[];
  group?: { units: UnitId[]; start: Hex | null; entering?: boolean; cuttable?: Hex | null };
  combat?: Combat;
}
export interface Combat {
  attacker: Side;
  attackers: UnitId[];
  defenders: UnitId[];
  targets: Hex[];
  origins: Hex[];
  overrun: boolean;
  result?: string | null;
  stage?: unknown;
}

export interface Decision {
  side: Side;
  question: string;
  n?: number;
  hex?: Hex;
}
export interface Status {
  turn: number;
  phase: Phase;
  decision: Decision | null;
  over: boolean;
  fingerprint: string;
}

export interface ReachHex {
  hex: Hex;
  /** In half-points. */
  cost: number;
  path: Hex[];
  stops: boolean;
  road: boolean;
}
export interface Refusal {
  case: string | null;
  reason: string;
  message: string;
  facts?: Record<string, unknown>;
}
export interface Reach {
  start: Hex;
  hexes: ReachHex[];
  blocked: (Refusal & { from: Hex; hex: Hex })[];
  rail: { unit: UnitId; hexes: { hex: Hex; cost: number; path: Hex[] }[]; refused?: Refusal | null }[];
}

export interface Spread {
  mean: number;
  least: number;
  most: number;
}
export interface Odds {
  overrun: boolean;
  exact: boolean;
  attack: Spread;
  defense: Spread;
  columns: [string, number][];
  results: [string, number][];
  called_off: number;
  walkover: number;
  modifiers: { case: string; what: string; hex: Hex | null; units: UnitId[]; value: number }[];
}

export interface UnitSupply {
  unit: UnitId;
  hex: Hex;
  in_supply: boolean;
  by: 'road' | 'direct' | 'leader' | 'east_edge' | 'entered' | 'none';
  line: Hex[];
  leader: UnitId | null;
  loc: boolean;
}
export interface SideSupply {
  side: Side;
  units: UnitSupply[];
  out_of_supply: UnitId[];
  live_road?: Hex[];
}

export interface Score {
  objectives: [string, number][];
  front: number;
  divisions_lost: string[];
  recaptures: number;
  total: number;
  level: string;
  draw: boolean;
}

export type Action =
  | 'take_loss'
  | 'take_retreat'
  | 'done'
  | { deploy: { unit: UnitId; hex: Hex } }
  | { interdict: { hex: Hex } }
  | { evacuate: { unit: UnitId } }
  | { enter: { who: string; hex: Hex; rail?: boolean } }
  | { move: { units: UnitId[]; path: Hex[] } }
  | { ride: { unit: UnitId; path: Hex[] } }
  | { overrun: { units: UnitId[]; target: Hex } }
  | { cut_rail: { hex: Hex } }
  | { lift_cut: { hex: Hex } }
  | { attack: { targets: Hex[]; units: UnitId[] } }
  | { lose_step: { unit: UnitId } }
  | { route: { stack: Hex; to: Hex } }
  | { remove: { unit: UnitId } }
  | { advance: { unit: UnitId; path: Hex[] } };
export interface Legal {
  actions: Action[];
  overruns: { from: Hex; target: Hex; units: UnitId[] }[];
  attacks: { target: Hex; units: UnitId[] }[];
  leader_duties: { stack: UnitId[]; reserves: UnitId[]; leaders: UnitId[] }[];
  capable: UnitId[];
}
