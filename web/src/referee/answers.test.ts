import { afterEach, expect, test } from 'vitest';
import type { Diagram } from '../lib/position';
import { stubHttp } from '../testing/table';
import type { Answer } from '../wire/types';
import { answer, inquire, setReferee } from './answers.svelte';
import { Failed } from './referee';

const POSITION = { turn: 5 } as Diagram;
const told = (n: number) => ({ score: n }) as unknown as Answer;
const server = () => Promise.resolve(told(2));
afterEach(() => setReferee(null));

test('without a referee the server answers', async () => {
  await expect(answer(POSITION, 'score', server)).resolves.toEqual(told(2));
});

test('with one it is not asked', async () => {
  setReferee({ answer: () => Promise.resolve(told(1)) });
  const unasked = () => Promise.reject(new Error('asked'));
  await expect(answer(POSITION, 'score', unasked)).resolves.toEqual(told(1));
});

test('one who fails, before or meanwhile, is stood in for', async () => {
  setReferee({ answer: () => null });
  await expect(answer(POSITION, 'score', server)).resolves.toEqual(told(2));
  setReferee({ answer: () => Promise.reject(new Failed()) });
  await expect(answer(POSITION, 'score', server)).resolves.toEqual(told(2));
});

test('its refusals are told', async () => {
  setReferee({ answer: () => Promise.reject(new Error('illegal')) });
  await expect(answer(POSITION, 'score', server)).rejects.toThrow('illegal');
});

test('what the server has to answer of several questions is one request', async () => {
  const replies = [told(2), told(3)].map((one) => ({ answer: one }));
  const sent = stubHttp({ '/ask': { answers: replies } });
  await expect(inquire(POSITION, ['score', 'cup'])).resolves.toEqual([told(2), told(3)]);
  expect(sent).toHaveLength(1);
});
