import { expect, test } from 'vitest';
import type { Principal } from '#contract/agents/principal.ts';
import type { PendingReason } from '#contract/stations/station.ts';
import { someStation } from '../../../test/support/some-station.ts';
import { whyNotAccept } from './why-not-accept.ts';

const operator: Principal = { id: 'k', name: 'Ana', kind: 'person', role: 'operator', scopes: [] };

function pending(reason: PendingReason) {
  const since = '2026-03-01T08:00:00.000Z';
  return someStation({
    id: 'CP-7',
    link: { state: 'pending', since, reason, version: '1.6', address: '10.0.0.7', attempts: 1 },
  });
}

test('an operator may accept an unknown station', () => {
  expect(whyNotAccept(operator, pending('unknown-station'))).toBeNull();
});

test('without a key, with a lower role, or with a key for other work it is said why not', () => {
  const station = pending('unknown-station');
  expect(whyNotAccept(null, station)).toBe('notSignedIn');
  expect(whyNotAccept({ ...operator, role: 'viewer' }, station)).toBe('lowRole');
  expect(whyNotAccept({ ...operator, scopes: ['events:read'] }, station)).toBe('noScope');
  expect(whyNotAccept({ ...operator, scopes: ['stations'] }, station)).toBeNull();
});

test('a station that speaks no version of ours is not helped by accepting it', () => {
  expect(whyNotAccept(operator, pending('no-common-version'))).toBe('noVersion');
});
