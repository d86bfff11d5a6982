import { expect, test } from 'vitest';
import type { AgentRole } from '#contract/agents/connected-agent.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { Actor } from '../actor.ts';
import { agentRights } from './agent-rights.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { consentRequestOf, decide } from './consent.ts';
import { scopeOfRole } from './scopes.ts';

const now = new Date('2026-03-01T08:00:00Z');
const request: AuthorizationRequest = {
  client: {
    id: 'https://proven.example/a',
    name: 'Agent',
    uri: 'https://agent.example',
    isVerified: true,
  } as AuthorizationRequest['client'],
  redirectUri: 'https://agent.example/back',
  state: 's1',
  challenge: 'c',
  resource: 'https://sigec.example/mcp',
  asked: 'operator',
};
const person = {
  kind: 'person',
  id: 'p1',
  name: 'Ana',
  role: 'operator',
  scopes: [],
  grants: undefined,
} as unknown as Principal;

function deciding({ agents = 0, principal = person }: { agents?: number; principal?: Principal | null } = {}) {
  const audited: unknown[] = [];
  const codes: unknown[][] = [];
  const needs = {
    clock: { now: () => now },
    ledger: { commit: async ({ audit }: { audit: object[] }) => void audited.push(...audit) },
    pool: {
      query: async (sql: string, values: unknown[]) => {
        if (sql.trimStart().toLowerCase().startsWith('insert')) codes.push(values);
        return { rows: Array.from({ length: agents }, () => ({})) };
      },
    },
  } as unknown as Parameters<typeof decide>[0];
  const actor = { principal, door: 'console' } as Actor;
  const answer = (decision: { is: 'refused' } | { is: 'granted'; role: AgentRole }) =>
    decide(needs, { request, issuer: 'https://sigec.example' }, { decision: decision as never, actor });
  return { answer, audited, codes };
}

test('a person is asked with the roles that they may give', () => {
  expect(consentRequestOf(request, person)).toMatchObject({
    client: { name: 'Agent', host: 'proven.example', uri: 'https://agent.example' },
    redirectHost: 'agent.example',
    offers: [{ role: 'viewer' }, { role: 'operator', grants: [{ role: 'operator', siteId: null }] }],
  });
  const viewer = consentRequestOf(request, { ...person, role: 'viewer' });
  expect(viewer.offers.map(({ role }) => role)).toEqual(['viewer']);
});

test('nobody but a person is offered anything, and a name that is not proven has no link', () => {
  expect(consentRequestOf(request, null).offers).toEqual([]);
  expect(consentRequestOf(request, { ...person, kind: 'agent' }).offers).toEqual([]);
  const unproven = { ...request, client: { ...request.client, isVerified: false } };
  expect(consentRequestOf(unproven, person).client).toMatchObject({ uri: null, host: 'agent.example' });
});

test('what a person refuses is written down and told to the program', async () => {
  const { answer, audited, codes } = deciding();
  expect(await answer({ is: 'refused' })).toContain('error=access_denied');
  expect(audited).toMatchObject([{ action: 'consent-agent', outcome: 'done', details: { decision: 'refused' } }]);
  expect(codes).toEqual([]);
});

test('nobody but a person lets an agent in', async () => {
  for (const principal of [null, { ...person, kind: 'program' } as Principal])
    await expect(deciding({ principal }).answer({ is: 'refused' })).rejects.toThrow('Only a person lets agents in');
});

test('nobody gives more than they have', async () => {
  const { answer, codes } = deciding({ principal: { ...person, role: 'viewer' } });
  await expect(answer({ is: 'granted', role: 'operator' })).rejects.toThrow('As viewer you cannot');
  expect(codes).toEqual([]);
});

test.each<[Principal['role'], AgentRole, string]>([
  ['administrator', 'operator', 'operator'],
  ['operator', 'viewer', 'viewer'],
  ['viewer', 'operator', 'viewer'],
  ['accountant', 'viewer', 'accountant'],
])('an agent of a person who is %s, let in as %s, acts as %s', (role, given, acts) => {
  const grants = [{ role, siteId: 'garage' }];
  expect(agentRights(given, { role, scopes: [], grants })).toEqual({
    role: acts,
    scopes: [],
    grants: [{ role: acts, siteId: 'garage' }],
  });
});

test.each<[AgentRole, string, string]>([
  ['viewer', 'https://sigec.example/mcp', 'sigec:read'],
  ['operator', 'https://sigec.example/mcp/x/charging', 'sigec:read sigec:operate'],
  ['viewer', 'https://shop.example/ucp', 'dev.ucp.shopping.order:read'],
  [
    'operator',
    'https://shop.example/ucp',
    'dev.ucp.shopping.order:read dev.ucp.shopping.cart:manage dev.ucp.shopping.checkout:manage',
  ],
])('the token of a %s at %s says %s', (role, resource, scope) => {
  expect(scopeOfRole(role, resource)).toBe(scope);
});
