import { expect, onTestFinished, test } from 'vitest';
import { current, goTo, to } from './router.svelte';

/** The page as it comes from a folder. */
function fromFolder() {
  const { dataset } = document.documentElement;
  dataset.server = 'none';
  onTestFinished(() => {
    delete dataset.server;
    goTo('/');
  });
}

test('with a server a path is its address', () => {
  expect(to('/rules/9.72')).toBe('/rules/9.72');
});

test('in a folder the path is the query of the one file there is', () => {
  fromFolder();
  expect(to('/rules/9.72')).toBe('?/rules/9.72');
  expect(to('/')).toBe('./');
  goTo('/rules/9.72');
  expect(location.search).toBe('?/rules/9.72');
  expect(current()).toEqual({ view: 'rules', at: '9.72' });
  goTo('/');
  expect(location.search).toBe('');
  expect(current()).toEqual({ view: 'home' });
});
