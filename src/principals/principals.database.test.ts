import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewKey, Principal } from '#contract/agents/principal.ts';
import { openTestPrincipals, type PrincipalsAtWork } from '../../test/support/http-door.ts';
import type { Actor } from './actor.ts';
import { openPrincipals } from './principals.ts';

const browser = { address: '203.0.113.1' };
const hour = 3_600_000;
let work: PrincipalsAtWork;

beforeAll(async () => {
  work = await openTestPrincipals();
});
afterAll(() => work[Symbol.asyncDispose]());

test('a key is shown once, kept as a hash, and known again by its text', async () => {
  const { key, secret } = await work.principals.createKey(wanted({ name: 'Billing' }), owner);
  expect(secret).toMatch(/^sigec_[0-9a-z]{8}_[\w-]{43}$/);
  expect(await work.principals.authenticate(secret)).toEqual({
    id: key.id,
    name: 'Billing',
    kind: 'program',
    role: 'operator',
    scopes: [],
  });
  const stored =
    JSON.stringify(await rows('select * from principal_key')) +
    JSON.stringify(await rows('select * from event, audit'));
  expect(stored).not.toContain(secret.split('_').slice(2).join('_')); // sigec_ID_SECRET, and the secret may hold one as well
});

test.each(['', 'sigec_00000000_x', 'nonsense', 'sigec_abcdefgh_0123456789012345678901234567890123456789012'])(
  'the text %j is nobody',
  async (secret) => {
    expect(await work.principals.authenticate(secret)).toBeUndefined();
  },
);

test('a key with the right id and another secret is nobody', async () => {
  const { secret } = await work.principals.createKey(wanted(), owner);
  expect(await work.principals.authenticate(`${secret.slice(0, -4)}AAAA`)).toBeUndefined();
});

test('a key is nobody from the moment it expires, although it is remembered', async () => {
  const expiresAt = new Date(work.clock.now().getTime() + 60_000).toISOString();
  const { secret } = await work.principals.createKey(wanted({ expiresAt }), owner);
  expect(await work.principals.authenticate(secret)).toBeDefined();
  work.clock.forward(60_000);
  expect(await work.principals.authenticate(secret)).toBeUndefined();
});

test('revoking ends a key and the browsers it signed in, at once, and is told in ledger and audit', async () => {
  const { key, secret } = await work.principals.createKey(wanted({ name: 'Leaver' }), owner);
  const { cookie } = await work.principals.signIn(secret, browser);
  expect(await work.principals.authenticateCookie(cookie)).toMatchObject({ id: key.id });
  expect((await work.principals.revokeKey(key.id, owner)).revokedAt).not.toBeNull();
  expect(await work.principals.authenticate(secret)).toBeUndefined();
  expect(await work.principals.authenticateCookie(cookie)).toBeUndefined();
  await expect
    .poll(() => work.ledger.read({ kinds: ['key-revoked'], limit: 100 }))
    .toContainEqual(expect.objectContaining({ principal: 'owner000', body: { keyId: key.id, name: 'Leaver' } }));
  expect(await rows(`select action, outcome, principal from audit where subject = '${key.id}' order by seq`)).toEqual([
    { action: 'create-key', outcome: 'done', principal: 'owner000' },
    { action: 'sign-in', outcome: 'done', principal: key.id },
    { action: 'revoke-key', outcome: 'done', principal: 'owner000' },
  ]);
});

test('another node learns of a revocation within seconds', async () => {
  const other = openOther();
  const { key, secret } = await work.principals.createKey(wanted(), owner);
  expect(await other.authenticate(secret)).toBeDefined();
  await work.principals.revokeKey(key.id, owner);
  work.clock.forward(5_000);
  expect(await other.authenticate(secret)).toBeUndefined();
  await other.close();
});

