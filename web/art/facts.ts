// What the page needs to know of `crates/core/data/`, without the sources and doubts: bundled with the page as one small file.
import { readData, readMap } from './data';
import { entryMarks } from './margin';
import { rivers } from './rivers';
import { placeNames, riverNames } from './towns';

interface GermanUnit {
  id: string;
  name: string;
  division?: string;
  type: string;
  echelon: string;
  strength: number[];
  move: number;
  turn: number;
  area: string;
}
interface SovietCounter {
  attack: number;
  defense: number;
  move: number;
  count: number;
  designations: string[];
}

export function facts() {
  const map = readMap();
  const counters = readData('counters');
  const reinforcements = readData('reinforcements');
  const victory = readData('victory');
  const tables = readData('tables');
  const pool = (list: SovietCounter[]) =>
    list.map(({ attack, defense, move, count, designations }) => ({ attack, defense, move, count, designations }));
  return {
    map: {
      terrain: map.terrain,
      lakePartial: map.lake_partial,
      cities: map.cities.map((c) => ({ id: c.name.toLowerCase(), kind: c.kind, hexes: c.hexes })),
      rivers: map.rivers,
      lakeHexsides: map.lake_hexsides,
      road: map.road,
      roadJoins: map.road_river_joins,
      rail: map.rail,
      entryAreas: map.entry_areas,
      lastAirColumn: map.air_interdiction_limit.last_column,
    },
    labels: {
      places: placeNames(map),
      rivers: riverNames(map, rivers(map).courses),
      entries: entryMarks(map),
      edgePoints: map.vp_hexes,
    },
    german: counters.german.units.map((u: GermanUnit) => ({
      id: u.id,
      name: u.name,
      division: u.division ?? null,
      kind: u.type,
      echelon: u.echelon,
      strength: u.strength,
      move: u.move,
      turn: u.turn,
      area: u.area,
    })),
    integration: {
      divisions: counters.german.integration.divisions_that_double,
      mayShare: counters.german.integration.may_share_hex_with_two_regiment_motorized_division,
    },
    soviet: {
      untriedMove: {
        rifle: counters.soviet.untried.rifle.move,
        tank: counters.soviet.untried.tank.move,
        mechanised: counters.soviet.untried.mechanised.move,
      },
      rifle: pool(counters.soviet.rifle),
      tank: pool(counters.soviet.tank),
      mechanised: pool(counters.soviet.mechanised),
      leaders: counters.soviet.leaders.map(
        (l: { id: string; name: string; army: string; rating: number; move: number }) => ({
          id: l.id,
          name: l.name,
          army: l.army,
          rating: l.rating,
          move: l.move,
        }),
      ),
    },
    arrivals: {
      german: reinforcements.german_schedule.map(
        (s: { turn: number; area: string; corps?: string; formations: string[] }) => ({
          turn: s.turn,
          area: s.area,
          corps: s.corps ?? null,
          formations: s.formations,
        }),
      ),
      soviet: reinforcements.soviet_schedule.map(
        (s: { turn: number; area: string; rifle: number; armoured: number; leader?: string; army?: string }) => ({
          turn: s.turn,
          area: s.area,
          rifle: s.rifle,
          armoured: s.armoured,
          leader: s.leader ?? null,
          army: s.army ?? null,
        }),
      ),
      firstDay: reinforcements.dates.turn_1,
      front: {
        turn: reinforcements.south_western_front.max_per_turn,
        game: reinforcements.south_western_front.max_per_game,
        points: frontPoints(reinforcements.south_western_front),
      },
    },
    objectives: victory.objectives.map((o: { id: string; hexes: string[]; vp: number; vp_1976?: number }) => ({
      id: o.id,
      hexes: o.hexes,
      points: o.vp,
      points1976: o.vp_1976 ?? o.vp,
    })),
    sovietPoints: {
      division: victory.soviet.per_german_division_eliminated,
      recapture: victory.soviet.per_city_recaptured,
    },
    levels: victory.levels,
    crt: {
      reference: { columns: tables.crt.columns, rows: tables.crt.rows },
      1976: { columns: tables.crt_1976.columns, rows: tables.crt_1976.rows },
    },
  };
}

/** What the German gets for each division of the Front, one after another [14.23]: the price goes up after five. */
function frontPoints(front: {
  max_per_game: number;
  vp_to_german: { first_five_each: number; next_five_each: number };
}) {
  const { first_five_each: first, next_five_each: next } = front.vp_to_german;
  return Array.from({ length: front.max_per_game }, (_, i) => (i < 5 ? first : next));
}
