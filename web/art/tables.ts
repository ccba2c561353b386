// The tables of the rulebook, made from `crates/core/data/`: in `docs/rulebook.md` (and its translation) they stand between
// `<!-- table: NAME -->` and `<!-- /table -->`, written there by `npm run tables` and held to the data by a test. So every number is
// stated once, in the data, and the book can be read as it is.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, half, type Locale } from '../src/i18n/format';
import { en } from '../src/i18n/messages.en';
import { ja } from '../src/i18n/messages.ja';
import type { Key, Message } from '../src/i18n/messages.en';
import { readData } from './data';
import { wordsOf } from './tables.words';

type Cell = string | number;
interface Table {
  head: Cell[];
  rows: Cell[][];
}
interface SovietCounter {
  attack: number;
  defense: number;
  move: number;
  count: number;
}
interface GermanUnit {
  id: string;
  type: string;
  echelon: string;
  strength: number[];
  move: number;
  steps: number;
}
interface Leader {
  id: string;
  army: string;
  rating: number;
  move: number;
  steps: number;
  turn?: number;
  area?: string;
}

/** The words of the page and of the tables, in one language. */
class Writer {
  readonly words;
  constructor(readonly locale: Locale) {
    this.words = wordsOf(locale);
  }
  t(key: Key, values: Record<string, string | number> = {}): string {
    const catalogue: Record<Key, Message> = this.locale === 'ja' ? ja : en;
    return format(this.locale, catalogue[key], values);
  }
  /** `7th Panzer Division`, from `pz7`. */
  formation(id: string): string {
    const [, type, number] = /^(pz|mot|inf|cav)(\d+)$/.exec(id) ?? [];
    return type ? this.t(`division.${type}` as Key, { n: Number(number) }) : this.t(`division.${id}` as Key);
  }
  kind(kind: string): string {
    const name = this.t(`kind.${kind}` as Key);
    return name[0].toUpperCase() + name.slice(1);
  }
  army(name: string): string {
    const n = Number.parseInt(name, 10);
    return n ? this.t('army.number', { n }) : this.t('army.reserve');
  }
  leader(id: string): string {
    return this.t(`leader.${id}` as Key);
  }
  list(cells: readonly string[]): string {
    return cells.join(this.t('list.comma'));
  }
  divisions({ rifle, armoured }: { rifle: number; armoured: number }): string {
    const { rifles, armour } = this.words;
    return this.list([...(rifle ? [rifles(rifle)] : []), ...(armoured ? [armour(armoured)] : [])]);
  }
  /** A row of hexes along an edge by its ends. */
  hexes(hexes: readonly string[]): string {
    return hexes.length > 2 ? this.words.to(hexes[0], hexes[hexes.length - 1]) : this.list(hexes);
  }
}

const spread = (list: readonly number[]) =>
  Math.min(...list) === Math.max(...list) ? String(list[0]) : `${Math.min(...list)}–${Math.max(...list)}`;
const sum = (list: readonly SovietCounter[]) => list.reduce((n, c) => n + c.count, 0);

