import { expect, test } from 'vitest';
import { exampleSite, hourMs, midnight } from '../testing/example-site.ts';
import { boundAt, type EvseState, isSteerable } from './evse-state.ts';
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

function stateFrom(
  books: Parameters<typeof holdsFrom>[0],
  purpose: Parameters<typeof holdsFrom>[2]['purpose'] = 'tx-profile',
): EvseState {
  const known = holdsFrom(books, [{ evseId: 1, evse: evse as EvseState['evse'] }], { now: midnight, purpose }).get(1);
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

test('a default of others on a higher level counts, and our own stays known', () => {
  const state = stateFrom({ active: [defaultOf(6), { ...defaultOf(32), stackLevel: 1 }], unanswered: [] });
  expect(state.defaultA).toBe(6);
  expect(boundAt(state, midnight)).toBe(32);
  expect(state.holds).toMatchObject([
    { outlastsSession: true, foreign: { purpose: 'tx-default-profile', stackLevel: 1 } },
  ]);
});

test('a default for the whole station counts at each of its EVSEs, until it ends', () => {
  const passing = { ...defaultOf(20), evseId: 0, durationSeconds: 3_600, chargingProfileId: 77 };
  const state = stateFrom({ active: [defaultOf(6), passing], unanswered: [] });
  expect([0, 0.5, 1].map((hours) => boundAt(state, midnight + hours * hourMs))).toEqual([20, 20, 6]);
  expect(state.holds).toMatchObject([{ foreign: { chargingProfileId: 77 } }]);
});

test('a plan of others above the levels of ours is told apart, also where nobody saw it answered', () => {
  const above = planOf(30, { stackLevel: 5 });
  const [active, unanswered] = [[defaultOf(6), planOf(10), planOf(8, { stackLevel: 1 })], [above]];
  for (const books of [
    { active: [...active, above], unanswered: [] },
    { active, unanswered },
  ]) {
    const state = stateFrom(books);
    expect(boundAt(state, midnight)).toBe(30);
    expect(isSteerable(state)).toBe(false);
  }
  expect(isSteerable(stateFrom({ active, unanswered: [] }))).toBe(true);
});

test('a maximum of others counts only where the station follows nothing but its maximum', () => {
  const highest = { ...defaultOf(32), evseId: 0, purpose: 'charging-station-max-profile' as const, stackLevel: 1 };
  const books = { active: [defaultOf(6), highest], unanswered: [] };
  expect(boundAt(stateFrom(books), midnight)).toBe(6);
  expect(boundAt(stateFrom(books, 'charging-station-max-profile'), midnight)).toBe(32);
});

test('what was there before somebody told the station to drop profiles, and nobody saw the answer, is not proven', () => {
  const set = (since: number) => ({ ...defaultOf(6), since: iso(since) });
  const books = (since: number) => ({ active: [set(since)], unanswered: [], clearedAt: midnight });
  expect(stateFrom(books(midnight - 1)).defaultA).toBeNull();
  expect(stateFrom(books(midnight + 1)).defaultA).toBe(6);
});

test('a default that ends by itself counts until then and is no default to rely on', () => {
  const state = stateFrom({ active: [{ ...defaultOf(32), durationSeconds: 3_600 }], unanswered: [] });
  expect(state.defaultA).toBeNull();
  expect(boundAt({ ...state, evse: { ...state.evse, fallbackA: 6 } }, midnight)).toBe(32);
});
