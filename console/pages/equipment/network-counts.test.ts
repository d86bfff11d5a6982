import { expect, test } from 'vitest';
import type { Connector } from '#contract/stations/station.ts';
import { someStation } from '../../../test/support/some-station.ts';
import { networkCounts } from './network-counts.ts';

test('the station as a whole is not counted as a connector', () => {
  const connector = (evseId: number, status: Connector['status']): Connector => {
    return { evseId, connectorId: 1, status, activity: null, reason: null, changedAt: '2026-03-01T08:00:00.000Z' };
  };
  const offline = { state: 'offline', since: null, reason: 'never-connected' } as const;
  const { stations, connectors } = networkCounts([
    someStation({
      id: 'A',
      connectors: [connector(0, 'available'), connector(1, 'occupied'), connector(2, 'available')],
    }),
    someStation({ id: 'B', link: offline }),
  ]);
  expect(stations).toEqual({ online: 1, offline: 1, pending: 0 });
  expect(connectors).toMatchObject({ available: 1, occupied: 1, faulted: 0 });
});