const TABLES: Record<string, (w: Writer) => Table> = {
  units(w) {
    const { german, soviet } = readData('counters');
    const kinds = ['infantry', 'panzer', 'panzergrenadier', 'motorized', 'cavalry'];
    const germans = kinds.map((kind): Cell[] => {
      const units = (german.units as GermanUnit[]).filter((u) => u.type === kind);
      const strengths = [...new Set(units.map((u) => u.strength.join('-')))].sort();
      const [first] = units;
      return [
        w.kind(kind),
        w.t('side.german'),
        w.words.echelon[first.echelon],
        first.steps,
        strengths.join(w.words.or),
        first.move,
        w.words.moves[kind],
      ];
    });
    const soviets = ['rifle', 'tank', 'mechanised'].map((kind): Cell[] => {
      const list = soviet[kind] as SovietCounter[];
      const [attack, defence] = [spread(list.map((c) => c.attack)), spread(list.map((c) => c.defense))];
      return [
        w.kind(kind),
        w.t('side.soviet'),
        w.words.echelon.division,
        soviet.steps,
        kind === 'rifle' ? w.words.rifle(attack, defence) : attack,
        soviet.untried[kind].move,
        w.words.moves[kind],
      ];
    });
    const leaders = soviet.leaders as Leader[];
    const leader: Cell[] = [
      w.kind('leader'),
      w.t('side.soviet'),
      w.words.echelon.army,
      leaders[0].steps,
      w.words.rating(spread(leaders.map((l) => l.rating))),
      leaders[0].move,
      w.words.moves.leader,
    ];
    return { head: w.words.head.units, rows: [...germans, ...soviets, leader] };
  },

  setup(w) {
    interface Army {
      army: string;
      hexes: string[];
      rifle: number;
      armoured: number;
      leader: string;
    }
    const { armies } = readData<{ soviet_setup: { armies: Army[] } }>('reinforcements').soviet_setup;
    const rows = armies.map((a) => [w.army(a.army), w.leader(a.leader), w.divisions(a), w.hexes(a.hexes)]);
    return { head: w.words.head.setup, rows };
  },

  terrain(w) {
    interface Row {
      id: string;
      cost: Record<string, number> | string | null;
      combat: string | null;
      supply: string | null;
    }
    const ground = readData<{ tec: { rows: Row[] } }>('tables').tec.rows;
    const order = ['clear', 'forest', 'swamp', 'major_city', 'minor_city', 'road', 'river', 'lake', 'railroad'];
    const { terrain, effect, head } = w.words;
    const points = (n: number) => half(n * 2);
    const rows = order.map((id): Cell[] => {
      const row = ground.find((r) => r.id === id) as Row;
      const end = [row.combat, row.supply].map((e) => (e ? effect[e] : '–'));
      if (row.cost === null) return [terrain[id], w.words.never, '', '', '', ...end];
      if (typeof row.cost === 'string') return [terrain[id], effect[row.cost], '', '', '', ...end];
      const { german_add: german, soviet_add: soviet, all, others, ...own } = row.cost;
      if (german) {
        const both = w.words.river(points(german), points(soviet));
        return [terrain[id], both, `+${points(german)}`, both, `+${points(soviet)}`, ...end];
      }
      const of = (kind: string) => points(own[kind] ?? others ?? all);
      return [terrain[id], of('foot'), of('cavalry'), of('motor'), of('leader'), ...end];
    });
    return { head: head.terrain, rows };
  },

  crt: (w) => results(w, 'crt'),
  'crt-1976': (w) => results(w, 'crt_1976'),

  leaders(w) {
    const list = readData('counters').soviet.leaders as Leader[];
    const rows = list.map((l) => [
      w.leader(l.id),
      w.army(l.army),
      l.rating,
      l.turn ? w.words.arrives(l.turn, l.area ?? '') : w.words.setUp,
    ]);
    return { head: w.words.head.leaders, rows };
  },

  rifles(w) {
    const list = readData('counters').soviet.rifle as SovietCounter[];
    const upTo = (most: number) => Array.from({ length: most + 1 }, (_, n) => n);
    const defences = upTo(Math.max(...list.map((c) => c.defense)));
    const rows = upTo(Math.max(...list.map((c) => c.attack))).map((attack): Cell[] => [
      attack,
      ...defences.map((d) => list.find((c) => c.attack === attack && c.defense === d)?.count ?? ''),
    ]);
    return { head: [w.words.rifleCup(sum(list)), ...defences], rows };
  },

  armour(w) {
    const { tank, mechanised } = readData<{ soviet: Record<'tank' | 'mechanised', SovietCounter[]> }>(
      'counters',
    ).soviet;
    const strengths = [...new Set([...tank, ...mechanised].map((c) => c.attack))].sort((a, b) => a - b);
    const of = (list: SovietCounter[], n: number) => list.find((c) => c.attack === n)?.count ?? '';
    const { armour } = w.words.head;
    return {
      head: [armour.strength, armour.tank(sum(tank)), armour.mechanised(sum(mechanised))],
      rows: strengths.map((n) => [n, of(tank, n), of(mechanised, n)]),
    };
  },

  provisional(w) {
    const { die } = readData<{ soviet_provisional: { die: Record<string, { hexes: string[]; same_as?: string }> } }>(
      'reinforcements',
    ).soviet_provisional;
    const rows = Object.entries(die).map(([n, { hexes, same_as }]) => [n, w.hexes(hexes), same_as ?? '–']);
    return { head: w.words.head.provisional, rows };
  },

  areas(w) {
    interface Area {
      side: 'german' | 'soviet';
      hexes: string[];
      edge: string;
    }
    const { areas } = readData<{ areas: Record<string, Area> }>('reinforcements');
    const rows = Object.entries(areas).map(([name, { side, hexes, edge }]) => [
      name,
      w.t(`side.${side}`),
      w.words.edge[edge],
      w.hexes(hexes),
    ]);
    return { head: w.words.head.areas, rows };
  },

  objectives(w) {
    interface Objective {
      id: string;
      hexes: string[];
      vp: number;
      vp_1976?: number;
      city: 'major' | 'minor' | null;
    }
    const { objectives } = readData<{ objectives: Objective[] }>('victory');
    const rows = objectives.map((o) => [
      o.city ? w.t(`place.${o.id}` as Key) : w.t('hex.name', { hex: o.hexes[0] }),
      w.words.city[o.city ?? 'none'],
      w.list(o.hexes),
      o.vp_1976 ? w.words.in1976(o.vp, o.vp_1976) : o.vp,
    ]);
    return { head: w.words.head.objectives, rows };
  },

  levels(w) {
    interface Level {
      min: number | null;
      max: number | null;
      winner: string;
      level: string;
    }
    const { levels } = readData<{ levels: Level[] }>('victory');
    const rows = levels.map(({ min, max, winner, level }) => [
      min === null ? w.words.most(max ?? 0) : max === null ? w.words.least(min) : w.words.to(min, max),
      w.t(`home.victory.${winner}_${level}` as Key),
    ]);
    return { head: w.words.head.levels, rows };
  },

  'soviet-arrivals'(w) {
    interface Arrival {
      turn: number;
      area: string;
      rifle: number;
      armoured: number;
      leader?: string;
      army?: string;
    }
    const schedule = readData('reinforcements').soviet_schedule as Arrival[];
    const rows = schedule.map((s) => [
      s.turn,
      s.area,
      w.divisions(s),
      s.leader ? w.t('leader.of', { name: w.leader(s.leader), army: w.army(s.army ?? '') }) : '–',
    ]);
    return { head: w.words.head.soviet, rows };
  },

  'german-arrivals'(w) {
    interface Arrival {
      turn: number;
      area: string;
      corps?: string;
      formations: string[];
    }
    const schedule = readData('reinforcements').german_schedule as Arrival[];
    const rows = schedule.map((s) => [
      s.turn,
      s.area,
      w.list(s.formations.map((f) => w.formation(f))),
      s.corps ? w.words.corps(Number.parseInt(s.corps, 10)) : '–',
    ]);
    return { head: w.words.head.german, rows };
  },
};

