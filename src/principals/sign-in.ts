import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Cache } from '#base/cache.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { untrustedText } from '#base/untrusted-text.ts';
import type { SignedInBrowser } from '#contract/agents/person.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { type Entry, type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { actorName } from './actor.ts';
import type { Attempts } from './attempts.ts';
import { authenticate, type KeyNeeds, principalById } from './authenticate.ts';
import { hashOf, newSecret } from './key-store.ts';

export type SignInRecord = {
  /** What may be shown of it. */
  id: string;
  hash: Buffer;
  keyId: string;
  signedInAt: Date;
  expiresAt: Date;
  browser: string | null;
  address: string | null;
  way: SignedInBrowser['way'];
  lastUsedAt: Date | null;
};

const columns =
  'id, hash, key_id as "keyId", signed_in_at as "signedInAt", expires_at as "expiresAt", browser, address, way, last_used_at as "lastUsedAt"';

/** Written after the keys, since the first sign-in may come with its key. What has expired is swept out on the way. */
const signInProjection: Projection<SignInRecord> = {
  name: 'sign-ins',
  identity: ({ hash }) => hash.toString('hex'),
  async write(client, rows) {
    for (const { id, hash, keyId, signedInAt, expiresAt, browser, address, way } of rows) {
      await client.query('delete from sign_in where expires_at < $1', [signedInAt]);
      await client.query(
        `insert into sign_in (id, hash, key_id, signed_in_at, expires_at, browser, address, way, last_used_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $4)`,
        [id, hash, keyId, signedInAt, expiresAt, browser, address, way],
      );
      await client.query('update person set signed_in_at = greatest(signed_in_at, $2) where id = $1', [
        keyId,
        signedInAt,
      ]);
    }
  },
};

const signOutProjection: Projection<{ hash: Buffer }> = {
  name: 'sign-outs',
  identity: ({ hash }) => hash.toString('hex'),
  async write(client, rows) {
    await client.query('delete from sign_in where hash = any($1::bytea[])', [rows.map(({ hash }) => hash)]);
  },
};

