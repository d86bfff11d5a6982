import { expect, test } from 'vitest';
import type { Connector } from '#contract/stations/station.ts';
import { someStation } from '../../../test/support/some-station.ts';
import { sortStations, steadyOrder } from './sort-stations.ts';

const facts = { siteName: (id: string) => ({ a: 'Zoo', b: 'Airport' })[id] ?? id };
const at = (siteId: string) => ({ place: { siteId, note: null } });
const faulted: Connector = {
  evseId: 1,
  connectorId: 1,
  status: 'faulted',
  activity: null,
  reason: null,
  changedAt: '2026-03-01T08:00:00.000Z',
};
const stations = [
  someStation({ id: 'CP-1', ...at('a'), firmwareVersion: '1.10' }),
  someStation({ id: 'CP-2', firmwareVersion: '1.9', connectors: [faulted] }),
  someStation({ id: 'CP-3', ...at('b'), link: { state: 'offline', since: null, reason: 'no-answer' } }),
];
const sorted = (field: 'site' | 'firmware' | 'trouble', isDown = false) =>
  sortStations(stations, { field, isDown }, facts).map(({ id }) => id);

test('stations are sorted by the name of their site, and one without a site stands last either way', () => {
  expect(sorted('site')).toEqual(['CP-3', 'CP-1', 'CP-2']);
  expect(sorted('site', true)).toEqual(['CP-1', 'CP-3', 'CP-2']);
});

test('numbers inside of a version count as numbers', () => {
  expect(sorted('firmware')).toEqual(['CP-2', 'CP-1', 'CP-3']);
});

test('by trouble, what is broken stands before what is away', () => {
  expect(sorted('trouble')).toEqual(['CP-2', 'CP-3', 'CP-1']);
});

test('an order stays while values change, and a new station stands at its end', () => {
  const ranks = new Map(['CP-3', 'CP-2', 'CP-1'].map((id, index) => [id, index]));
  const more = [someStation({ id: 'CP-0' }), ...stations];
  expect(steadyOrder(more, ranks).map(({ id }) => id)).toEqual(['CP-3', 'CP-2', 'CP-1', 'CP-0']);
});
