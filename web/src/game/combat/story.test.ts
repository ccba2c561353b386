import { describe, expect, test } from 'vitest';
import type { EntryView, GameEvent, Now } from '../../wire/types';
import { stagesOf } from './resolution';
import { storiesOf, storyOf } from './story';
import { caseOf, namesIn, tellConsequence, tellRetreat, titleOf } from './telling';

const attack: GameEvent[] = [
  { event: 'attack_began', units: ['pz7-25', 'pz7-6'], targets: ['2011'] },
  { event: 'revealed', unit: 'r1', counter: 'rifle 3-4#1' },
  { event: 'odds', attack: 8, defense: 8, column: '1-1' },
  { event: 'die', why: 'combat', die: 3 },
  { event: 'result', die: 3, result: 'D1/A1' },
];
let n = 0;
const now = (ply: number) =>
  ({ turn: 5, phase: 'german_combat', decision: null, ply, undo_to: 0, takeback_to: 0, redo: 0 }) as Now;
const acted = (ply: number, events: GameEvent[]): EntryView =>
  ({
    n: ++n,
    at: 0,
    what: { acted: { side: 'german', action: 'done', state: '' } },
    events,
    now: now(ply),
  }) as EntryView;
const undid = (to: number): EntryView =>
  ({ n: ++n, at: 0, what: { undid: { to } }, events: [], now: now(to) }) as EntryView;

describe('the story of a combat', () => {
  test('odds, die and result', () => {
    expect(storyOf(attack)).toMatchObject({
      overrun: false,
      targets: ['2011'],
      revealed: [{ unit: 'r1', counter: 'rifle 3-4#1' }],
      odds: { attack: 8, defense: 8, column: '1-1' },
      die: 3,
      result: 'D1/A1',
      ended: false,
    });
    expect(storyOf([{ event: 'combat_ended' }])).toBeNull();
  });
  test('two hexes are one retreat and one advance', () => {
    const story = storyOf([
      ...attack,
      { event: 'retreat_chosen', side: 'soviet', hexes: 2 },
      { event: 'retreated', units: ['r1'], from: '2011', to: '2010' },
      { event: 'retreated', units: ['r1'], from: '2010', to: '2009' },
      { event: 'step_lost', unit: 'pz7-6', left: 1 },
      { event: 'advanced', unit: 'pz7-25', from: '2012', to: '2011' },
      { event: 'advanced', unit: 'pz7-25', from: '2011', to: '2010' },
      { event: 'combat_ended' },
    ]);
    expect(story?.consequences).toEqual([
      { kind: 'retreat_chosen', side: 'soviet', n: 2 },
      { kind: 'retreated', units: ['r1'], from: '2011', to: '2009' },
      { kind: 'step_lost', unit: 'pz7-6', left: 1 },
      { kind: 'advanced', unit: 'pz7-25', to: '2010' },
    ]);
    expect(story?.ended).toBe(true);
  });
  test('what was taken back is not told', () => {
    const advance: GameEvent = { event: 'advanced', unit: 'pz7-25', from: '2012', to: '2011' };
    const entries = [acted(1, attack), acted(2, [advance]), undid(1)];
    expect(storiesOf(entries)).toHaveLength(1);
    expect(storiesOf(entries)[0].consequences).toEqual([]);
    expect(storiesOf([...entries, acted(2, [{ event: 'combat_ended' }])])[0].ended).toBe(true);
  });
  test('a question that closed by itself is told where it would have been asked', () => {
    const events: GameEvent[] = [
      ...attack,
      { event: 'closed', side: 'soviet', what: 'lose_step' },
      { event: 'step_lost', unit: 'r1', left: 1 },
      { event: 'advanced', unit: 'pz7-25', from: '2012', to: '2011' },
      { event: 'closed', side: 'german', what: 'advance' },
      { event: 'combat_ended' },
    ];
    const story = storyOf(events);
    if (!story) throw new Error('no story');
    const names = namesIn(events, null);
    const told = stagesOf(story, null).map((s) => `${s.id}: ${s.consequences.map((c) => tellConsequence(c, names))}`);
    expect(told).toEqual([
      ...['reveal: ', 'odds: ', 'die: '],
      'defender: No choice which steps are lost,57th Rifle Division lost a step',
      'attacker: ',
      'advance: 25th Panzer Regiment advanced to 2011,Nobody else can advance',
    ]);
  });
  test('where the resolution stands', () => {
    const story = storyOf(attack);
    if (!story) throw new Error('no story');
    const states = (decision: Parameters<typeof stagesOf>[1]) =>
      stagesOf(story, decision).map((s) => `${s.id} ${s.state}`);
    expect(states({ side: 'soviet', question: 'loss_or_retreat', n: 1 })).toEqual([
      ...['reveal done', 'odds done', 'die done', 'defender now', 'attacker coming', 'advance coming'],
    ]);
    // The German routes the Soviet retreat: it is still the defender's part.
    expect(states({ side: 'german', question: 'route', n: 1 })).toContain('defender now');
    story.consequences.push({ kind: 'loss_chosen', side: 'soviet', n: 1 });
    expect(states({ side: 'german', question: 'loss_or_retreat', n: 1 })).toEqual([
      ...['reveal done', 'odds done', 'die done', 'defender done', 'attacker now', 'advance coming'],
    ]);
    expect(states({ side: 'german', question: 'advance' })).toContain('advance now');
  });
});

describe('what the parts are called', () => {
  const told = (result: string, overrun = false) => {
    const began: GameEvent = overrun
      ? { event: 'overrun_began', units: ['pz7-25'], from: '2012', target: '2011' }
      : { event: 'attack_began', units: ['pz7-25'], targets: ['2011'] };
    const story = storyOf([began, { event: 'result', die: 3, result } as GameEvent]);
    if (!story) throw new Error('no story');
    return stagesOf(story, null).map((stage) => `${titleOf(stage, story)} ${caseOf(stage, story)}`);
  };
  test('in Eng each side loses a step and nobody retreats [9.67]', () => {
    expect(told('Eng')).toEqual(['Die 3: Eng 9.5', 'Defender: loses a step 9.67', 'Attacker: loses a step 9.67']);
    expect(told('D1/A1').slice(1, 3)).toEqual([
      ...['Defender: one step or one hex 9.65', 'Attacker: one step or one hex 9.65'],
    ]);
  });
  test('who overruns enters [6.51], or halts if the result hurts him too [6.52]', () => {
    expect(told('D1', true)).toContain('Enter 2011 6.52');
    const combat = (overrun: boolean, result: string) =>
      ({ overrun, result, attacker: 'german', targets: ['2011'] }) as Parameters<typeof tellRetreat>[0];
    expect(tellRetreat(combat(true, 'D1'), 'soviet', 1)).toEqual({
      ...{ text: 'The German player picks the way, and his units enter 2011.', case: '6.51' },
    });
    expect(tellRetreat(combat(true, 'D1/A1'), 'soviet', 2)).toEqual({
      ...{ text: 'All 2 units. The German player picks the way; his units halt in front of 2011.', case: '6.52' },
    });
    expect(tellRetreat(combat(false, 'D1'), 'soviet', 1)).toEqual({
      ...{ text: 'The German player picks the way and may advance.', case: '9.72' },
    });
  });
});
