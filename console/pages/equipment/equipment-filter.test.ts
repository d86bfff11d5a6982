import { expect, test } from 'vitest';
import { someStation } from '../../../test/support/some-station.ts';
import { equipmentFilter, fits } from './equipment-filter.ts';

const faulted = someStation({
  id: 'CP-7',
  vendor: 'WEG',
  serialNumber: 'SN-99',
  connectors: [
    {
      evseId: 1,
      connectorId: 1,
      status: 'available',
      activity: null,
      reason: null,
      changedAt: '2026-03-01T08:00:00.000Z',
    },
    {
      evseId: 2,
      connectorId: 1,
      status: 'faulted',
      activity: null,
      reason: 'GroundFailure',
      changedAt: '2026-03-01T08:00:00.000Z',
    },
  ],
});

test('a station fits when all that is asked for is true of it', () => {
  expect(fits(faulted, {})).toBe(true);
  expect(fits(faulted, { state: 'online', status: 'faulted', search: 'cp-' })).toBe(true);
  expect(fits(faulted, { state: 'offline', status: 'faulted' })).toBe(false);
  expect(fits(faulted, { status: 'reserved' })).toBe(false);
});

test('a station that was rejected shows among the archived ones alone', () => {
  const rejection = { at: '2026-03-01T08:00:00.000Z', by: 'ana', why: 'scrapped' };
  const scrapped = someStation({ id: 'CP-8', rejection });
  expect([fits(scrapped, {}), fits(scrapped, { archived: 'yes' })]).toEqual([false, true]);
  expect([fits(faulted, {}), fits(faulted, { archived: 'yes' })]).toEqual([true, false]);
});

test('the search looks into id, vendor, model and serial number, in any case', () => {
  expect(fits(faulted, { search: ' weg ' })).toBe(true);
  expect(fits(faulted, { search: 'sn-99' })).toBe(true);
  expect(fits(faulted, { search: 'GroundFailure' })).toBe(false);
});

test('an old or mistyped link shows what it can', () => {
  expect(equipmentFilter.parse({ state: 'sleeping', status: 'faulted', colour: 'red' })).toEqual({ status: 'faulted' });
});