/** All of a principal, one of them, or all but one. */
export type EndedSignIns = { keyId: string; only?: string; except?: string };
export const endedSignIns: Projection<EndedSignIns> = {
  name: 'ended sign-ins',
  identity: ({ keyId, only, except }) => `${keyId} ${only} ${except}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { keyId, only = null, except = null } of rows)
      await client.query(
        'delete from sign_in where key_id = $1 and ($2::text is null or id = $2) and ($3::text is null or id <> $3)',
        [keyId, only, except],
      );
  },
};

export async function readSignIns(pool: Pool, keyId: string, now: Date): Promise<SignInRecord[]> {
  const { rows } = await pool.query<SignInRecord>(
    `select ${columns} from sign_in where key_id = $1 and expires_at > $2 order by signed_in_at desc, id`,
    [keyId, now],
  );
  return rows;
}

export async function readSignIn(pool: Pool, hash: Buffer): Promise<SignInRecord | undefined> {
  const { rows } = await pool.query<SignInRecord>(`select ${columns} from sign_in where hash = $1`, [hash]);
  return rows[0];
}

async function prolongSignIn(
  pool: Pool,
  hash: Buffer,
  { expiresAt, now }: { expiresAt: Date; now: Date },
): Promise<void> {
  await pool.query('update sign_in set expires_at = greatest(expires_at, $2), last_used_at = $3 where hash = $1', [
    hash,
    expiresAt,
    now,
  ]);
}

/** A signed-in browser that is used stays signed in; one that is not is forgotten after this. */
const lastsMs = 12 * 3_600_000;
/** Prolonging is a write, so it happens at most once in this time. */
const prolongAfterMs = 10 * 60_000;

export type SignInNeeds = KeyNeeds & {
  ledger: Ledger;
  log: Log;
  attempts: Attempts;
  signIns: Cache<SignInRecord | undefined>;
};
export type Browser = { address: string; name?: string | undefined };
/** `cookie` is the secret the browser keeps; only its hash is stored. */
export type SignedIn = { cookie: string; principal: Principal };

const anonymous = actorName({ principal: null, door: 'console' });

export async function signIn(needs: SignInNeeds, secret: string, browser: Browser): Promise<SignedIn> {
  // The key is looked up first: a right one is never refused for what others at the same address got wrong.
  const principal = await authenticate(needs, secret);
  if (principal === undefined) {
    needs.attempts.check(browser.address);
    await refuse(needs, browser, { principal: anonymous, reason: 'unknown-key' });
    throw new SigecError(
      'NOT_SIGNED_IN',
      'This key is unknown, has expired or was revoked; check it, or ask an administrator for a new one.',
    );
  }
  if (principal.kind === 'agent') {
    needs.attempts.check(browser.address);
    await refuse(needs, browser, { principal: principal.id, reason: 'agent-key' });
    throw new SigecError(
      'NOT_ALLOWED',
      'A key of kind agent cannot sign in to the console; sign in with the key of a person.',
    );
  }
  const { cookie, entry } = openSignIn(principal, { now: needs.clock.now(), browser, way: 'key' });
  await needs.ledger.commit(entry);
  return { cookie, principal };
}

/** The secret for the browser, and what has to be committed for it to count. */
export function openSignIn(
  principal: Pick<Principal, 'id'>,
  { now, browser, way }: { now: Date; browser: Browser; way: SignInRecord['way'] },
): { cookie: string; id: string; entry: Required<Pick<Entry, 'writes' | 'audit'>> } {
  const cookie = newSecret();
  const record: SignInRecord = {
    id: randomUUID(),
    hash: hashOf(cookie),
    keyId: principal.id,
    signedInAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
    browser: browser.name === undefined ? null : untrustedText(browser.name, 200),
    address: browser.address,
    way,
    lastUsedAt: now,
  };
  return {
    cookie,
    id: record.id,
    entry: {
      writes: [write(signInProjection, record)],
      audit: [
        {
          principal: principal.id,
          door: 'console',
          action: 'sign-in',
          subject: principal.id,
          outcome: 'done',
          details: way === 'key' ? {} : { way },
        },
      ],
    },
  };
}

/** Counts and audits a sign-in that failed. The address goes to the log alone: the audit is for ever, and an address is a person's. */
export async function refuse(
  { attempts, ledger, log }: Pick<SignInNeeds, 'attempts' | 'ledger' | 'log'>,
  { address }: Browser,
  { principal, reason }: { principal: string; reason: string },
): Promise<void> {
  attempts.failed(address);
  log.warn({ address, reason }, 'sign-in failed');
  await ledger.commit({
    audit: [{ principal, door: 'console', action: 'sign-in', subject: null, outcome: 'refused', details: { reason } }],
  });
}

/** The sign-in of this browser, for whoever wants to tell it from others of the same person. */
export async function signInOf(needs: SignInNeeds, cookie: string | undefined): Promise<SignInRecord | undefined> {
  return cookie === undefined ? undefined : needs.signIns.get(hashOf(cookie).toString('hex'));
}

/** Who signed in with this browser; undefined when it never did, did too long ago, or its key has ended. */
export async function authenticateCookie(needs: SignInNeeds, cookie: string): Promise<Principal | undefined> {
  const hash = hashOf(cookie);
  const cacheKey = hash.toString('hex');
  const found = await needs.signIns.get(cacheKey);
  const now = needs.clock.now();
  if (found === undefined || found.expiresAt <= now) return undefined;
  const principal = await principalById(needs, found.keyId);
  const prolonged = new Date(now.getTime() + lastsMs);
  if (principal !== undefined && prolonged.getTime() - found.expiresAt.getTime() > prolongAfterMs) {
    await prolongSignIn(needs.pool, hash, { expiresAt: prolonged, now });
    needs.signIns.forget(cacheKey);
  }
  return principal;
}

export async function signOut(needs: SignInNeeds, cookie: string): Promise<void> {
  const principal = await authenticateCookie(needs, cookie);
  if (principal === undefined) return;
  const hash = hashOf(cookie);
  await needs.ledger.commit({
    writes: [write(signOutProjection, { hash })],
    audit: [
      {
        principal: principal.id,
        door: 'console',
        action: 'sign-out',
        subject: principal.id,
        outcome: 'done',
        details: {},
      },
    ],
  });
  needs.signIns.forget(hash.toString('hex'));
}
