import { afterEach, describe, expect, test } from 'vitest';
import type { Fault } from '../net/fault';
import { sent } from '../wire/examples';
import { tellFault } from './faults';
import { setLocale } from './i18n.svelte';

/** As a server would send it that is newer than the page. */
const newer = (fault: object) => fault as Fault;

describe('refusals', () => {
  afterEach(() => setLocale('en'));

  test('units are named, half points written as such', () => {
    const facts = { unit: 'pz7-25', hex: '1223', cost: 3, left: 1 };
    const told = 'Too few movement points: the step to 1223 costs 1½, and 25th Panzer Regiment has ½ left.';
    expect(tellFault({ case: '6.12', reason: 'too_far', facts })).toBe(told);
    expect(tellFault({ code: 'illegal', case: '6.12', reason: 'too_far', facts })).toBe(told);
  });
  test('the facts of the server are put in', () => {
    expect(tellFault({ code: 'no_such_level', facts: { levels: ['cadet', 'major'] } })).toContain('cadet, major');
    expect(tellFault({ code: 'bad_webhook', facts: { why: 'too_long', most: 500 } })).toContain('500');
    expect(tellFault({ code: 'not_your_decision', facts: { side: 'soviet' } })).toContain('Soviet');
    const waiting = (seconds: number): Fault => ({
      code: 'too_many_requests',
      facts: { limit: 'games.join', by: 'session', seconds },
    });
    expect([1, 30].map((n) => tellFault(waiting(n)).split(' in ')[2])).toEqual(['1 second.', '30 seconds.']);
  });
  test('in Japanese', async () => {
    await setLocale('ja');
    expect(tellFault({ case: '10.26', reason: 'leader_must_join', facts: { unit: 'konev' } })).toContain('コーネフ');
    expect(tellFault({ code: 'over' })).toBe('ゲームは終了しています。');
  });
  test('what really comes is told in both languages, and never in the words of the server', async () => {
    const faults = sent.flatMap((m): (Fault & { message?: string })[] => {
      if ('refused' in m) return [m.refused.error];
      if ('bye' in m) return [m.bye];
      if (!('answer' in m) || !('check' in m.answer.answer)) return [];
      const { refused } = m.answer.answer.check;
      return refused ? [refused] : [];
    });
    expect(faults.length).toBeGreaterThan(10);
    for (const locale of ['en', 'ja'] as const) {
      await setLocale(locale);
      for (const fault of faults) {
        expect(tellFault(fault)).toMatch(locale === 'ja' ? /[\u3040-\u9fff].*。$/ : /^[A-Z0-9].*\.$/);
        expect(tellFault(newer({ ...fault, message: 'gibberish' }))).toBe(tellFault(fault));
      }
    }
  });
  test('a page older than the server says so', () => {
    const told = (code: string) => expect.stringMatching(`not know \\(${code}\\). Load the page again`) as string;
    expect(tellFault(newer({ code: 'new_code', message: 'no such thing' }))).toEqual(told('new_code'));
    expect(tellFault(newer({ case: '6.1', reason: 'new_reason' }))).toEqual(told('new_reason'));
    expect(tellFault(newer({ case: '6.12', reason: 'too_far', facts: {} }))).toEqual(told('too_far'));
  });
});
