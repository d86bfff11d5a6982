import { expect, test } from 'vitest';
import { stampChanges } from './stamp-changes.ts';

const location = (status: string, ...uids: string[]) => ({
  id: 'here',
  evses: uids.map((uid) => ({ uid, status, connectors: [{ id: '1', standard: 'IEC_62196_T2' }] })),
});
const [first, second] = ['2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'] as const;

test('what did not change keeps its time', () => {
  const before = stampChanges(undefined, location('AVAILABLE', 'a'), first);
  expect(stampChanges(before, location('AVAILABLE', 'a'), second)).toEqual(before);
});

test('a change lifts the time of what contains it, and of nothing beside it', () => {
  const before = stampChanges(undefined, location('AVAILABLE', 'a', 'b'), first);
  const now = location('AVAILABLE', 'a', 'b');
  const changed = {
    ...now,
    evses: now.evses.map((evse) => (evse.uid === 'b' ? { ...evse, status: 'CHARGING' } : evse)),
  };
  const after = stampChanges(before, changed, second) as unknown as {
    lastUpdated: string;
    evses: { lastUpdated: string; connectors: { lastUpdated: string }[] }[];
  };
  expect([after.lastUpdated, ...after.evses.map(({ lastUpdated }) => lastUpdated)]).toEqual([second, first, second]);
  expect(after.evses[1]?.connectors[0]?.lastUpdated).toBe(first);
});

test('an EVSE that is gone is REMOVED, once and for all', () => {
  const before = stampChanges(undefined, location('AVAILABLE', 'a', 'b'), first);
  const after = stampChanges(before, location('AVAILABLE', 'a'), second);
  expect(after['evses']).toMatchObject([
    { uid: 'a', lastUpdated: first },
    { uid: 'b', status: 'REMOVED', lastUpdated: second },
  ]);
  expect(stampChanges(after, location('AVAILABLE', 'a'), '2026-03-01T10:00:00.000Z')).toEqual(after);
});
