import { expect, test } from 'vitest';
import type { TariffAssignment } from '#contract/billing/tariff.ts';
import { rivalOf } from './assign-tariff.ts';

function held(place: Partial<TariffAssignment>): TariffAssignment {
  const nowhere = { groupId: null, siteId: null, stationId: null, evseId: null, connectorId: null };
  const made = { createdAt: '2026-03-01T00:00:00.000Z', createdBy: 'anyone', validFrom: null, validTo: null };
  return { id: '8a0b5f0e-0000-4000-8000-000000000000', tariffId: 'day', ...nowhere, ...made, ...place };
}

test('only what holds at the very same place for the very same people is in the way', () => {
  const everywhere = held({});
  const site = held({ siteId: 'centre' });
  const group = held({ siteId: 'centre', groupId: 'tok_g' });
  const all = [everywhere, site, group];
  expect(rivalOf(all, {})).toBe(everywhere);
  expect(rivalOf(all, { siteId: 'centre' })).toBe(site);
  expect(rivalOf(all, { siteId: 'centre', groupId: 'tok_g' })).toBe(group);
  expect(rivalOf(all, { siteId: 'harbour' })).toBeUndefined();
  expect(rivalOf(all, { stationId: 'CP-1' })).toBeUndefined();
});
