import { expect, test } from 'vitest';
import { openTestPrincipals } from '../../test/support/http-door.ts';

const browser = { address: '203.0.113.1' };
const adminKey = 'correct-horse-battery';

test('ADMIN_KEY works as the key of a person who is administrator, and a new value replaces the old one', async () => {
  await using work = await openTestPrincipals();
  const { principals } = work;
  expect(await principals.ensureFirstAdministrator({ adminKey })).toEqual({ status: 'exists' });
  expect(await principals.authenticate(adminKey)).toMatchObject({ kind: 'person', role: 'administrator' });
  const { cookie } = await principals.signIn(adminKey, browser);
  expect(await principals.ensureFirstAdministrator({ adminKey: `${adminKey}-2` })).toEqual({ status: 'exists' });
  expect(await principals.authenticate(adminKey)).toBeUndefined();
  expect(await principals.authenticate(`${adminKey}-2`)).toBeDefined();
  expect(await principals.authenticateCookie(cookie)).toBeUndefined();
});

test('ADMIN_KEY may look like a key of ours', async () => {
  await using work = await openTestPrincipals();
  const text = `sigec_00000000_${'x'.repeat(43)}`;
  await work.principals.ensureFirstAdministrator({ adminKey: text });
  expect(await work.principals.authenticate(text)).toMatchObject({ role: 'administrator' });
});

test('the same ADMIN_KEY at the next start is no news', async () => {
  await using work = await openTestPrincipals();
  await work.principals.ensureFirstAdministrator({ adminKey });
  await work.principals.ensureFirstAdministrator({ adminKey });
  expect((await work.database.pool.query('select from event')).rowCount).toBe(1);
});

test('a key that ADMIN_KEY sets cannot be revoked, since it would come back', async () => {
  await using work = await openTestPrincipals({ adminKey });
  await work.principals.ensureFirstAdministrator({ adminKey });
  await expect(work.principals.revokeKey('adminkey', { principal: null, door: 'rest' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('without an administrator a link is made that makes one, once', async () => {
  await using work = await openTestPrincipals();
  const { principals } = work;
  const code = await linkCode(principals);
  const uses = await Promise.all([principals.signInWithCode(code, browser), principals.signInWithCode(code, browser)]);
  const [used, ...others] = uses.filter((use) => use !== undefined);
  expect(others).toEqual([]);
  expect(await principals.authenticate(used?.created.secret ?? '')).toMatchObject({
    kind: 'person',
    role: 'administrator',
  });
  expect(await principals.authenticateCookie(used?.cookie ?? '')).toMatchObject({ role: 'administrator' });
  expect(await principals.ensureFirstAdministrator({ adminKey: '' })).toEqual({ status: 'exists' });
});

test('a link of an earlier start makes no second administrator', async () => {
  await using work = await openTestPrincipals();
  const [earlier, later] = [await linkCode(work.principals), await linkCode(work.principals)];
  expect(await work.principals.signInWithCode(later, browser)).toBeDefined();
  expect(await work.principals.signInWithCode(earlier, browser)).toBeUndefined();
});

test('a link is good for an hour', async () => {
  await using work = await openTestPrincipals();
  const code = await linkCode(work.principals);
  work.clock.forward(3_600_000);
  expect(await work.principals.signInWithCode(code, browser)).toBeUndefined();
});

test('a link whose use could not be written stays good', async () => {
  await using work = await openTestPrincipals();
  const code = await linkCode(work.principals);
  await work.database.pool.query('alter table principal_key add constraint none check (false) not valid');
  await expect(work.principals.signInWithCode(code, browser)).rejects.toThrow();
  await work.database.pool.query('alter table principal_key drop constraint none');
  expect(await work.principals.signInWithCode(code, browser)).toBeDefined();
});

test('who came by the link or by a key is listed with that sign-in', async () => {
  await using work = await openTestPrincipals();
  const { principals } = work;
  const signedInAt = async () => (await principals.people.listPeople()).map((person) => person.signedInAt);
  await principals.signInWithCode(await linkCode(principals), browser);
  expect(await signedInAt()).toEqual([expect.any(String)]);
});

test('the last administrator cannot be revoked, one of two can', async () => {
  await using work = await openTestPrincipals();
  const { principals } = work;
  const first = await principals.signInWithCode(await linkCode(principals), browser);
  const actor = { principal: first?.principal ?? null, door: 'rest' } as const;
  const id = first?.principal.id ?? '';
  await expect(principals.revokeKey(id, actor)).rejects.toMatchObject({ code: 'CONFLICT' });
  await principals.createKey(
    { name: 'Second', kind: 'person', role: 'administrator', scopes: [], expiresAt: null },
    actor,
  );
  expect((await principals.revokeKey(id, actor)).revokedAt).not.toBeNull();
});

async function linkCode(principals: Awaited<ReturnType<typeof openTestPrincipals>>['principals']): Promise<string> {
  const first = await principals.ensureFirstAdministrator({ adminKey: '' });
  if (first.status !== 'link') throw new Error('no link was made');
  return new URL(first.path, 'http://localhost').searchParams.get('code') ?? '';
}

test('AGENT_KEY is the key of an agent who may propose, beside ADMIN_KEY and never the same', async () => {
  const agentKey = 'an-agent-beside-us';
  await using work = await openTestPrincipals({ adminKey, agentKey });
  const { principals } = work;
  await principals.ensureFirstAdministrator({ adminKey, agentKey });
  expect(await principals.authenticate(agentKey)).toMatchObject({ kind: 'agent', role: 'operator' });
  expect(await principals.authenticate(adminKey)).toMatchObject({ kind: 'person' });
  await expect(principals.revokeKey('clientid', { principal: null, door: 'rest' })).rejects.toThrow(/AGENT_KEY/);
  await expect(principals.ensureFirstAdministrator({ adminKey, agentKey: adminKey })).rejects.toMatchObject({
    code: 'CANNOT_START',
  });
});
