import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { CreatedKey, Key, NewKey } from '#contract/agents/principal.ts';
import { type Entry, type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from './actor.ts';
import { adminKeyId, agentKeyId, type KeyCache } from './authenticate.ts';
import {
  hashOf,
  type KeyRecord,
  keyProjection,
  keyText,
  newKeyId,
  readAdministrators,
  readKey,
  toKey,
} from './key-store.ts';
import { areGrantsWithin, coversScope } from './may.ts';
import { maySeePersonalData, personalScope } from './personal-data.ts';

type Needs = { pool: Pool; ledger: Ledger; clock: Clock };

export async function createKey({ pool, ledger, clock }: Needs, wanted: NewKey, actor: Actor): Promise<CreatedKey> {
  const now = clock.now();
  checkWanted(wanted, now);
  checkWithinCreator(wanted, actor);
  const id = await freeId(pool);
  const secret = keyText(id);
  const record = makeKey({ id, secret, wanted, createdBy: actorName(actor), now });
  await ledger.commit(keyCreated(record, actor));
  return { key: toKey(record), secret };
}

/** The key as it is kept; its text is known to whoever is shown it, and nowhere else. */
export function makeKey(made: {
  id: string;
  secret: string;
  wanted: NewKey;
  createdBy: string | null;
  now: Date;
}): KeyRecord {
  const { name, kind, role, scopes, sites = [], expiresAt, approvesByElicitation = false } = made.wanted;
  return {
    id: made.id,
    name,
    kind,
    role,
    scopes,
    grants: sites.map((siteId) => ({ role, siteId })),
    approvesByElicitation,
    secretHash: hashOf(made.secret),
    createdAt: made.now,
    createdBy: made.createdBy,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
    lastUsedAt: null,
    revokedAt: null,
    actsFor: null,
  };
}

/** The fact, the row and the audit entry of a new key; its hash goes into the row alone, since events are read by many. */
export function keyCreated(record: KeyRecord, actor: Actor): Required<Pick<Entry, 'events' | 'writes' | 'audit'>> {
  const { id, name, kind, role, scopes, grants, createdAt, expiresAt, approvesByElicitation } = record;
  const facts = {
    keyId: id,
    name,
    kind,
    role,
    scopes,
    ...(grants.length > 0 && { grants }),
    approvesByElicitation,
    expiresAt: expiresAt?.toISOString() ?? null,
  };
  const principal = actorName(actor);
  return {
    events: [{ kind: 'key-created', stationId: null, happenedAt: createdAt, principal, body: facts }],
    writes: [write(keyProjection, record)],
    audit: [{ principal, door: actor.door, action: 'create-key', subject: id, outcome: 'done', details: facts }],
  };
}

export async function freeId(pool: Pool): Promise<string> {
  const id = newKeyId();
  return (await readKey(pool, id)) === undefined ? id : freeId(pool);
}

function checkWanted({ kind, role, expiresAt, approvesByElicitation }: NewKey, now: Date): void {
  if (kind === 'agent' && role === 'administrator') {
    throw new SigecError(
      'INVALID_INPUT',
      'An agent cannot be an administrator; give its key the role viewer or operator.',
      { details: { field: 'role', accepts: ['viewer', 'operator'] } },
    );
  }
  if (approvesByElicitation && kind !== 'person') {
    throw new SigecError('INVALID_INPUT', 'Only the key of a person can approve by elicitation.', {
      details: { field: 'approvesByElicitation' },
    });
  }
  if (expiresAt !== null && new Date(expiresAt) <= now) {
    throw new SigecError(
      'INVALID_INPUT',
      `expiresAt is ${expiresAt}, which has passed; give a time to come, or null for none.`,
      { details: { field: 'expiresAt' } },
    );
  }
}

/** Nobody makes a key that may do more than their own. A person's may approve what agents propose, which no other may. */
function checkWithinCreator({ kind, role, scopes, sites = [] }: NewKey, { principal }: Actor): void {
  if (principal === null) return;
  if (kind === 'person' && principal.kind !== 'person') {
    throw new SigecError(
      'NOT_ALLOWED',
      `The key ${principal.id} is not a person's, so it makes no person's key; a person who is an administrator does.`,
    );
  }
  const limits = scopes.filter((scope) => scope !== personalScope);
  const isUnlimited = principal.scopes.every((scope) => scope === personalScope);
  const isWithinScopes =
    isUnlimited || (limits.length > 0 && limits.every((scope) => coversScope(principal.scopes, scope)));
  const isWithinPersonal = !scopes.includes(personalScope) || maySeePersonalData({ principal });
  const wanted = sites.length === 0 ? [{ role, siteId: null }] : sites.map((siteId) => ({ role, siteId }));
  if (areGrantsWithin(wanted, principal) && isWithinScopes && isWithinPersonal) return;
  throw new SigecError(
    'NOT_ALLOWED',
    `The key ${principal.id} cannot make a key that may do more than itself; ask for a smaller role or fewer scopes.`,
  );
}

type RevokeNeeds = { pool: Pool; ledger: Ledger; clock: Clock; keys: KeyCache; given: GivenKeys };
type GivenKeys = { admin: boolean; agent: boolean };

export async function revokeKey(
  { pool, ledger, clock, keys, given }: RevokeNeeds,
  id: string,
  actor: Actor,
): Promise<Key> {
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
