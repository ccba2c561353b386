import { flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadAround } from '../i18n/i18n.svelte';
import { forgetSession, startSession } from '../net/session.svelte';
import { byId, settled, show, stubHttp } from '../testing/table';
import Hero from './Hero.svelte';
import NewGame from './NewGame.svelte';
import { optionNames, standardOptions } from './options';

const about = { version: '1', protocol: 1, levels: ['random', 'cadet', 'general', 'emperor'], registration: 'open' };
const me = { id: 'me', name: 'Anna', kind: 'guest' };
const made = { id: 'g1', code: 'abc-def', url: '' };
const replies = { '/about': about, '/session': { person: me }, '/games': made };

const click = (element: HTMLElement | null | undefined) => {
  element!.click();
  flushSync();
};
const radios = (group: HTMLElement) => [...group.querySelectorAll('[role=radio]')].map((r) => r.textContent?.trim());
const radio = (group: HTMLElement, value: string) => group.querySelector<HTMLElement>(`[data-value="${value}"]`);

let sent: ReturnType<typeof stubHttp>;
beforeAll(loadAround);
beforeEach(() => void (sent = stubHttp(replies)));
afterEach(() => {
  forgetSession();
  history.replaceState(null, '', '/');
});
const posted = () => sent.find((s) => s.method === 'POST' && s.path === '/games')?.body as Record<string, unknown>;

describe('a game against the machine', () => {
  test('offers the levels of the server, none that is no opponent, and one without a name here by the server’s', async () => {
    await startSession();
    const group = byId(show(Hero as never), 'hero-level');
    expect(radios(group)).toEqual(['Cadet', 'General', 'emperor']);
  });
  test('until the server has told, those that have a name', () => {
    const group = byId(show(Hero as never), 'hero-level');
    expect(radios(group)).toEqual(['Recruit', 'Cadet', 'Major', 'General']);
    expect(radio(group, 'major')?.getAttribute('aria-checked')).toBe('true');
  });
  test('is made with side and level, and gone to', async () => {
    await startSession();
    const target = show(Hero as never);
    click(radio(byId(target, 'hero-side'), 'soviet'));
    click(radio(byId(target, 'hero-level'), 'cadet'));
    click(byId(target, 'play-now'));
    await settled();
    expect(posted()).toMatchObject({ side: 'soviet', opponent: { program: { level: 'cadet' } }, visibility: 'link' });
    expect(location.pathname).toBe('/game/g1');
  });
  test('a refusal is told, and one may try again', async () => {
    sent = stubHttp({ ...replies, '/games': new Error('no network') });
    const target = show(Hero as never);
    click(byId(target, 'play-now'));
    await settled();
    expect(target.querySelector('[role=alert]')?.textContent).toBeTruthy();
    expect(byId(target, 'play-now').hasAttribute('disabled')).toBe(false);
  });
});

describe('a game made to measure', () => {
  const form = () => show(NewGame as never);
  const send = async (target: HTMLElement) => {
    target.querySelector('form')!.dispatchEvent(new Event('submit', { cancelable: true }));
    await settled();
  };

  test('shows every option with its case, as it is without a word', () => {
    const target = form();
    for (const name of optionNames) expect(byId(target, `new-${name}`), name).not.toBeNull();
    const cases = [...target.querySelectorAll('a.case')].map((a) => a.getAttribute('href'));
    expect(cases).toEqual(['/rules/0.6', '/rules/6.37', '/rules/10.4', '/rules/15.2', '/rules/7.1']);
    expect(target.textContent).not.toContain('option.');
  });
  test('is sent with the standard options if nobody touches them', async () => {
    const target = form();
    await send(target);
    expect(posted()).toMatchObject({ opponent: 'open', options: standardOptions() });
  });
  test('and with those that were chosen', async () => {
    const target = form();
    click(radio(byId(target, 'new-edition'), '1976'));
    for (const name of ['rail_cut', 'historical_draw']) click(byId(target, `new-${name}`));
    await send(target);
    expect(posted().options).toEqual({ ...standardOptions(), edition: '1976', rail_cut: false, historical_draw: true });
  });
  test('waits for the other player and shows the code', async () => {
    const target = form();
    await send(target);
    const shown = [...byId(target, 'made').querySelectorAll('input')].map((input) => input.value);
    expect(shown).toContain('abc-def');
    expect(location.pathname).toBe('/');
  });
  test('offers everybody there is to play against', async () => {
    await startSession();
    const against = byId(form(), 'new-against') as HTMLSelectElement;
    expect([...against.options].map((o) => o.value)).toEqual([
      ...['open', 'person', 'cadet', 'general', 'emperor', 'here'],
    ]);
    expect(against.options[2].textContent).toBe('Cadet (machine)');
  });
  test('what cannot be read is not sent', async () => {
    const target = form();
    click(radio(byId(target, 'new-start'), 'position'));
    await send(target);
    expect(posted()).toBeUndefined();
    expect(target.querySelector('[role=alert]')?.textContent).toBeTruthy();
    // A position brings its options along.
    expect(byId(target, 'new-edition')).toBeNull();
  });
});
