import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { CreatedKey, NewKey } from '#contract/agents/principal.ts';
import { type Projection, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName, system } from './actor.ts';
import { adminKeyId, agentKeyId } from './authenticate.ts';
import { freeId, keyCreated, makeKey } from './create-key.ts';
import { hashOf, isSame, keyText, newSecret, principalOf, readAdministrators, readKey, toKey } from './key-store.ts';
import { newPerson, personProjection } from './people/person-store.ts';
import { type Browser, openSignIn, refuse, type SignedIn, type SignInNeeds } from './sign-in.ts';

type SignInCode = { hash: Buffer; expiresAt: Date };

async function saveCode(pool: Pool, { hash, expiresAt }: SignInCode): Promise<void> {
  await pool.query('insert into sign_in_code (hash, expires_at) values ($1, $2)', [hash, expiresAt]);
}

/** Takes the code away in the same breath as it is found: of two that use it at once, one gets it. */
async function takeCode(pool: Pool, hash: Buffer, now: Date): Promise<SignInCode | undefined> {
  const { rows } = await pool.query<SignInCode>(
    'delete from sign_in_code where hash = $1 and expires_at > $2 returning hash, expires_at as "expiresAt"',
    [hash, now],
  );
  return rows[0];
}

/** Once there is an administrator no link may make another one. */
const endOfCodes: Projection<'all'> = {
  name: 'end of sign-in codes',
  identity: (all) => all,
  merge: (all) => all,
  async write(client) {
    await client.query('delete from sign_in_code');
  },
};

const linkLastsMs = 3_600_000;
const browserItself: Actor = { principal: null, door: 'console' };

export type FirstSignIn = SignedIn & { created: CreatedKey };

/** `link`: nobody can sign in yet; show the path once, to whoever started us. */
export type FirstAdministrator = { status: 'exists' } | { status: 'link'; path: string; expiresAt: Date };

/**
 * Sees to it that someone can sign in. ADMIN_KEY, when set, works as an administrator's key; a new value replaces the old
 * one. Without it, and while there is no administrator, a one-time link is made. AGENT_KEY is kept in the same way, and opens nothing here.
 */
export async function ensureFirstAdministrator(
  needs: SignInNeeds,
  { adminKey, agentKey = '' }: { adminKey: string; agentKey?: string },
): Promise<FirstAdministrator> {
  if (agentKey !== '' && agentKey === adminKey)
    throw new SigecError(
      'CANNOT_START',
      'AGENT_KEY and ADMIN_KEY are the same, so an agent could approve what it proposes: choose two different keys.',
    );
  if (adminKey !== '') await keepKey(needs, { id: adminKeyId, secret: adminKey, wanted: administrator('ADMIN_KEY') });
  if (agentKey !== '') await keepKey(needs, { id: agentKeyId, secret: agentKey, wanted: agent });
  const now = needs.clock.now();
  if ((await readAdministrators(needs.pool, now)).length > 0) return { status: 'exists' };
  const code = newSecret();
  const expiresAt = new Date(now.getTime() + linkLastsMs);
  await saveCode(needs.pool, { hash: hashOf(code), expiresAt });
  return { status: 'link', path: `/sign-in?code=${code}`, expiresAt };
}

/** Uses the one-time link: makes the first administrator's key, to be shown once, and signs the browser in with it. Undefined: it is no good. */
export async function signInWithCode(
  needs: SignInNeeds,
  code: string,
  browser: Browser,
): Promise<FirstSignIn | undefined> {
  needs.attempts.check(browser.address);
  const taken = await takeCode(needs.pool, hashOf(code), needs.clock.now());
  if (taken === undefined) {
    await refuse(needs, browser, { principal: actorName(browserItself), reason: 'unknown-code' });
    return undefined;
  }
  try {
    return await makeAdministrator(needs, browser);
  } catch (error) {
    await saveCode(needs.pool, taken); // nothing was made of it, so the link stays good
    throw error;
  }
}

async function makeAdministrator({ pool, ledger, clock }: SignInNeeds, browser: Browser): Promise<FirstSignIn> {
  const now = clock.now();
  const id = await freeId(pool);
  const secret = keyText(id);
  const record = makeKey({ id, secret, wanted: administrator('First administrator'), createdBy: null, now });
  const principal = principalOf(record);
  const created = keyCreated(record, browserItself);
  const { cookie, entry } = openSignIn(principal, { now, browser, way: 'link' });
  // A person too: who gives themselves an e-mail and a passkey needs the key no more.
  const person = newPerson(id, { isKey: true });
  await ledger.commit({
    events: created.events,
    writes: [...created.writes, write(personProjection, person), ...entry.writes, write(endOfCodes, 'all')],
    audit: [...created.audit, ...entry.audit],
  });
  return { cookie, principal, created: { key: toKey(record), secret } };
}

type GivenKey = { id: string; secret: string; wanted: NewKey };

async function keepKey({ pool, ledger, clock, keys }: SignInNeeds, { id, secret, wanted }: GivenKey): Promise<void> {
  const record = makeKey({ id, secret, wanted, createdBy: null, now: clock.now() });
  const known = await readKey(pool, id);
  if (known?.revokedAt === null && isSame(known.secretHash, record.secretHash)) return;
  await ledger.commit(keyCreated(record, system));
  keys.forget(id);
}

/** May propose, and never approve. */
const agent: NewKey = { name: 'AGENT_KEY', kind: 'agent', role: 'operator', scopes: [], expiresAt: null };

function administrator(name: string): NewKey {
  return { name, kind: 'person', role: 'administrator', scopes: [], expiresAt: null };
}
