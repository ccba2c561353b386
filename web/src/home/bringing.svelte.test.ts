// What people bring along: an invitation to register, a record, a position to start from.
import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadAround } from '../i18n/i18n.svelte';
import { forgetSession, self, startSession } from '../net/session.svelte';
import { alerts, byId, choose, file, refused, settled, show, stubHttp, write } from '../testing/table';
import Account from './Account.svelte';
import ImportGame from './ImportGame.svelte';
import { people } from './people.svelte';
import Register from './Register.svelte';
import StartFrom from './StartFrom.svelte';
import { LARGEST } from './starting';

const about = { version: '1', protocol: 1, levels: ['cadet'], registration: 'invitation' };
const replies = { '/about': about, '/session': { person: { id: 'me', name: 'Anna', kind: 'guest' } } };

let sent: ReturnType<typeof stubHttp>;
const answers = (more: Record<string, unknown> = {}) => void (sent = stubHttp({ ...replies, ...more }));
const posted = (path: string) => sent.find((s) => s.method === 'POST' && s.path === path)?.body;
beforeAll(loadAround);
beforeEach(() => answers());
afterEach(() => {
  people.close();
  people.invitation = '';
  people.refused = null;
  forgetSession();
  history.replaceState(null, '', '/');
});

describe('the address of an invitation', () => {
  const come = async (hash: string) => {
    history.replaceState(null, '', `/register${hash}`);
    await startSession();
    show(Register as never);
    const sheet = show(Account as never);
    await settled();
    return sheet;
  };
  const field = (sheet: HTMLElement, label: string) =>
    [...sheet.querySelectorAll('label')].find((l) => l.textContent?.includes(label))?.querySelector('input');
  const register = async (sheet: HTMLElement) => {
    write(field(sheet, 'Login'), 'Anna_1');
    write(field(sheet, 'Password'), 'correct horse');
    sheet.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
    await settled();
  };

  test('opens the sheet to register, with the invitation filled in', async () => {
    const sheet = await come('#invitation=inv-42');
    expect(byId(sheet, 'account-dialog').querySelector('h2')?.textContent).toBe('Register');
    expect(field(sheet, 'Invitation')?.value).toBe('inv-42');
  });
  test('without one, the field is there to be filled in', async () => {
    expect(field(await come(''), 'Invitation')?.value).toBe('');
  });
  test('registered, one is at home, and the invitation is not in the address any more', async () => {
    answers({ '/accounts': { id: 'me', name: 'Anna', kind: 'account', login: 'anna_1' } });
    await register(await come('#invitation=inv-42'));
    expect(posted('/accounts')).toEqual({ login: 'anna_1', password: 'correct horse', invitation: 'inv-42' });
    expect(self()?.kind).toBe('account');
    expect(people.part).toBeNull();
    expect(location.pathname + location.hash).toBe('/');
  });
  test('an invitation that is used up: that is told, and nothing that was typed is lost', async () => {
    answers({ '/accounts': refused({ code: 'bad_invitation' }) });
    const sheet = await come('#invitation=old');
    await register(sheet);
    expect(alerts(sheet)).toEqual(['That invitation is not known here, used up or too old: ask for another.']);
    expect(field(sheet, 'Login')?.value).toBe('Anna_1');
    expect(location.pathname).toBe('/register');
  });
});

describe('a record', () => {
  test('is sent with the name of its file, and the game gone to', async () => {
    answers({ '/games/import': { id: 'g9', code: 'abc-def', url: '' } });
    choose(byId(show(ImportGame as never), 'import'), file('Smolensk 1941.jsonl', 'a record'));
    await settled();
    expect(posted('/games/import')).toEqual({
      ...{ record: 'a record', name: 'Smolensk 1941', side: 'both', visibility: 'link' },
    });
    expect(location.pathname).toBe('/game/g9');
  });
  test('while it is checked no other is taken', () => {
    const target = show(ImportGame as never);
    choose(byId(target, 'import'), file('a.jsonl', 'a record'));
    expect(target.querySelector('small')?.textContent).toBe('The record is being checked…');
    expect(byId(target, 'import').hasAttribute('disabled')).toBe(true);
  });
  test('that is wrong: the line is told, and another may be chosen', async () => {
    answers({ '/games/import': refused({ code: 'bad_record', facts: { line: 12 } } as never) });
    const target = show(ImportGame as never);
    choose(byId(target, 'import'), file('a.jsonl', 'a record'));
    await settled();
    expect(alerts(target)).toEqual(['Something is wrong with the record, in line 12.']);
    expect(byId(target, 'import').hasAttribute('disabled')).toBe(false);
    expect(location.pathname).toBe('/');
  });
  test('no file of that size is one: it is not even read', async () => {
    const target = show(ImportGame as never);
    const huge = file('a.jsonl', 'a record', LARGEST + 1);
    const read = vi.spyOn(huge, 'text');
    choose(byId(target, 'import'), huge);
    await settled();
    expect(alerts(target)[0]).toContain('larger than 4 MB');
    expect(read).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });
});

describe('where a new game begins', () => {
  const start = (text: string | null, problems: { field: string; what: string }[] = []) => {
    const onchange = vi.fn<(text: string | null) => void>();
    return { target: show(StartFrom as never, { text, problems, onchange }), onchange };
  };
  const pick = (target: HTMLElement, value: string) => {
    byId(target, 'new-start').querySelector<HTMLElement>(`[data-value="${value}"]`)!.click();
    flushSync();
  };

  test('at the beginning, unless somebody wants a position', () => {
    const { target, onchange } = start(null);
    expect(byId(target, 'start-text')).toBeNull();
    pick(target, 'position');
    expect(onchange).toHaveBeenLastCalledWith('');
  });
  test('from what is pasted, or back to the beginning', () => {
    const { target, onchange } = start('');
    write(byId(target, 'start-text'), '{"turn": 3}');
    expect(onchange).toHaveBeenLastCalledWith('{"turn": 3}');
    pick(target, 'beginning');
    expect(onchange).toHaveBeenLastCalledWith(null);
  });
  test('from a file', async () => {
    const { target, onchange } = start('');
    choose(byId(target, 'start-file'), file('a.json', '{"turn": 4}'));
    await settled();
    expect(onchange).toHaveBeenLastCalledWith('{"turn": 4}');
  });
  test('but from none that is too large', async () => {
    const { target, onchange } = start('');
    choose(byId(target, 'start-file'), file('a.json', '{}', LARGEST + 1));
    await settled();
    expect(alerts(target)[0]).toContain('larger than 4 MB');
    expect(onchange).not.toHaveBeenCalled();
  });
  test('all that is wrong with it is told, each with its place, beside the text', () => {
    const { target } = start('{}', [
      { field: 'turn', what: 'is not a turn' },
      { field: 'units.2216', what: 'is not a unit' },
    ]);
    const problems = byId(target, 'start-problems');
    expect(problems.querySelector('p')?.textContent).toBe('2 things are wrong with it:');
    expect([...problems.querySelectorAll('code')].map((c) => c.textContent)).toEqual(['turn', 'units.2216']);
    const field = byId(target, 'start-text');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(target.querySelector(`[id="${field.getAttribute('aria-describedby')}"]`)!.contains(problems)).toBe(true);
  });
});
