import { expect, test } from 'vitest';
import type { Connector } from '#contract/stations/station.ts';
import { connectorNumber } from './connector-number.ts';

function connector(evseId: number, connectorId: number): Connector {
  return {
    evseId,
    connectorId,
    status: 'available',
    activity: null,
    reason: null,
    changedAt: '2026-03-01T08:00:00.000Z',
  };
}

test('an EVSE with one plug is its own number, one with two counts them', () => {
  const all = [connector(1, 1), connector(2, 1), connector(2, 2)];
  expect(all.map((each) => connectorNumber(each, all))).toEqual(['1', '2.1', '2.2']);
});

test('EVSE 0 is the whole station', () => {
  expect(connectorNumber(connector(0, 0), [connector(0, 0)])).toBeNull();
});
