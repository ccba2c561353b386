// Parses typed orders outside combat, such as `2216 > 2015`. Words may be English, or symbols alone.
import { isHex, type Hex } from '../../lib/hex';

export type Order =
  | { order: 'end' | 'next' | 'cancel' }
  | { order: 'move' | 'ride'; from: Hex; units: string[]; path: Hex[] }
  | { order: 'overrun'; target: Hex; from: Hex | null; units: string[] }
  | { order: 'enter'; who: string; hex: Hex; rail: boolean }
  | { order: 'place'; hex: Hex }
  | { order: 'deploy'; who: string; hex: Hex }
  | { order: 'cut' | 'lift' }
  | { order: 'evacuate'; who: string }
  | { order: 'wrong'; why: 'hex' | 'form'; word: string };

const wrong = (why: 'hex' | 'form', word: string): Order => ({ order: 'wrong', why, word });

/** What a line means; null if it is none of these orders. */
export function readOrder(line: string): Order | null {
  const text = line
    .trim()
    .toLowerCase()
    .replace(/→|＞|=>|->/g, '>')
    .replace(/[、，]/g, ',');
  if (/^(end|done|end phase)$/.test(text)) return { order: 'end' };
  if (/^(next|n)$/.test(text)) return { order: 'next' };
  if (/^(cancel|put down)$/.test(text)) return { order: 'cancel' };
  if (/^cut( rail)?$/.test(text)) return { order: 'cut' };
  if (/^lift( cut)?$/.test(text)) return { order: 'lift' };
  if (text.includes('>')) return march(text);
  const [verb, ...rest] = text.split(/\s+/);
  const last = rest.at(-1) ?? '';
  switch (verb) {
    case 'overrun': {
      const [, target, from, units] = /^overrun (\S+)(?: from (\d{4}))?(?: with (.+))?$/.exec(text) ?? [];
      if (!target) return wrong('form', text);
      if (!isHex(target)) return wrong('hex', target);
      return { order: 'overrun', target, from: from ?? null, units: units ? words(units) : [] };
    }
    case 'enter': {
      const [, who, hex, rail] = /^enter (.+?)(?: at| on)? (\S+?)( by rail)?$/.exec(text) ?? [];
      if (!who) return wrong('form', text);
      return isHex(hex) ? { order: 'enter', who, hex, rail: Boolean(rail) } : wrong('hex', hex);
    }
    case 'place':
    case 'interdict':
      return isHex(last) ? { order: 'place', hex: last } : wrong('hex', last);
    case 'deploy': {
      const who = rest
        .slice(0, -1)
        .filter((w) => w !== 'at' && w !== 'in')
        .join(' ');
      if (!who) return wrong('form', text);
      return isHex(last) ? { order: 'deploy', who, hex: last } : wrong('hex', last);
    }
    case 'evacuate':
      return rest.length === 1 ? { order: 'evacuate', who: rest[0] } : wrong('form', text);
    default:
      return null;
  }
}

/** `2216 > 2015`, `2216 (r6, r7) > 2116 > 2015`, `rail 4015 > 3416`. */
function march(text: string): Order {
  const rail = /^(rail|ride) /.test(text);
  const [start, ...steps] = text
    .replace(/^(rail|ride|move) /, '')
    .split('>')
    .map((part) => part.trim());
  const [, from, units] = /^(\S+?)\s*(?:\(([^)]*)\)|:\s*(.+))?$/.exec(start) ?? [];
  const named = /^(\S+?)\s*(?:\(([^)]*)\)|:\s*(.+))?$/.exec(start)?.[3];
  if (!from || !isHex(from)) return wrong('hex', start);
  const bad = steps.find((hex) => !isHex(hex));
  if (bad !== undefined) return wrong('hex', bad);
  return { order: rail ? 'ride' : 'move', from, units: words(units ?? named ?? ''), path: steps };
}

const words = (list: string) => list.split(/[\s,]+/).filter(Boolean);
