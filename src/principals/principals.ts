import { bound } from '#base/bound.ts';
import { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import type { GuardedFetch } from '#base/guarded-fetch.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { OtherNodes } from '#base/other-nodes.ts';
import type { PasswordSignIn } from '#contract/agents/person.ts';
import type { Principal } from '#contract/agents/principal.ts';
import type { Database } from '#database/database.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from './actor.ts';
import { Attempts } from './attempts.ts';
import { authenticate, KeyLookups } from './authenticate.ts';
import { createKey, revokeKey } from './create-key.ts';
import { FairReads } from './fair-reads.ts';
import { ensureFirstAdministrator, signInWithCode } from './first-administrator.ts';
import {
  isUsable,
  type KeyRecord,
  openLastUsed,
  principalOf,
  readHeldKeys,
  readKey,
  readPeopleIds,
  toKey,
} from './key-store.ts';
import { LentAgents } from './lent-agents.ts';
import { may, mustSignIn, type Need } from './may.ts';
import type { TokenHolder } from './oauth/authenticate-token.ts';
import { openOAuth } from './oauth/open-oauth.ts';
import { openPeople } from './people/open-people.ts';
import { readPerson } from './people/person-store.ts';
import { guessBudget } from './people/sign-in-person.ts';
import { beginningBudget } from './people/sign-in-steps.ts';
import {
  authenticateCookie,
  type Browser,
  readSignIn,
  type SignInNeeds,
  type SignInRecord,
  signIn,
  signOut,
} from './sign-in.ts';

export type Principals = ReturnType<typeof openPrincipals>;

export function openPrincipals(given: {
  database: Database;
  ledger: Ledger;
  config: Config;
  clock: Clock;
  log: Log;
  /** Seals what people prove themselves with. */
  installationKey: Buffer;
  /** Nodes that count failures together; absent: there are none. */
  others?: OtherNodes;
  /** How documents of programs are fetched; absent: by the rules for addresses that strangers name. */
  fetchDocument?: GuardedFetch;
}) {
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
    attempts: new Attempts(clock, given.others),
  };
  const { installationKey } = given;
  const people = openPeople({
    ...needs,
    installationKey,
    config,
    guesses: new Limiter(guessBudget),
    beginnings: new Limiter(beginningBudget),
  });
  const lentAgents = new LentAgents({ ...needs, installationKey });
  const lookups = new KeyLookups(log);
  const isSignInRequired = mustSignIn(config);
  const oauth = openOAuth({ ...needs, config, isOpen: !isSignInRequired, fetch: given.fetchDocument });
  return {
    /** False while everything stays on loopback: reading is open then. */
    mustSignIn: isSignInRequired,
    may: (principal: Principal | null, need: Need) => may(principal, need, { isReadingOpen: !isSignInRequired }),
    /** Reading by turns, for whoever asks at whatever door. */
    reads: new FairReads(),
    /**
     * Whose key this is; undefined when it is unknown, expired or revoked. Throws TOO_MANY_REQUESTS for a wrong one of a source, an address, that
     * has sent many.
     */
    async authenticate(secret: string, source?: string): Promise<Principal | undefined> {
      const lookUp = async () => (await lentAgents.authenticate(secret)) ?? (await authenticate(needs, secret));
      if (source === undefined) return lookUp();
      const found = await lookups.find(source, lookUp);
      if (found === undefined) lookups.countFailure(source);
      return found;
    },
    /** Agents that people let in; their tokens open one address each. */
    oauth,
    /** Whose token of OAuth this is, where the address is the one that it is for. Throws as `authenticate` does. */
    async authenticateToken(token: string, at: { address: string; source: string }): Promise<TokenHolder | undefined> {
      const found = await lookups.find(at.source, () => oauth.authenticate(token, at.address));
      if (found === undefined) lookups.countFailure(at.source);
      return found;
    },
    authenticateCookie: (cookie: string, source = 'unknown') =>
      lookups.find(source, () => authenticateCookie(needs, cookie)),
    signIn: (secret: string, browser: Browser) => lookups.find(browser.address, () => signIn(needs, secret, browser)),
    ...bound({ ...needs, given: set }, { signInWithCode, signOut, createKey, revokeKey, ensureFirstAdministrator }),
    people: {
      ...people,
      // Looked up and hashed by turns: a stranger who tries without end keeps nobody else waiting.
      signInWithPassword: (given: PasswordSignIn, browser: Browser) =>
        lookups.find(browser.address, () => people.signInWithPassword(given, browser)),
    },
    lendAgent: (holder: Principal, door: Actor['door']) => lentAgents.lend(holder, door),
    lendAgentAway: (holder: Principal, door: Actor['door']) => lentAgents.lendAway(holder, door),
    /** Whose id this is, while the key or the person may still act; for what is done on their behalf later. */
    async byId(id: string): Promise<Principal | undefined> {
      const key = await needs.keys.get(id);
      return key !== undefined && isUsable(key, clock.now()) ? principalOf(key) : undefined;
    },
    /** Everybody who acts under their own name now, by their ids. */
    peopleIds: () => readPeopleIds(pool, clock.now()),
    /** Where somebody is written to, and in which language; of a key without an account nothing is known. */
    async contactOf(id: string): Promise<{ email: string | null; language: 'en' | 'pt-BR' }> {
      const person = await readPerson(pool, id);
      return { email: person?.email ?? null, language: person?.language ?? 'en' };
    },
    listKeys: async () => (await readHeldKeys(pool)).map(toKey),
    async close() {
      await oauth.close();
      await needs.lastUsed.close();
    },
  };
}
