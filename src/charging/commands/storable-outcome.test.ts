import { expect, test } from 'vitest';
import { storableOutcome } from './storable-outcome.ts';

test('what no table takes is replaced wherever a station wrote it, and the rest stays', () => {
  const answer = { 'na\0me': ['half \ud800', { whole: '👩', count: 2, none: null }] };
  const outcome = { status: 'rejected' as const, code: 'Odd\0', reason: 'a\0b \udfff', answer, losses: [] };
  expect(storableOutcome(outcome)).toEqual({
    status: 'rejected',
    code: 'Odd\uFFFD',
    reason: 'a\uFFFDb \uFFFD',
    losses: [],
    answer: { 'na\uFFFDme': ['half \uFFFD', { whole: '👩', count: 2, none: null }] },
  });
});
