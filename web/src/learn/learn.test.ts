import { describe, expect, test } from 'vitest';
import type { EntryView, GameEvent } from '../wire/types';
import { en, type Key } from '../i18n/messages.en';
import { isHex } from '../lib/hex';
import { viewOf } from '../testing/texts';
import { Guide, parseKept } from './guide.svelte';
import { answerFor, LESSONS } from './lessons';
import { isLesson, LESSON_NAME } from './names';

const entry = (...events: GameEvent[]) => ({ events }) as unknown as EntryView;
const walked = (to: string): GameEvent => ({ event: 'moved', unit: 'pz7-25', from: '1219', to, cost: 2, left: 18 });

describe('lessons', () => {
  test('every step has its words, and only hexes of the map are goals', () => {
    const missing = LESSONS.flatMap((l) => [
      `learn.${l.id}.title`,
      ...l.steps.flatMap((s) => [`learn.${l.id}.${s.id}.do`, `learn.${l.id}.${s.id}.why`]),
    ]).filter((k) => !(k in en));
    expect(missing).toEqual([]);
    for (const l of LESSONS) for (const s of l.steps) for (const hex of s.goals ?? []) expect(isHex(hex)).toBe(true);
  });
  test('no words are left over', () => {
    const used = new Set(LESSONS.flatMap((l) => l.steps.map((s) => `${l.id}.${s.id}`)));
    const kept = (Object.keys(en) as Key[]).flatMap((k) => /^learn\.(\w+\.\w+)\.(?:do|why)$/.exec(k)?.[1] ?? []);
    expect(kept.filter((k) => !used.has(k))).toEqual([]);
  });
  test('each is about a dozen units that can be drawn', () => {
    for (const { id, position } of LESSONS) {
      const units = [...viewOf(position).units.values()];
      expect(units.length, id).toBeGreaterThan(3);
      expect(units.length, id).toBeLessThanOrEqual(14);
    }
  });
  test('what is to be shown names units that are there', () => {
    for (const { position, steps } of LESSONS) {
      const { units } = viewOf(position);
      for (const { show } of steps) {
        if (!show) continue;
        const text = JSON.stringify(show);
        for (const name of text.match(/"(?:pz7|mot14)-\d+"|"inf6"|"r1"/g) ?? [])
          expect(units.has(JSON.parse(name))).toBe(true);
      }
    }
  });
});

describe('the guide', () => {
  test('goes from step to step as the events say so', () => {
    const guide = new Guide();
    guide.begin(0);
    expect([guide.now.id, guide.reading]).toEqual(['hello', true]);
    expect(guide.next()).toBe(false);
    guide.look({ picked: new Set(), overlays: [] });
    expect(guide.achieved).toBe(false);
    guide.look({ picked: new Set(['pz7-25']), overlays: [] });
    expect(guide.achieved).toBe(true);
    guide.next();
    expect(guide.now.id).toBe('go');
    guide.take([entry(walked('1320'))]);
    expect([guide.achieved, guide.astray]).toEqual([false, null]);
    guide.take([entry(walked('1320')), entry(walked('1420'))]);
    expect(guide.achieved).toBe(true);
    expect(guide.next()).toBe(true);
    expect([guide.lesson.id, guide.step, guide.done]).toEqual(['terrain', 0, ['move']]);
  });
  test('what was done ahead of the words counts for the next step', () => {
    const guide = new Guide();
    guide.begin(1);
    guide.take([entry(walked('1218'), walked('1217'))]);
    expect(guide.achieved).toBe(true);
    guide.next();
    expect([guide.now.id, guide.achieved]).toEqual(['river', true]);
  });
  test('says kindly what leads away, and forgets it when the goal is reached', () => {
    const guide = new Guide();
    guide.begin(1);
    guide.take([entry(walked('1119'))]);
    expect(guide.astray).toBe('elsewhere');
    guide.take([entry(walked('1119')), entry({ event: 'phase_began', turn: 3, phase: 'german_combat' })]);
    expect(guide.astray).toBe('phase');
    guide.begin();
    expect([guide.astray, guide.achieved]).toEqual([null, false]);
    guide.take([entry(walked('1119'), walked('1218'))]);
    expect([guide.astray, guide.achieved]).toEqual([null, true]);
  });
  test('a step that went wrong twice is shown; one refusal or one stray move is not', () => {
    const guide = new Guide();
    guide.begin(1);
    guide.refused();
    expect(guide.lost).toBe(false);
    guide.take([entry(walked('1119'))]);
    expect(guide.lost).toBe(true);
    guide.solve();
    expect([guide.lost, guide.solved, guide.astray]).toEqual([false, true, null]);
    guide.take([entry(walked('1119')), entry(walked('1218'))]);
    expect(guide.achieved).toBe(true);
    // The next step begins with no failures.
    guide.next();
    expect([guide.now.id, guide.solved, guide.fails]).toEqual(['river', false, 0]);
  });
  test('the same stray move counts once, however much else happens', () => {
    const guide = new Guide();
    guide.begin(1);
    const chat = entry();
    guide.take([entry(walked('1119')), chat]);
    guide.take([entry(walked('1119')), chat, chat]);
    expect([guide.fails, guide.lost]).toEqual([1, false]);
  });
  test('the last die stays in sight until the lesson is over', () => {
    const guide = new Guide();
    guide.begin(LESSONS.findIndex((l) => l.id === 'attack'));
    guide.take([
      entry({ event: 'odds', attack: 16, defense: 1, column: '10-1' }, { event: 'result', die: 4, result: 'De' }),
    ]);
    expect(guide.rolled).toEqual({ die: 4, column: '10-1', result: 'De' });
    guide.begin();
    expect(guide.rolled.die).toBe(0);
  });
  test('begins where one left, and survives what somebody wrote into the storage', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (k: string) => kept.get(k) ?? null,
      setItem: (k: string, v: string) => void kept.set(k, v),
    };
    const first = new Guide(LESSONS, storage);
    first.begin(4);
    expect(new Guide(LESSONS, storage).at).toBe(4);
    for (const text of [null, '{', '3', '{"lesson": "x", "done": 1}', '{"lesson": -4, "done": ["nothing"]}']) {
      expect(parseKept(text)).toEqual({ lesson: 0, done: [] });
    }
    expect(parseKept('{"lesson": 99, "done": ["move"]}')).toEqual({ lesson: LESSONS.length - 1, done: ['move'] });
  });
});

describe('the other side', () => {
  const legal = (actions: unknown[]) => ({ actions }) as never;
  test('does as the lesson wants where that is legal, retreats if it can, else does nothing', () => {
    const attack = LESSONS.find((l) => l.id === 'attack')!;
    const move = LESSONS[0];
    const asked = { side: 'soviet', question: 'loss_or_retreat', n: 2 } as never;
    expect(answerFor(attack, asked, legal(['take_loss', 'take_retreat']))).toBe('take_loss');
    expect(answerFor(move, asked, legal(['take_loss', 'take_retreat']))).toBe('take_retreat');
    expect(answerFor(move, asked, legal(['take_loss']))).toBe('take_loss');
    const advance = { side: 'soviet', question: 'advance' } as never;
    expect(answerFor(move, advance, legal([{ advance: { unit: 'r1', path: ['1222'] } }, 'done']))).toBe('done');
    expect(answerFor(move, { side: 'soviet', question: 'route', n: 1 } as never, legal([{ route: {} }]))).toEqual({
      route: {},
    });
  });
});

test('games of the lessons are known by their name', () => {
  expect(isLesson(`${LESSON_NAME}move`)).toBe(true);
  expect(isLesson('Anna – cadet')).toBe(false);
});
