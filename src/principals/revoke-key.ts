import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Key } from '#contract/agents/principal.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from './actor.ts';
import { adminKeyId, agentKeyId, type KeyCache } from './authenticate.ts';
import { keyProjection, readAdministrators, readKey, toKey } from './key-store.ts';

type Needs = { pool: Pool; ledger: Ledger; clock: Clock; keys: KeyCache; given: GivenKeys };
type GivenKeys = { admin: boolean; agent: boolean };

/** Ends a key and everything it signed in, at once. Revoking it twice changes nothing. */
export async function revokeKey({ pool, ledger, clock, keys, given }: Needs, id: string, actor: Actor): Promise<Key> {
  const key = await readKey(pool, id);
  if (key === undefined) throw new SigecError('NOT_FOUND', `There is no key ${id}; GET /api/keys lists them.`);
  if (key.revokedAt !== null) return toKey(key);
  const setting =
    id === adminKeyId && given.admin ? 'ADMIN_KEY' : id === agentKeyId && given.agent ? 'AGENT_KEY' : null;
  if (setting !== null) {
    throw new SigecError(
      'CONFLICT',
      `This key is set by ${setting} and would come back; remove that setting, start again, then revoke it.`,
    );
  }
  const now = clock.now();
  const administrators = await readAdministrators(pool, now);
  if (administrators.length === 1 && administrators[0]?.id === id) {
    throw new SigecError('CONFLICT', `${id} is the last administrator key; create another before you revoke it.`);
  }
  const revoked = { ...key, revokedAt: now };
  const principal = actorName(actor);
  await ledger.commit({
    events: [{ kind: 'key-revoked', stationId: null, happenedAt: now, principal, body: { keyId: id, name: key.name } }],
    writes: [write(keyProjection, revoked)],
    audit: [{ principal, door: actor.door, action: 'revoke-key', subject: id, outcome: 'done', details: {} }],
  });
  keys.forget(id);
  return toKey(revoked);
}
