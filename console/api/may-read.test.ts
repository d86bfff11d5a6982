import { expect, test } from 'vitest';
import type { Principal } from '#contract/agents/principal.ts';
import { driverApi } from '#contract/api/drivers.ts';
import { groupApi } from '#contract/api/groups.ts';
import { sessionApi } from '#contract/api/sessions.ts';
import { tokenApi } from '#contract/api/tokens.ts';
import { mayRead } from './may-read.ts';

const ana: Principal = { id: 'ana', name: 'Ana', kind: 'person', role: 'operator', scopes: [] };
const atNorth = { ...ana, grants: [{ role: 'operator' as const, siteId: 'north' }] };
const accountant = { ...ana, role: 'accountant' as const };

test.each([
  ['nobody, where reading is open', null, [true, true, true, true]],
  ['an operator of everything', ana, [true, true, true, true]],
  ['an operator of one site', atNorth, [false, false, false, true]],
  ['an accountant', accountant, [true, false, false, true]],
  ['a key for sessions', { ...ana, scopes: ['sessions'] }, [false, false, false, true]],
  ['a key that opens personal data', { ...ana, scopes: ['personal:read'] }, [true, true, true, true]],
])('%s is asked for names only where they would be told', (_name, principal, expected) => {
  const endpoints = [driverApi.list, tokenApi.list, groupApi.list, sessionApi.list];
  expect(endpoints.map((endpoint) => mayRead(principal, endpoint))).toEqual(expected);
});
