import { expect, test } from 'vitest';
import { routeOf } from './router.svelte';

const at = (address: string) => {
  const [pathname, search = ''] = address.split('?');
  return routeOf({ pathname, search: search && `?${search}` });
};

test('every address is a view', () => {
  expect(at('/')).toEqual({ view: 'home' });
  expect(at('/game/abc123')).toEqual({ view: 'game', id: 'abc123', code: null });
  expect(at('/game/abc123?code=K7QF')).toEqual({ view: 'game', id: 'abc123', code: 'K7QF' });
  expect(at('/rules')).toEqual({ view: 'rules', at: null });
  expect(at('/rules/9.72')).toEqual({ view: 'rules', at: '9.72' });
  expect(at('/print/rules')).toEqual({ view: 'print', what: 'rules' });
  expect(at('/print/aid')).toEqual({ view: 'print', what: 'aid' });
  expect(at('/learn/')).toEqual({ view: 'learn' });
});

test('what is no address of ours is missing', () => {
  for (const address of ['/game', '/game/a/b', '/game/%2e%2e', '/nowhere', '/learn/more', '/print', '/print/map']) {
    expect(at(address), address).toEqual({ view: 'missing' });
  }
});
