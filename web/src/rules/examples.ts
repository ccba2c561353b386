// The words of a worked example, wherever it is shown.
import type { Block, Chapter, Inline } from './text';

/** The first paragraph of example `G36`, without the list of its cases. */
export function wordsOf(chapters: readonly Chapter[], example: string): Inline[] | null {
  for (const chapter of chapters) {
    const found = look(chapter.blocks, example);
    if (found) return found;
  }
  return null;
}

function look(blocks: readonly Block[], example: string): Inline[] | null {
  for (const block of blocks) {
    if (block.kind !== 'list') continue;
    for (const item of block.items) {
      const [first] = item.blocks;
      if (item.case === example && first?.kind === 'para') return first.text;
    }
  }
  return null;
}

/** The block or list item that tells a case, for a sheet over a game. */
export function blockOf(chapters: readonly Chapter[], name: string): Block[] | null {
  const visit = (blocks: readonly Block[]): Block[] | null => {
    for (const [at, block] of blocks.entries()) {
      if (block.kind === 'heading' && block.case === name) return sectionFrom(blocks, at);
      // A numbered paragraph speaks for the table or code right after it.
      if (block.kind === 'para' && block.case === name) {
        const after = blocks.slice(at + 1);
        const end = after.findIndex((b) => b.kind === 'heading' || b.kind === 'list' || (b.kind === 'para' && b.case));
        return [block, ...(end < 0 ? after : after.slice(0, end))];
      }
      if (block.kind === 'list') {
        for (const item of block.items) {
          if (item.case === name) {
            const after = blocks[at + 1];
            const last = block.items.at(-1) === item;
            const table = last && after?.kind === 'table' ? [after] : [];
            return [{ kind: 'list', ordered: false, items: [item] }, ...table];
          }
          const inner = visit(item.blocks);
          if (inner) return inner;
        }
      }
      if (block.kind === 'table') {
        const row = block.rows.find((r) => r.case === name);
        if (row) return [{ ...block, rows: [row] }];
      }
    }
    return null;
  };
  for (const chapter of chapters) {
    const found = visit(chapter.blocks);
    if (found) return found;
  }
  return null;
}

/** A section from its heading up to the next one. */
function sectionFrom(blocks: readonly Block[], start: number): Block[] {
  const end = blocks.findIndex((b, i) => i > start && b.kind === 'heading');
  return blocks.slice(start, end < 0 ? undefined : end);
}