function results(w: Writer, name: 'crt' | 'crt_1976'): Table {
  const { columns, rows } =
    readData<Record<string, { columns: string[]; rows: Record<string, string[]> }>>('tables')[name];
  return { head: [w.words.die, ...columns], rows: Object.entries(rows).map(([die, cells]) => [die, ...cells]) };
}

export const TABLE_NAMES = Object.keys(TABLES);

/** A table as the lines of its Markdown. */
export function tableOf(name: string, locale: Locale): string[] {
  const make = TABLES[name];
  if (!make) throw new Error(`there is no table '${name}': one of ${TABLE_NAMES.join(', ')}`);
  const { head, rows } = make(new Writer(locale));
  const line = (cells: readonly Cell[]) =>
    `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |').replaceAll('|  |', '| |');
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)];
}

/** The book with all its tables as the data have them now. */
export function withTables(markdown: string, locale: Locale): string {
  return markdown.replace(
    /^( *)<!-- table: ([a-z0-9-]+) -->\n[^]*?^ *<!-- \/table -->$/gm,
    (_, indent: string, name: string) =>
      [`<!-- table: ${name} -->`, ...tableOf(name, locale), '<!-- /table -->'].map((l) => indent + l).join('\n'),
  );
}

const docs = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../docs');
const BOOKS: readonly [string, Locale][] = [
  ['rulebook.md', 'en'],
  ['rulebook.ja.md', 'ja'],
];

export function writeTables() {
  for (const [name, locale] of BOOKS) {
    const file = path.join(docs, name);
    fs.writeFileSync(file, withTables(fs.readFileSync(file, 'utf8'), locale));
  }
}
