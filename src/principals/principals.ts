import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import type { CreatedKey, Key, NewKey, Principal } from '#contract/agents/principal.ts';
import type { Database } from '#database/database.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from './actor.ts';
import { Attempts } from './attempts.ts';
import { authenticate } from './authenticate.ts';
import { createKey } from './create-key.ts';
import { FairReads } from './fair-reads.ts';
import {
  ensureFirstAdministrator,
  type FirstAdministrator,
  type FirstSignIn,
  signInWithCode,
} from './first-administrator.ts';
import { KeyLookups } from './key-lookups.ts';
import { type KeyRecord, readKey, readKeys, toKey } from './key-store.ts';
import { openLastUsed } from './last-used.ts';
import { type LentAgent, LentAgents } from './lent-agents.ts';
import { type Decision, may, type Need } from './may.ts';
import { mustSignIn } from './must-sign-in.ts';
import { revokeKey } from './revoke-key.ts';
import { authenticateCookie, type Browser, type SignedIn, type SignInNeeds, signIn, signOut } from './sign-in.ts';
import { readSignIn, type SignInRecord } from './sign-in-store.ts';

/** Who may do what, as the doors see it. */
export type Principals = {
  /** False while everything stays on loopback: reading is open then. */
  readonly mustSignIn: boolean;
  may(principal: Principal | null, need: Need): Decision;
  /** Reading by turns, for whoever asks at whatever door. */
  readonly reads: FairReads;
  /**
   * Whose key this is; undefined when it is unknown, expired or revoked. Throws TOO_MANY_REQUESTS for a wrong one of a source, an address, that
   * has sent many.
   */
  authenticate(secret: string, source?: string): Promise<Principal | undefined>;
  /** Whose browser this is, by its sign-in cookie. */
  authenticateCookie(cookie: string, source?: string): Promise<Principal | undefined>;
  signIn(secret: string, browser: Browser): Promise<SignedIn>;
  /** Uses the one-time link; undefined: it was used or has expired. */
  signInWithCode(code: string, browser: Browser): Promise<FirstSignIn | undefined>;
  signOut(cookie: string): Promise<void>;
  createKey(wanted: NewKey, actor: Actor): Promise<CreatedKey>;
  /** An agent that works for the holder of a key, with no more rights than theirs. */
  lendAgent(holder: Principal, door: Actor['door']): Promise<LentAgent>;
  listKeys(): Promise<Key[]>;
  revokeKey(id: string, actor: Actor): Promise<Key>;
  /** At start, before the doors open. */
  ensureFirstAdministrator(given: { adminKey: string; agentKey?: string }): Promise<FirstAdministrator>;
  /** Writes down what is only noted in memory. */
  close(): Promise<void>;
};

export function openPrincipals(given: {
  database: Database;
  ledger: Ledger;
  config: Config;
  clock: Clock;
  log: Log;
}): Principals {
  const { config, ledger, clock, log } = given;
  const { pool } = given.database;
  const set = { admin: config.adminKey !== '', agent: config.agentKey !== '' };
  // What is not there takes no place: strangers may ask for any number of keys.
  const briefly = { clock, lastsMs: 5_000, maxEntries: 2_000, isKept: (value: unknown) => value !== undefined };
  const needs: SignInNeeds = {
    pool,
    ledger,
    clock,
    log,
    keys: new Cache<KeyRecord | undefined>({ ...briefly, read: (id) => readKey(pool, id) }),
    signIns: new Cache<SignInRecord | undefined>({
      ...briefly,
      read: (hash) => readSignIn(pool, Buffer.from(hash, 'hex')),
    }),
    lastUsed: openLastUsed({ pool, log }),
    attempts: new Attempts(clock),
  };
  const lentAgents = new LentAgents(needs);
  const lookups = new KeyLookups(log);
  const isSignInRequired = mustSignIn(config);
  return {
    mustSignIn: isSignInRequired,
    may: (principal, need) => may(principal, need, { isReadingOpen: !isSignInRequired }),
    reads: new FairReads(),
    async authenticate(secret, source) {
      const lookUp = async () => (await lentAgents.authenticate(secret)) ?? (await authenticate(needs, secret));
      if (source === undefined) return lookUp();
      const found = await lookups.find(source, lookUp);
      if (found === undefined) lookups.countFailure(source);
      return found;
    },
    authenticateCookie: (cookie, source = 'unknown') => lookups.find(source, () => authenticateCookie(needs, cookie)),
    signIn: (secret, browser) => lookups.find(browser.address, () => signIn(needs, secret, browser)),
    signInWithCode: (code, browser) => signInWithCode(needs, code, browser),
    signOut: (cookie) => signOut(needs, cookie),
    createKey: (wanted, actor) => createKey(needs, wanted, actor),
    lendAgent: (holder, door) => lentAgents.lend(holder, door),
    listKeys: async () => (await readKeys(pool)).map(toKey),
    revokeKey: (id, actor) => revokeKey({ ...needs, given: set }, id, actor),
    ensureFirstAdministrator: (first) => ensureFirstAdministrator(needs, first),
    close: () => needs.lastUsed.close(),
  };
}
