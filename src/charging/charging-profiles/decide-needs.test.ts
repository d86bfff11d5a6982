import { expect, test } from 'vitest';
import { decideNeeds } from './decide-needs.ts';

const now = new Date('2026-03-01T08:00:00Z');
const facts = {
  needs: { transfer: 'dc' as const, departureAt: new Date('2026-03-01T17:00:00Z'), maxPeriods: 3 },
  sessionRef: 'S-1',
  profile: { periods: [{ startSeconds: 0, limit: 10 }] },
  allowed: undefined,
  planned: null,
  now,
};

test('a car for which there is a profile is promised one', () => {
  expect(decideNeeds(facts)).toEqual({ decision: 'accepted', reason: null });
});

test('without a profile, or a session to tie it to, a person may still make one', () => {
  expect(decideNeeds({ ...facts, profile: undefined })).toEqual({
    decision: 'processing',
    reason: 'no-charging-profile',
  });
  expect(decideNeeds({ ...facts, sessionRef: null })).toEqual({ decision: 'processing', reason: 'no-session' });
});

test('a profile with more periods than the car takes is not sent', () => {
  const profile = {
    ...facts.profile,
    alternatives: [{ unit: 'A' as const, periods: [0, 1, 2, 3].map((startSeconds) => ({ startSeconds })) }],
  };
  expect(decideNeeds({ ...facts, profile })).toEqual({ decision: 'processing', reason: 'too-many-periods' });
});

test('what cannot be met is refused', () => {
  const late = { ...facts.needs, departureAt: now };
  expect(decideNeeds({ ...facts, needs: late })).toEqual({ decision: 'rejected', reason: 'departure-passed' });
  expect(decideNeeds({ ...facts, allowed: ['dc-v2x'] })).toEqual({
    decision: 'rejected',
    reason: 'transfer-not-allowed',
  });
});

test('where an energy plan steers the EVSE, the plan answers, whatever a person has prepared', () => {
  const planned = { decision: 'accepted', reason: null } as const;
  expect(decideNeeds({ ...facts, profile: undefined, planned })).toEqual(planned);
  expect(decideNeeds({ ...facts, needs: { ...facts.needs, departureAt: now }, planned })).toEqual(planned);
  expect(decideNeeds({ ...facts, allowed: ['dc-v2x'], planned })).toMatchObject({ decision: 'rejected' });
  const held = { decision: 'no-profile', reason: 'kill-switch' } as const;
  expect(decideNeeds({ ...facts, planned: held })).toEqual(held);
});
