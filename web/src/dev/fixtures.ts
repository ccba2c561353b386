// Answers of the engine, saved by `npm run fixtures`.
import type { Hex } from '../lib/hex';
import { reachOf, type Reach } from '../lib/reach';
import type {
  Action,
  Decision,
  LegalView,
  Odds,
  Phase,
  Position,
  ReachView,
  Score,
  Side,
  SupplyView,
  UnitId,
} from '../wire/types';
import crowdedJson from '../fixtures/crowded.json';
import railJson from '../fixtures/rail.json';
import routeJson from '../fixtures/route.json';
import turn1Json from '../fixtures/turn1.json';
import turn5Json from '../fixtures/turn5.json';
import turn12Json from '../fixtures/turn12.json';
import zonesJson from '../fixtures/zones.json';

/** What `pgg engine` answers to `decision`. */
interface Status {
  turn: number;
  phase: Phase;
  decision: Decision | null;
  over: boolean;
  fingerprint: string;
}
export interface Moment {
  status: Status;
  position: Position;
}
interface BothSupplies {
  german: SupplyView;
  soviet: SupplyView;
}
export const turn1 = turn1Json as unknown as Moment & { legal: LegalView; score: Score };
/** With the ways written out, as the page has them. */
const written = <T extends { reach: unknown }>(told: T) => ({ ...told, reach: reachOf(told.reach as ReachView) });

export const turn5 = { ...turn5Json, picked: written(turn5Json.picked) } as unknown as Moment & {
  legal: LegalView;
  picked: { hex: Hex; units: UnitId[]; reach: Reach };
  odds: { hex: Hex; units: UnitId[]; target: Hex; odds: Odds }[];
  supply: BothSupplies;
  score: Score;
  lastTurn: { side: Side; action: Action }[];
};
export const route = routeJson as unknown as Moment & { legal: LegalView };
export const rail = written(railJson) as unknown as Moment & { ride: { unit: UnitId; path: Hex[] }; reach: Reach };
export const turn12 = turn12Json as unknown as Moment & { score: Score; supply: BothSupplies };
export const crowded = crowdedJson as unknown as Moment;
export const zones = zonesJson as Record<'turn1' | 'turn5' | 'rail', Record<Side, Hex[]>>;
export const moments: Record<string, Moment> = { turn1, turn5, route, rail, turn12, crowded };
