import { expect, test } from 'vitest';
import { limitDraft, limitOf } from './limit-draft.ts';

test('a limit is amperes or kilowatts', () => {
  expect(limitOf({ ...limitDraft('grid'), amount: '40' })).toMatchObject({ limit: { limitA: 40, limitW: null } });
  expect(limitOf({ ...limitDraft('grid'), amount: '12,5', unit: 'kW' })).toMatchObject({
    limit: { limitA: null, limitW: 12_500, from: null, until: null },
  });
});

test.each([
  ['amount', { amount: '-5' }],
  ['amount', { amount: '' }],
  ['amount', { amount: 'ten' }],
  ['times', { amount: '10', from: '2026-03-01T20:00', until: '2026-03-01T18:00' }],
  ['times', { amount: '10', until: '2020-03-01T18:00' }],
] as const)('what cannot be sent is named: %s', (whyNot, part) => {
  expect(limitOf({ ...limitDraft('grid'), ...part })).toEqual({ whyNot });
});
