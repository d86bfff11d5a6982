import type { Pool } from 'pg';
import type { Cache } from '#base/cache.ts';
import type { Clock } from '#base/clock.ts';
import type { Principal } from '#contract/agents/principal.ts';
import { isUsable, type KeyRecord, principalOf } from './key-store.ts';
import type { LastUsed } from './last-used.ts';
import { hashOf, isSame, keyIdOf } from './secret.ts';

/** The id of the key that ADMIN_KEY gives; no made key can have it, since their alphabet has no "i". */
export const adminKeyId = 'adminkey';
/** And of the one that AGENT_KEY gives, for the same reason. */
export const agentKeyId = 'clientid';

/** By their ids. Long enough to spare the database, short enough for another node's revocation. */
export type KeyCache = Cache<KeyRecord | undefined>;

export type KeyNeeds = { pool: Pool; clock: Clock; keys: KeyCache; lastUsed: LastUsed };

/** Whose key this is; undefined when it is unknown, expired or revoked. */
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

/** The principal of a key known by id, as a signed-in browser is. */
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
