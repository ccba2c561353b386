// A case by itself, wherever it is shown: over a game, or in a guide.
import { belonging, type Block, type Chapter } from './text';

/** The block or list item that tells a case, with what belongs to it. */
export function blockOf(chapters: readonly Chapter[], name: string): Block[] | null {
  const visit = (blocks: readonly Block[]): Block[] | null => {
    for (const [at, block] of blocks.entries()) {
      if (block.kind === 'heading' && block.case === name) return sectionFrom(blocks, at);
      if (block.kind === 'para' && block.case === name) return [block, ...belonging(blocks, at)];
      if (block.kind === 'list') {
        for (const item of block.items) {
          if (item.case === name) return [{ kind: 'list', ordered: false, items: [item] }];
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
