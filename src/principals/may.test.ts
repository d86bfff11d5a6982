import { expect, test } from 'vitest';
import type { Principal } from '#contract/agents/principal.ts';
import type { Access } from '#contract/api/define-api.ts';
import { may } from './may.ts';

const required = { isReadingOpen: false };

test.each<[role: Principal['role'], may: Access[], mayNot: Access[]]>([
  ['viewer', ['open', 'read'], ['operate', 'administer']],
  ['operator', ['open', 'read', 'operate'], ['administer']],
  ['administrator', ['open', 'read', 'operate', 'administer'], []],
])('a key of role %s may do what its role and the ones below may', (role, allowed, refused) => {
  for (const access of allowed) expect(may(principal({ role }), { access }, required).isAllowed).toBe(true);
  for (const access of refused)
    expect(may(principal({ role }), { access }, required)).toMatchObject({ code: 'NOT_ALLOWED' });
});

test('without a key only reading is open, and only on loopback', () => {
  expect(may(null, { access: 'read' }, { isReadingOpen: true }).isAllowed).toBe(true);
  expect(may(null, { access: 'read' }, { isReadingOpen: false })).toMatchObject({ code: 'NOT_SIGNED_IN' });
  expect(may(null, { access: 'operate' }, { isReadingOpen: true })).toMatchObject({ code: 'NOT_SIGNED_IN' });
});

test.each<[scopes: string[], scope: string, isAllowed: boolean]>([
  [[], 'stations:accept', true],
  [['stations'], 'stations:accept', true],
  [['stations:accept'], 'stations:accept', true],
  [['stations:read'], 'stations:accept', false],
  [['station'], 'stations:accept', false],
  [['keys'], 'stations:read', false],
])('a key with the scopes %j that is asked for %s: %s', (scopes, scope, isAllowed) => {
  expect(may(principal({ scopes }), { access: 'operate', scope }, required).isAllowed).toBe(isAllowed);
});

test('an agent changes nothing outside the tools, whatever its role', () => {
  const agent = principal({ kind: 'agent', role: 'operator' });
  expect(may(agent, { access: 'operate', isDirectChange: true }, required)).toMatchObject({ code: 'NOT_ALLOWED' });
  expect(may(agent, { access: 'open', isDirectChange: true }, required)).toMatchObject({ code: 'NOT_ALLOWED' });
  expect(may(agent, { access: 'operate' }, required).isAllowed).toBe(true);
});

function principal(special: Partial<Principal>): Principal {
  return { id: 'abcd1234', name: 'Test', kind: 'program', role: 'operator', scopes: [], ...special };
}
