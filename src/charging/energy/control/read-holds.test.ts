import { expect, test } from 'vitest';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { boundAt, type EvseState } from './evse-state.ts';
import { holdsFrom } from './read-holds.ts';

const evse = exampleSite({ limitA: 63 }).nodes.find(({ id }) => id === 'CP-1:1')?.evse;
if (evse === null || evse === undefined) throw new Error('There is no such EVSE.');

const iso = (moment: number) => new Date(moment).toISOString();
const planOf = (limit: number, { from = midnight, until = midnight + hourMs, stackLevel = 0 } = {}) => ({
  evseId: 1,
  purpose: 'tx-profile' as const,
  kind: 'absolute' as const,
  stackLevel,
  unit: 'A' as const,
  startsAt: iso(from),
  validFrom: iso(from),
  validTo: iso(until),
  periods: [{ startSeconds: 0, limit }],
});
const defaultOf = (limit: number) => ({
  evseId: 1,
  purpose: 'tx-default-profile' as const,
  kind: 'absolute' as const,
  stackLevel: 0,
  unit: 'A' as const,
  startsAt: iso(midnight),
  periods: [{ startSeconds: 0, limit }],
});

function stateFrom(books: Parameters<typeof holdsFrom>[0]): EvseState {
  const known = holdsFrom(books, [{ evseId: 1, evse: evse as EvseState['evse'] }], midnight).get(1);
  if (known === undefined) throw new Error('Nothing is known.');
  const rest = { nodeId: 'CP-1:1', stationId: 'CP-1', evseId: 1, isOnline: true, sessionId: 's', strayA: null };
  return { ...rest, evse: evse as EvseState['evse'], ...known };
}

test('of several plans that nobody saw answered any may be the one that was taken', () => {
  const active = [defaultOf(6), planOf(10)];
  expect(boundAt(stateFrom({ active, unanswered: [planOf(12), planOf(30)] }), midnight)).toBe(30);
  expect(boundAt(stateFrom({ active, unanswered: [planOf(30), planOf(12)] }), midnight)).toBe(30);
});

test('of several defaults that nobody saw answered the highest counts', () => {
  const books = { active: [defaultOf(6)], unanswered: [defaultOf(8), defaultOf(16), defaultOf(0)] };
  expect(stateFrom(books).defaultA).toBe(16);
});

test('where a plan on a high level ends, the one below it counts again', () => {
  const above = planOf(8, { until: midnight + hourMs / 2, stackLevel: 1 });
  const state = stateFrom({ active: [defaultOf(0), planOf(20), above], unanswered: [] });
  expect([0, 0.25, 0.5, 0.75].map((hours) => boundAt(state, midnight + hours * hourMs))).toEqual([8, 8, 20, 20]);
});
