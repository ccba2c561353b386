// The types are generated from Rust, and the messages are real: the compiler checks one against the other in
// `examples.ts`. These tests show that it would notice a mismatch, and that real positions can be drawn.
import { describe, expect, test } from 'vitest';
import { viewOf, type Diagram } from '../lib/position';
import { sent } from './examples';
import { handle, type Handlers } from './kinds';
import type { FromPlayer, Intent, Marks, ToPlayer } from './types';

const intent: Intent = { side: 'german', manners: [], goals: [] };
// @ts-expect-error a side that there is not
export const side: ToPlayer = { thinking: { side: 'french', level: 'general', share: 0, intent } };
// @ts-expect-error something is missing
export const missing: ToPlayer = { done: { id: 1 } };
// @ts-expect-error something is too much
export const more: ToPlayer = { presence: { german: true, soviet: true, spectators: 0, cats: 1 } };
// @ts-expect-error a number is no hex
export const hex: FromPlayer = { do: { action: { interdict: { hex: 1222 } } }, at: 3 };

describe('handlers', () => {
  test('of a message of today get it, and one of tomorrow is passed over', () => {
    const heard: unknown[] = [];
    const handlers: Handlers<{ pong: unknown } | { done: { n: number } }> = {
      pong: (part) => heard.push(part),
      done: ({ n }) => heard.push(n),
    };
    handle({ done: { n: 7 } }, handlers);
    handle({ dance: { n: 8 }, toString: 1 } as never, handlers);
    expect(heard).toEqual([7]);
    // @ts-expect-error `done` has no handler
    handle<{ pong: unknown } | { done: { n: number } }>({ pong: 1 }, { pong: handlers.pong });
    expect(heard).toEqual([7, 1]);
  });
});

describe('messages', () => {
  test('the division the server calls integrated is tagged, and no other', () => {
    const positions: { position: Diagram; marks: Marks }[] = sent.flatMap((m) => ('position' in m ? [m.position] : []));
    expect(positions.length).toBeGreaterThan(5);
    for (const { position, marks } of positions) {
      const view = viewOf(position, marks);
      const tagged = [...view.stacks.values()].flatMap((stack) =>
        stack.units.filter((unit) => stack.integrated !== null && unit.division === stack.integrated),
      );
      expect(tagged.map((unit) => unit.id).sort()).toEqual([...marks.integrated].sort());
    }
  });
});
