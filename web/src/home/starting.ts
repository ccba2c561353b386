// Pasted or opened text to start a game from: a position or a record.
export type Starting =
  | { kind: 'position'; position: object }
  | { kind: 'record'; record: string }
  /** Neither; where reading stopped, if that is known. */
  | { kind: 'unreadable'; why: 'empty' | 'object' | 'json'; at: { line: number; column: number } | null };

/** No position or record is longer. */
export const LARGEST = 4 * 1024 * 1024;

/** Records are lines of JSON, the first of which names the format; a position is one object. */
export function readStarting(text: string): Starting {
  const bare = text.replace(/^\uFEFF/, '').trim();
  if (!bare) return { kind: 'unreadable', why: 'empty', at: null };
  const [first] = bare.split('\n', 1);
  if (isRecordHead(first)) return { kind: 'record', record: `${bare}\n` };
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch (error) {
    return { kind: 'unreadable', why: 'json', at: placeOf(error, bare) };
  }
  if (!value || typeof value !== 'object' || Array.isArray(value))
    return { kind: 'unreadable', why: 'object', at: null };
  return { kind: 'position', position: value };
}

function isRecordHead(line: string): boolean {
  try {
    const { format } = JSON.parse(line) as { format?: unknown };
    return typeof format === 'string' && format.startsWith('pgg-record');
  } catch {
    return false;
  }
}

/** Browsers tell the place as a number of characters or as line and column. */
function placeOf(error: unknown, text: string): { line: number; column: number } | null {
  const told = error instanceof Error ? error.message : '';
  const place = /line (\d+) column (\d+)/.exec(told);
  if (place) return { line: Number(place[1]), column: Number(place[2]) };
  const at = /position (\d+)/.exec(told);
  if (!at) return null;
  const before = text.slice(0, Number(at[1])).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
