import { expect, test } from 'vitest';
import type { ConnectorReport } from '../stations/station-facts.ts';
import { endedByStatus } from './ended-by-status.ts';

const startsAt = new Date('2026-03-01T12:00:00Z');
const expiresAt = new Date('2026-03-01T13:00:00Z');
const during = new Date('2026-03-01T12:30:00Z');
const reservation = { startsAt, expiresAt, evseId: 2, status: 'active' as const };

test.each([
  ['faulted', {}, {}, during, 'removed'],
  ['unavailable', {}, {}, during, 'removed'],
  ['occupied', {}, {}, expiresAt, null],
  ['available', {}, {}, during, null],
  ['available', {}, {}, expiresAt, 'expired'],
  ['faulted', { status: 'planned' }, {}, during, null],
  ['faulted', { evseId: null }, {}, during, null],
  ['faulted', {}, { evseId: 1 }, during, null],
  ['faulted', {}, { at: new Date(startsAt.getTime() - 1) }, during, null],
  ['faulted', {}, { at: startsAt }, during, 'removed'],
] as const)('%s for a reservation of %o, told as %o', (status, known, told, now, ended) => {
  const report = {
    stationId: 'CP-1',
    evseId: 2,
    connectorId: 1,
    at: during,
    ...told,
    status,
  } as unknown as ConnectorReport;
  expect(endedByStatus({ ...reservation, ...known }, report, now)?.status ?? null).toBe(ended);
});