test('revoking what does not exist is told', async () => {
  await expect(work.principals.revokeKey('00000000', owner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the last use of a key is written in batches', async () => {
  const other = openOther();
  const { key, secret } = await work.principals.createKey(wanted(), owner);
  await other.authenticate(secret);
  const before = (await work.principals.listKeys()).find(({ id }) => id === key.id);
  expect(before?.lastUsedAt).toBeNull();
  await other.close();
  const after = (await work.principals.listKeys()).find(({ id }) => id === key.id);
  expect(after?.lastUsedAt).not.toBeNull();
});

test('an agent cannot be an administrator, nor a key be born expired', async () => {
  await expect(
    work.principals.createKey(wanted({ kind: 'agent', role: 'administrator' }), owner),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(work.principals.createKey(wanted({ expiresAt: '2020-01-01T00:00:00Z' }), owner)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
});

test('nobody makes a key that may do more than their own', async () => {
  const limited = actor({ scopes: ['keys', 'stations:read'] });
  await expect(work.principals.createKey(wanted({ scopes: [] }), limited)).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  await expect(work.principals.createKey(wanted({ scopes: ['stations'] }), limited)).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  await expect(
    work.principals.createKey(wanted({ role: 'administrator' }), actor({ role: 'operator' })),
  ).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await work.principals.createKey(wanted({ scopes: ['stations:read'] }), limited)).key.scopes).toEqual([
    'stations:read',
  ]);
});

test('only a person makes the key of a person, since that key approves what agents propose', async () => {
  const person = wanted({ kind: 'person', role: 'operator' });
  const program = actor({ kind: 'program' });
  await expect(work.principals.createKey(person, program)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  expect((await work.principals.createKey(wanted({ kind: 'agent' }), program)).key.kind).toBe('agent');
  expect((await work.principals.createKey(person, actor({ kind: 'person' }))).key.kind).toBe('person');
});

test('a signed-in browser stays so while it is used, for twelve hours when it is not', async () => {
  const { secret } = await work.principals.createKey(wanted(), owner);
  const { cookie } = await work.principals.signIn(secret, browser);
  for (let n = 0; n < 3; n += 1) {
    work.clock.forward(11 * hour);
    expect(await work.principals.authenticateCookie(cookie)).toBeDefined();
  }
  work.clock.forward(12 * hour);
  expect(await work.principals.authenticateCookie(cookie)).toBeUndefined();
});

test('signing out ends the sign-in', async () => {
  const { secret } = await work.principals.createKey(wanted(), owner);
  const { cookie } = await work.principals.signIn(secret, browser);
  await work.principals.signOut(cookie);
  expect(await work.principals.authenticateCookie(cookie)).toBeUndefined();
});

test('the key of an agent cannot sign in, and a failed sign-in is audited without the address', async () => {
  const { key, secret } = await work.principals.createKey(wanted({ kind: 'agent' }), owner);
  await expect(work.principals.signIn(secret, { address: '203.0.113.9' })).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  await expect(work.principals.signIn('wrong', { address: '203.0.113.9' })).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  });
  const refused = await rows("select principal, details from audit where outcome = 'refused' order by seq");
  expect(refused.slice(-2)).toEqual([
    { principal: key.id, details: { reason: 'agent-key' } },
    { principal: 'anonymous:console', details: { reason: 'unknown-key' } },
  ]);
});

function openOther() {
  const { database, ledger, clock } = work;
  return openPrincipals({
    database,
    ledger,
    clock,
    config: work.config,
    log: work.log,
    installationKey: Buffer.alloc(32),
  });
}

const owner = actor({ id: 'owner000' });

function actor(special: Partial<Principal>): Actor {
  return {
    principal: { id: 'abcd1234', name: 'Owner', kind: 'person', role: 'administrator', scopes: [], ...special },
    door: 'rest',
  };
}

function wanted(special: Partial<NewKey> = {}): NewKey {
  return { name: 'Test', kind: 'program', role: 'operator', scopes: [], expiresAt: null, ...special };
}

async function rows(sql: string): Promise<object[]> {
  return (await work.database.pool.query<object>(sql)).rows;
}
