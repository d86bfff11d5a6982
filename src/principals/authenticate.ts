import type { Pool } from 'pg';
import type { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { LogLimiter } from '#base/every.ts';
import { FairShare } from '#base/fair-share.ts';
import { networkOf } from '#base/hosts.ts';
import { Limiter } from '#base/limiter.ts';
import type { Log } from '#base/log.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { hashOf, isSame, isUsable, type KeyRecord, keyIdOf, type LastUsed, principalOf } from './key-store.ts';

/** Somebody mistypes a key a few times; a program with an old key asks now and then. */
const failures = { perSecond: 1 / 6, burst: 20 };

/**
 * Looking up keys for callers by turns. A source that sends wrong keys without end is told to stop and waits behind the others. A right key is
 * never refused for it: the key is looked up first, and only a failure counts.
 */
export class KeyLookups {
  private readonly share = new FairShare({
    places: 6,
    lanes: { known: 6, long: 0, stranger: 2 },
    placesPerCaller: 4,
    waitingPerCaller: 1_000,
    waiting: 4_000,
    patienceMs: 10_000,
    maxRestMs: 0,
  });
  private readonly failed = new Limiter(failures);
  private readonly logLimiter = new LogLimiter();
  private readonly log: Log;

  constructor(log: Log) {
    this.log = log;
  }

  async find<Found>(source: string, find: () => Promise<Found>): Promise<Found> {
    const network = networkOf(source);
    const lane = this.failed.waitMs(network) > 0 ? 'stranger' : 'known';
    const leave = await this.share.enter(network, lane);
    if (leave === undefined) throw this.refusal(network);
    try {
      return await find();
    } finally {
      leave();
    }
  }

  /** Counts a wrong key. Throws TOO_MANY_REQUESTS once its source has sent too many. */
  countFailure(source: string): void {
    const network = networkOf(source);
    if (!this.failed.take(network)) throw this.refusal(network);
  }

  private refusal(network: string): SigecError {
    const line = this.logLimiter.next(network);
    if (line !== undefined) this.log.warn({ source: network, ...line }, 'many wrong keys from one address');
    const retryAfterSeconds = Math.max(1, Math.ceil(this.failed.waitMs(network) / 1_000));
    return new SigecError('TOO_MANY_REQUESTS', 'Too many wrong keys came from this address; send a valid one.', {
      details: { retryAfterSeconds },
    });
  }
}

/** The id of the key that ADMIN_KEY gives; no made key can have it, since their alphabet has no "i". */
export const adminKeyId = 'adminkey';
export const agentKeyId = 'clientid';

/** By their ids. Long enough to spare the database, short enough for another node's revocation. */
export type KeyCache = Cache<KeyRecord | undefined>;

export type KeyNeeds = { pool: Pool; clock: Clock; keys: KeyCache; lastUsed: LastUsed };

export async function authenticate(needs: KeyNeeds, secret: string): Promise<Principal | undefined> {
  const hash = hashOf(secret);
  const id = keyIdOf(secret);
  // These are text of their owner's choice and may even look like one of ours.
  for (const candidate of [...(id === undefined ? [] : [id]), adminKeyId, agentKeyId]) {
    const key = await findKey(needs, candidate);
    if (key !== undefined && isSame(key.secretHash, hash)) return whileUsable(needs, key);
  }
  return undefined;
}

export async function principalById(needs: KeyNeeds, id: string): Promise<Principal | undefined> {
  const key = await findKey(needs, id);
  return key === undefined ? undefined : whileUsable(needs, key);
}

function findKey({ keys }: KeyNeeds, id: string): Promise<KeyRecord | undefined> {
  return keys.get(id);
}

function whileUsable({ clock, lastUsed }: KeyNeeds, key: KeyRecord): Principal | undefined {
  const now = clock.now();
  if (!isUsable(key, now)) return undefined;
  lastUsed.note(key.id, now);
  return principalOf(key);
}
