import { expect, test } from 'vitest';
import type { Principal } from '#contract/agents/principal.ts';
import type { Link } from '#contract/stations/station.ts';
import { whyNotStart } from './why-not-start.ts';

const principal: Principal = { id: 'k', name: 'Ana', kind: 'person', role: 'operator', scopes: [] };
const link: Link = { state: 'online', since: '2026-03-01T08:00:00.000Z', version: '1.6', address: '10.0.0.7' };
const free = { status: 'available' } as const;

test('an operator may start at a connector that works, also a reserved one', () => {
  expect(whyNotStart({ principal, link, connector: free })).toBeNull();
  expect(whyNotStart({ principal, link, connector: { status: 'reserved' } })).toBeNull();
});

test('what the station lacks comes before what the person lacks: signing in would not help', () => {
  const offline: Link = { state: 'offline', since: null, reason: 'no-answer' };
  expect(whyNotStart({ principal: null, link: offline, connector: free })).toBe('offline');
  expect(whyNotStart({ principal: null, link, connector: { status: 'faulted' } })).toBe('faulted');
  expect(whyNotStart({ principal, link, connector: { status: 'unavailable' } })).toBe('unavailable');
  expect(whyNotStart({ principal: null, link, connector: free })).toBe('notSignedIn');
  expect(whyNotStart({ principal: { ...principal, role: 'viewer' }, link, connector: free })).toBe('lowRole');
});
