import { expect, test } from 'vitest';
import type { Principal } from '#contract/agents/principal.ts';
import type { Link } from '#contract/stations/station.ts';
import { whyNotStop } from './why-not-stop.ts';

const principal: Principal = { id: 'k', name: 'Ana', kind: 'person', role: 'operator', scopes: [] };
const session = { state: 'running' } as const;
const link: Link = { state: 'online', since: '2026-03-01T08:00:00.000Z', version: '1.6', address: '10.0.0.7' };

test('an operator may stop what runs at a station that is online', () => {
  expect(whyNotStop({ principal, session, link })).toBeNull();
  expect(whyNotStop({ principal, session, link: undefined })).toBeNull(); // not known yet: the server will say
});

test('whatever keeps a person from it is said, the end before all', () => {
  expect(whyNotStop({ principal: null, session: { state: 'ended' }, link })).toBe('ended');
  expect(whyNotStop({ principal: null, session, link })).toBe('notSignedIn');
  expect(whyNotStop({ principal: { ...principal, role: 'viewer' }, session, link })).toBe('lowRole');
  expect(whyNotStop({ principal: { ...principal, scopes: ['events:read'] }, session, link })).toBe('noScope');
  expect(whyNotStop({ principal: { ...principal, scopes: ['stations:command'] }, session, link })).toBeNull();
  const offline: Link = { state: 'offline', since: null, reason: 'no-answer' };
  expect(whyNotStop({ principal, session, link: offline })).toBe('offline');
});
