import { expect, test } from 'vitest';
import { judgeGate } from './judge.ts';

const verdicts = (committed: Record<string, number>, measured: Record<string, number | null>) =>
  Object.fromEntries(judgeGate(committed, measured).map(({ name, verdict }) => [name, verdict]));

test('a figure may be fifteen per cent worse, not more', () => {
  expect(verdicts({ a: 4, b: 4, c: 4 }, { a: 4.5, b: 4.7, c: 3 })).toEqual({ a: 'as good', b: 'worse', c: 'better' });
});

test('a case that could not be measured quietly, is new or went missing is no failure by itself, but is named', () => {
  expect(verdicts({ a: 4, c: 4 }, { a: null, b: 2 })).toEqual({
    a: 'too disturbed',
    b: 'not committed',
    c: 'not measured',
  });
});
