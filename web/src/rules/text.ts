// The rules as the page holds them: chapters of blocks, made from `docs/rulebook.md` when the page is built. A block that is a
// case carries its number, so that it can be linked to.

/** A piece of a line: plain, strong, slanted, or a link to a case. */
export type Inline = string | { b: Inline[] } | { i: Inline[] } | { ref: string; text: string };

export type Block =
  | { kind: 'heading'; case?: string; text: Inline[] }
  | { kind: 'para'; case?: string; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  /** A table that is made from the data has a name. */
  | { kind: 'table'; name?: string; head: Inline[][]; rows: Row[] }
  /** An example, on the map if it has a figure. */
  | { kind: 'example'; figure?: string; text: Inline[] };
export interface Item {
  case?: string;
  blocks: Block[];
}
export interface Row {
  case?: string;
  cells: Inline[][];
}

export interface Chapter {
  /** `9`, `0`, `A`: the name of the chapter in the contents; it is not part of any address. */
  id: string;
  title: string;
  /** The rules, or how this edition plays them. */
  part: string;
  blocks: Block[];
}
/** What the contents and the search know of a case. */
export interface RuleText {
  case: string;
  chapter: string;
  title: string;
  text: string;
}
export interface RulesText {
  chapters: Chapter[];
  entries: RuleText[];
}

export function plain(text: readonly Inline[]): string {
  return text.map((t) => (typeof t === 'string' ? t : 'b' in t ? plain(t.b) : 'i' in t ? plain(t.i) : t.text)).join('');
}

/** Does a block begin a case, or hold some? What comes after a case and does not is part of it. */
function hasCase(block: Block): boolean {
  if (block.kind === 'list') return block.items.some((i) => i.case);
  if (block.kind === 'table') return block.rows.some((r) => r.case);
  return block.kind !== 'example' && !!block.case;
}
/** The blocks after a case that belong to it. */
export function belonging(blocks: readonly Block[], at: number): Block[] {
  const after = blocks.slice(at + 1);
  const end = after.findIndex((b) => b.kind === 'heading' || hasCase(b));
  return end < 0 ? after : after.slice(0, end);
}

/** The entry of a case, or of the nearest case it is part of: `9.73b` is found in 9.73 if it has no entry of its own. */
export function findCase(entries: readonly RuleText[], wanted: string): RuleText | null {
  const name = wanted.trim().replace(/^\[|\]$/g, '');
  for (const candidate of [name, name.replace(/[a-z]$/, ''), name.replace(/\d$/, ''), `${name}.0`]) {
    const found = entries.find((e) => e.case.toLowerCase() === candidate.toLowerCase());
    if (found) return found;
  }
  // 9.99 is not there: its section may be.
  const section = /^(\d+)\./.exec(name)?.[1];
  return (section && entries.find((e) => e.case === `${section}.0` || e.chapter === section)) || null;
}

export interface Hit {
  entry: RuleText;
  /** The words around the first place found, with what was found set apart. */
  before: string;
  found: string;
  after: string;
}

const fold = (text: string) => text.toLowerCase().normalize('NFKC');

/** Cases that hold all the words, those with them in number or title first. */
export function search(entries: readonly RuleText[], query: string, most = 40): Hit[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const hits: { hit: Hit; weight: number; at: number }[] = [];
  for (const [at, entry] of entries.entries()) {
    const number = fold(entry.case);
    const title = fold(entry.title);
    const text = fold(entry.text);
    let weight = 0;
    for (const word of words) {
      if (number === word) weight += 100;
      else if (number.startsWith(word) && /\d/.test(word)) weight += 40;
      else if (title.includes(word)) weight += 12;
      else if (text.includes(word)) weight += 1 + Math.min(3, text.split(word).length - 2);
      else {
        weight = 0;
        break;
      }
    }
    // Rulings, and what the program adds, come after the rules.
    if (weight && /^[A-Z]/.test(entry.case)) weight *= 0.6;
    if (weight) hits.push({ hit: excerpt(entry, words), weight, at });
  }
  return hits
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, most)
    .map((h) => h.hit);
}

const ROOM = 60;
function excerpt(entry: RuleText, words: readonly string[]): Hit {
  const folded = fold(entry.text);
  const first = words.map((w) => [folded.indexOf(w), w.length] as const).filter(([at]) => at >= 0);
  const [at, length] = first.sort((a, b) => a[0] - b[0])[0] ?? [0, 0];
  const from = Math.max(0, at - ROOM);
  const to = Math.min(entry.text.length, at + length + ROOM * 2);
  return {
    entry,
    before: (from ? '…' : '') + entry.text.slice(from, at),
    found: entry.text.slice(at, at + length),
    after: entry.text.slice(at + length, to) + (to < entry.text.length ? '…' : ''),
  };
}
