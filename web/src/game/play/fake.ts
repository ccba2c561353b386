// A desk and a game for tests: the server's answers are given, requests are recorded.
import { GracePeriod } from '../grace';
import type { Desk } from '../desk.svelte';
import { viewOf } from '../../lib/position';
import { diagramOf } from '../../testing/texts';
import type { Walk } from '../../lib/reach';
import { Refusal } from '../../net/api';
import type { Fault } from '../../net/fault';
import type { Action, BarredView, Decision, Illegal, LegalView, Position, ReachView, Side } from '../../wire/types';

export const nothingBarred: BarredView = {
  ...{ far: [], zone: [], enemies: [], others: [] },
  cases: { far: '6.12', zone: '8.13', enemies: '6.51', ride: '6.33' },
};
export const noLegal: LegalView = { actions: [], overruns: [], attacks: [], leader_duties: [], capable: [] };

export interface Told {
  units: Record<string, string[]>;
  waiting?: string[];
  phase?: Position['phase'];
  legal?: Partial<LegalView>;
  reach?: (units: string[], after: Action[]) => ReachView | Illegal;
  refused?: (action: Action) => Illegal | null;
}

export function fakeDesk(told: Told) {
  const sent: Action[] = [];
  const refusals: Fault[] = [];
  const notices: string[] = [];
  const position = diagramOf({
    units: told.units,
    waiting: told.waiting ?? [],
    phase: told.phase ?? 'german_movement',
  });
  const game = {
    board: viewOf(position),
    shown: { position, marks: null },
    legal: { ...noLegal, ...told.legal },
    busy: 0,
    carry: <T>(order: () => Promise<T>) => order(),
    act: (action: Action) => (sent.push(action), Promise.resolve(sent.length)),
    get legalNow() {
      return game.legal;
    },
    ask: async (_key: string, ask: unknown) => {
      const { reach, check } = ask as {
        reach?: { units: string[]; after?: Action[] };
        check?: { action: Action };
      };
      if (reach) {
        const answer = told.reach?.(reach.units, reach.after ?? []);
        if (!answer) throw new Error('not told');
        if ('reason' in answer) throw new Refusal(answer);
        return answer;
      }
      return { refused: check ? (told.refused?.(check.action) ?? null) : null };
    },
  };
  const desk = {
    game,
    fan: null as string | null,
    inspected: null as string | null,
    notice: null as { text?: string } | null,
    map: null,
    view: null,
    grace: new GracePeriod(),
    inspect(hex: string | null) {
      desk.inspected = hex;
    },
    say: () => {},
    refuse: (fault: Fault) => refusals.push(fault),
    attempt: async (task: Promise<unknown>) => {
      await task;
      return true;
    },
  };
  return { desk: desk as unknown as Desk, game, sent, refusals, notices };
}

export const decide = (side: Side, question: Decision['question']) => ({ side, question }) as Decision;
export const walk = (hex: string, cost: number, path: string[], more: Partial<Walk> = {}) => ({
  hex,
  cost,
  left: 20 - cost,
  path,
  stops: false,
  road: false,
  overrun: true,
  ...more,
});
