// The rules for the page: `docs/rulebook.md` (and its translation) taken apart into chapters, cases and cross-references. It
// reads the Markdown of that file, and of the specification `docs/rules.md` that tests hold it against, and nothing else.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  belonging,
  plain,
  type Block,
  type Chapter,
  type RuleText,
  type Inline,
  type Item,
  type Row,
  type RulesText,
} from '../src/rules/text';

const docs = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../docs');

/** The rules in a language, or null if there is no such translation. */
export function readRules(file: string): RulesText | null {
  const source = path.join(docs, file);
  return fs.existsSync(source) ? parseRules(fs.readFileSync(source, 'utf8')) : null;
}

/** Paragraphs, lists and tables without chapters. */
export const readBlocks = (lines: string[]): Block[] => new Reader('').blocks(lines);

export function parseRules(markdown: string): RulesText {
  const chapters: Chapter[] = [];
  const entries: RuleText[] = [];
  for (const section of markdown.split(/^# /m).slice(1)) {
    const [part] = section.split('\n');
    for (const text of section.split(/^## /m).slice(1)) {
      const [heading, ...lines] = text.split('\n');
      const { id, title, opening } = chapterName(heading);
      const blocks = new Reader(id).blocks(lines);
      if (opening) blocks.unshift({ kind: 'heading', case: opening, text: [title] });
      const chapter = { id, title, part, blocks: withoutTwice(blocks) };
      chapters.push(chapter);
      entries.push(...entriesOf(chapter));
    }
  }
  return { chapters, entries: once(entries) };
}

/** `[9.0] Combat`, `0. Reading guide`, `1-3. Terms and units`, `A. Every decision`. */
function chapterName(heading: string): { id: string; title: string; opening: string | null } {
  const printed = /^\[(\d+)\.0\]\s*(.*)$/.exec(heading);
  if (printed) return { id: printed[1], title: printed[2], opening: `${printed[1]}.0` };
  const ours = /^(\d+(?:-\d+)?|[A-Z])\.\s*(.*)$/.exec(heading);
  if (ours) return { id: ours[1], title: ours[2], opening: null };
  return { id: heading, title: heading, opening: null };
}

/** A chapter whose first paragraph carries the number of the chapter needs no second anchor for it. */
function withoutTwice(blocks: Block[]): Block[] {
  const seen = new Set<string>();
  return blocks.map((block) => {
    if (!('case' in block) || !block.case) return block;
    if (seen.has(block.case)) return { ...block, case: undefined };
    seen.add(block.case);
    return block;
  });
}

class Reader {
  /** The case that clauses (a), (b) belong to. */
  #case: string | null = null;

  constructor(readonly chapter: string) {}

  blocks(lines: string[]): Block[] {
    const found: Block[] = [];
    let at = 0;
    /** The name of the table that comes now. */
    let name: string | undefined;
    while (at < lines.length) {
      const line = lines[at];
      if (!line.trim() || /^---+$/.test(line)) at++;
      else if (line.startsWith('```')) {
        // Only the specification has such; it is not for players.
        at = lines.findIndex((l, i) => i > at && l.startsWith('```')) + 1;
      } else if (line.startsWith('<!--')) {
        name = TABLE.exec(line)?.[1];
        at++;
      } else if (line.startsWith('|')) {
        const end = endOf(lines, at, (l) => l.startsWith('|'));
        found.push(this.#table(lines.slice(at, end), name));
        at = end;
      } else if (line.startsWith('>')) {
        const end = endOf(lines, at, (l) => l.startsWith('>'));
        const [, figure, text] = EXAMPLE.exec(together(lines.slice(at, end).map((l) => l.slice(1)))) as string[];
        found.push({ kind: 'example', ...(figure && { figure }), text: inline(text) });
        at = end;
      } else if (line.startsWith('### ')) {
        found.push({ kind: 'heading', ...this.#named(inline(line.slice(4))) });
        at++;
      } else if (MARKER.test(line)) {
        const [list, end] = this.#list(lines, at);
        found.push(list);
        at = end;
      } else {
        const end = endOf(
          lines,
          at,
          (l, i) => i === at || (!!l.trim() && !/^(```|\||### |>|<!--)/.test(l) && !MARKER.test(l)),
        );
        found.push({ kind: 'para', ...this.#named(inline(together(lines.slice(at, end)))) });
        at = end;
      }
    }
    return found;
  }

  #list(lines: string[], start: number): [Block, number] {
    const items: Item[] = [];
    const ordered = /^\d/.test(lines[start]);
    let at = start;
    while (at < lines.length && MARKER.test(lines[at]) && /^\d/.test(lines[at]) === ordered) {
      const width = (MARKER.exec(lines[at]) as RegExpExecArray)[0].length;
      const own = [lines[at].slice(width)];
      at++;
      while (at < lines.length && (!lines[at].trim() ? /^ /.test(lines[at + 1] ?? '') : lines[at].startsWith('  '))) {
        own.push(lines[at].replace(new RegExp(`^ {0,${width}}`), ''));
        at++;
      }
      const outer = this.#case;
      const blocks = this.blocks(own);
      const [first] = blocks;
      const name = first && 'case' in first ? first.case : undefined;
      if (name && 'case' in first) delete first.case;
      if (!name) this.#case = outer;
      items.push({ ...(name && { case: name }), blocks });
    }
    return [{ kind: 'list', ordered, items }, at];
  }

  #table(lines: string[], called: string | undefined): Block {
    const cells = (line: string) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((c) => inline(c.trim()));
    const [head, , ...rest] = lines;
    const rows = rest.map((line): Row => {
      const row = cells(line);
      // Rulings have numbers of their own.
      const [, name] = /^(R\d+)$/.exec(plain(row[0])) ?? [];
      return { ...(name && { case: name }), cells: row };
    });
    return { kind: 'table', ...(called && { name: called }), head: cells(head), rows };
  }

  /** The number a text begins with, if it is a case: `[9.72]`, `0.1`, `B.2`, `(a)`, `G12`. */
  #named(text: Inline[]): { case?: string; text: Inline[] } {
    const [first, ...rest] = text;
    const head = typeof first === 'object' && 'b' in first ? first.b : null;
    const [start] = head ?? [first];
    if (typeof start === 'object' && 'ref' in start && !/^R/.test(start.ref)) {
      this.#case = start.ref;
      // The number is printed by the page beside the text; the title stays strong.
      const title = head ? head.slice(1) : [];
      const after = head ? rest : text.slice(1);
      return { case: start.ref, text: trimmed(title.length ? [{ b: trimmed(title) }, ...after] : after) };
    }
    if (typeof start !== 'string') return { text };
    const ours = head && /^(0\.\d+|[A-Z]\.\d+|G\d+)\b\s*/.exec(start);
    if (ours && head) {
      const title = trimmed([start.slice(ours[0].length), ...head.slice(1)]);
      this.#case = ours[1];
      return { case: ours[1], text: trimmed(title.length ? [{ b: title }, ...rest] : rest) };
    }
    const clause = !head && /^\(([a-z])\)\s/.exec(start);
    if (clause && this.#case && /^\d/.test(this.#case)) {
      return { case: this.#case.replace(/[a-z]$/, '') + clause[1], text };
    }
    return { text };
  }
}

// Not `1123. `, which is a hex at the start of a line.
const MARKER = /^(?:- |\d{1,2}\. )/;
/** `<!-- table: crt -->` stands above a table that is made from the data. */
const TABLE = /^<!-- table: ([a-z0-9-]+) -->$/;
/** `<!-- figure: retreat -->` at its start says how an example is drawn. */
const EXAMPLE = /^(?:<!-- figure: ([a-z-]+) --> )?(.*)$/;
/** The lines of a paragraph. Japanese needs no space where a line ends, nor after a full stop in strong print. */
const together = (lines: string[]) =>
  lines
    .map((l) => l.trim())
    .join(' ')
    .replace(/(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])|(?<=。\*{1,2}) /g, '');
function endOf(lines: string[], start: number, goes: (line: string, i: number) => boolean): number {
  let end = start;
  while (end < lines.length && goes(lines[end], end)) end++;
  return end;
}
function trimmed(text: Inline[]): Inline[] {
  const [first, ...rest] = text;
  if (typeof first !== 'string') return text;
  const start = first.trimStart();
  return start ? [start, ...rest] : rest;
}

const CASE = String.raw`(?:\d{1,2}\.\d{1,2}[a-z]?|[A-Z]\.\d|R\d{1,2})`;
const TOKEN = new RegExp(
  [
    '`([^`]+)`',
    String.raw`\*\*(.+?)\*\*`,
    String.raw`\*([^*\s](?:[^*]*[^*\s])?)\*`,
    String.raw`\[(${CASE}(?:\s*[-,]\s*${CASE})*)\]`,
    String.raw`\b(G\d{1,2})\b`,
  ].join('|'),
);

/** A line with its strong and slanted words, and numbers in brackets as links. */
export function inline(line: string): Inline[] {
  const found: Inline[] = [];
  let rest = line;
  for (;;) {
    const match = TOKEN.exec(rest);
    if (!match) break;
    if (match.index) found.push(rest.slice(0, match.index));
    const [whole, code, strong, slanted, cases, example] = match;
    if (code !== undefined) found.push(...(/^\[/.test(code) ? inline(code) : [code]));
    else if (strong !== undefined) found.push({ b: /^G\d+$/.test(strong) ? [strong] : inline(strong) });
    else if (slanted !== undefined) found.push({ i: inline(slanted) });
    else if (example !== undefined) found.push({ ref: example, text: example });
    else found.push(...refs(cases));
    rest = rest.slice(match.index + whole.length);
  }
  if (rest) found.push(rest);
  return joined(found);
}

function refs(list: string): Inline[] {
  const parts = list.split(/(\s*[-,]\s*)/);
  const links = parts.map((p, i): Inline => (i % 2 ? p : { ref: p, text: p }));
  // One case alone keeps its brackets inside the link, several stand in common ones.
  if (links.length === 1) return [{ ref: list, text: `[${list}]` }];
  return ['[', ...links, ']'];
}
const joined = (text: Inline[]): Inline[] =>
  text.reduce<Inline[]>((all, t) => {
    const last = all.at(-1);
    if (typeof t === 'string' && typeof last === 'string') return [...all.slice(0, -1), last + t];
    return [...all, t];
  }, []);

function entriesOf(chapter: Chapter): RuleText[] {
  const found: RuleText[] = [];
  const add = (name: string, title: Inline[] | null, text: string) =>
    found.push({ case: name, chapter: chapter.id, title: title ? plain(title).replace(/[.:。：]$/, '') : '', text });
  const titleOf = (text: Inline[]) => {
    const [first] = text;
    return typeof first === 'object' && 'b' in first ? first.b : null;
  };
  const textOf = (block: Block): string => {
    if (block.kind === 'list') return block.items.map((i) => i.blocks.map(textOf).join(' ')).join(' ');
    if (block.kind === 'table') return block.rows.map((r) => r.cells.map(plain).join(' ')).join(' ');
    return plain(block.text);
  };
  const visit = (blocks: Block[]) => {
    for (const [at, block] of blocks.entries()) {
      const whole = (own: string[]) => [...own, ...belonging(blocks, at).map(textOf)].join(' ');
      if (block.kind === 'heading' && block.case) add(block.case, block.text, whole([]));
      else if (block.kind === 'para' && block.case) add(block.case, titleOf(block.text), whole([plain(block.text)]));
      else if (block.kind === 'list') {
        for (const item of block.items) {
          const [first] = item.blocks;
          if (item.case && first?.kind === 'para') {
            add(item.case, titleOf(first.text), item.blocks.map(textOf).join(' '));
          }
          visit(item.blocks);
        }
      } else if (block.kind === 'table') {
        for (const row of block.rows) {
          if (row.case) add(row.case, row.cells[1], row.cells.slice(2).map(plain).join(' · '));
        }
      }
    }
  };
  visit(chapter.blocks);
  return found;
}

/** A case that is told in two places is one entry, found by the words of both. */
function once(entries: RuleText[]): RuleText[] {
  const kept = new Map<string, RuleText>();
  for (const entry of entries) {
    const before = kept.get(entry.case);
    if (before)
      kept.set(entry.case, {
        ...before,
        title: before.title || entry.title,
        text: `${before.text} ${entry.text}`.trim(),
      });
    else kept.set(entry.case, entry);
  }
  return [...kept.values()];
}
