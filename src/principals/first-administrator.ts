import type { CreatedKey, NewKey } from '#contract/principal.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName, system } from './actor.ts';
import { adminKeyId } from './authenticate.ts';
import { freeId, keyCreated, makeKey } from './create-key.ts';
import { principalOf, readAdministrators, readKey, toKey } from './key-store.ts';
import { hashOf, isSame, keyText, newSecret } from './secret.ts';
import { type Browser, openSignIn, refuse, type SignedIn, type SignInNeeds } from './sign-in.ts';
import { endOfCodes, saveCode, takeCode } from './sign-in-code-store.ts';

const linkLastsMs = 3_600_000;
const browserItself: Actor = { principal: null, door: 'console' };

export type FirstSignIn = SignedIn & { created: CreatedKey };

/** `link`: nobody can sign in yet; show the path once, to whoever started us. */
export type FirstAdministrator = { status: 'exists' } | { status: 'link'; path: string; expiresAt: Date };

/**
 * Sees to it that someone can sign in. ADMIN_KEY, when set, works as an administrator's key; a new value replaces the old
 * one. Without it, and while there is no administrator, a one-time link is made.
 */
export async function ensureFirstAdministrator(
  needs: SignInNeeds,
  { adminKey }: { adminKey: string },
): Promise<FirstAdministrator> {
  if (adminKey !== '') await keepAdminKey(needs, adminKey);
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
    return await makeAdministrator(needs);
  } catch (error) {
    await saveCode(needs.pool, taken); // nothing was made of it, so the link stays good
    throw error;
  }
}

async function makeAdministrator({ pool, ledger, clock }: SignInNeeds): Promise<FirstSignIn> {
  const now = clock.now();
  const id = await freeId(pool);
  const secret = keyText(id);
  const record = makeKey({ id, secret, wanted: administrator('First administrator'), createdBy: null, now });
  const principal = principalOf(record);
  const created = keyCreated(record, browserItself);
  const { cookie, entry } = openSignIn(principal, now);
  await ledger.commit({
    events: created.events,
    writes: [...created.writes, ...entry.writes, write(endOfCodes, 'all')],
    audit: [...created.audit, ...entry.audit],
  });
  return { cookie, principal, created: { key: toKey(record), secret } };
}

async function keepAdminKey({ pool, ledger, clock, keys }: SignInNeeds, adminKey: string): Promise<void> {
  const record = makeKey({
    id: adminKeyId,
    secret: adminKey,
    wanted: administrator('ADMIN_KEY'),
    createdBy: null,
    now: clock.now(),
  });
  const known = await readKey(pool, adminKeyId);
  if (known?.revokedAt === null && isSame(known.secretHash, record.secretHash)) return;
  await ledger.commit(keyCreated(record, system));
  keys.forget(adminKeyId);
}

function administrator(name: string): NewKey {
  return { name, kind: 'person', role: 'administrator', scopes: [], expiresAt: null };
}
