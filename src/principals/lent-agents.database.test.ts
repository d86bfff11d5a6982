import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreatedKey, NewKey } from '#contract/agents/principal.ts';
import { openTestPrincipals, type PrincipalsAtWork } from '../../test/support/http-door.ts';
import { system } from './actor.ts';

let at: PrincipalsAtWork;
beforeAll(async () => {
  at = await openTestPrincipals();
});
afterAll(() => at[Symbol.asyncDispose]());

function keyOf(wanted: Partial<NewKey> = {}): Promise<CreatedKey> {
  const usual = { name: 'Ana', kind: 'person', role: 'operator', scopes: [], expiresAt: null } satisfies NewKey;
  return at.principals.createKey({ ...usual, ...wanted }, system);
}

test.each<[role: NewKey['role'], lent: NewKey['role']]>([
  ['viewer', 'viewer'],
  ['operator', 'operator'],
  ['administrator', 'operator'],
])('the agent of a %s is an agent with the role %s and the same scopes', async (role, lent) => {
  const { key } = await keyOf({ role, scopes: ['sessions', 'stations:read'], approvesByElicitation: true });
  const { secret } = await at.principals.lendAgent(key, 'rest');
  const principal = await at.principals.authenticate(secret);
  expect(principal).toEqual({
    id: expect.stringMatching(/^[0-9a-z]{8}$/) as string,
    name: 'Assistant of Ana',
    kind: 'agent',
    role: lent,
    scopes: ['sessions', 'stations:read'],
  });
  expect(principal?.id).not.toBe(key.id);
  expect((await at.principals.listKeys()).find(({ id }) => id === principal?.id)).toMatchObject({ createdBy: key.id });
});

test('a holder has one agent, however often and at once it is lent, and each key of it ends alone', async () => {
  const { key } = await keyOf();
  const lent = await Promise.all([1, 2, 3].map(() => at.principals.lendAgent(key, 'rest')));
  const who = () => Promise.all(lent.map(async ({ secret }) => (await at.principals.authenticate(secret))?.id));
  const [id] = await who();
  expect(new Set(await who())).toEqual(new Set([id]));
  lent[0]?.end();
  expect(await who()).toEqual([undefined, id, id]);
});

test('a lent key is worth nothing once its holder is revoked, or has expired', async () => {
  const soon = new Date(at.clock.now().getTime() + 60_000).toISOString();
  const [revoked, expiring] = [await keyOf(), await keyOf({ expiresAt: soon })];
  const one = await at.principals.lendAgent(revoked.key, 'rest');
  const other = await at.principals.lendAgent(expiring.key, 'rest');
  await at.principals.revokeKey(revoked.key.id, system);
  expect(await at.principals.authenticate(one.secret)).toBeUndefined();
  expect(await at.principals.authenticate(other.secret)).toBeDefined();
  at.clock.forward(61_000);
  expect(await at.principals.authenticate(other.secret)).toBeUndefined();
});

test('an administrator ends the agent of a key for good; agents have none; browsers are not signed in by one', async () => {
  const { key } = await keyOf();
  const { secret } = await at.principals.lendAgent(key, 'rest');
  await expect(at.principals.signIn(secret, { address: '127.0.0.1' })).rejects.toThrow();
  const id = (await at.principals.authenticate(secret))?.id ?? '';
  await at.principals.revokeKey(id, system);
  expect(await at.principals.authenticate(secret)).toBeUndefined();
  await expect(at.principals.lendAgent(key, 'rest')).rejects.toThrow(`revoked ${id}`);
  const agent = await keyOf({ kind: 'agent' });
  await expect(at.principals.lendAgent(agent.key, 'rest')).rejects.toThrow('no assistant');
});

test('a key that is lent away names for whom and until when it is, and nobody can change that', async () => {
  const { key } = await keyOf();
  const { secret, expiresAt } = await at.principals.lendAgentAway(key, 'rest');
  const agent = await at.principals.authenticate(secret);
  expect(agent).toMatchObject({ kind: 'agent', role: 'operator', name: 'Assistant of Ana' });
  const until = String(expiresAt.getTime());
  expect(await at.principals.authenticate(secret.replace(until, String(Number(until) + 1)))).toBeUndefined();
  const other = await keyOf({ role: 'administrator' });
  expect(await at.principals.authenticate(secret.replace(key.id, other.key.id))).toBeUndefined();
  at.clock.forward(12 * 3_600_000);
  expect(await at.principals.authenticate(secret)).toBeUndefined();
});

test('a key that is lent away is worth nothing once its holder or its agent is revoked', async () => {
  const [first, second] = [await keyOf(), await keyOf()];
  const ofRevokedHolder = await at.principals.lendAgentAway(first.key, 'rest');
  await at.principals.revokeKey(first.key.id, system);
  expect(await at.principals.authenticate(ofRevokedHolder.secret)).toBeUndefined();
  const ofRevokedAgent = await at.principals.lendAgentAway(second.key, 'rest');
  await at.principals.revokeKey((await at.principals.authenticate(ofRevokedAgent.secret))?.id ?? '', system);
  expect(await at.principals.authenticate(ofRevokedAgent.secret)).toBeUndefined();
});
