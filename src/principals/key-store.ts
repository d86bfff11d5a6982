import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import type { Log } from '#base/log.ts';
import { WriteBehind } from '#base/write-behind.ts';
import type { Grant, Key, Principal, PrincipalKind, Role } from '#contract/agents/principal.ts';
import type { Projection } from '#ledger/ledger-types.ts';

/** Of Crockford: nothing that can be mistaken for something else when read aloud. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const longestSecret = 300;

/** 32 random bytes, as text that survives headers, addresses and shells. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function newKeyId(): string {
  return Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The id stands inside the key, so that a key is found by its id and compared in constant time. */
export function keyText(id: string): string {
  return `sigec_${id}_${newSecret()}`;
}

export function keyIdOf(text: string): string | undefined {
  return /^sigec_([0-9a-z]{8})_[\w-]{43}$/.exec(text)?.[1];
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret.slice(0, longestSecret)).digest();
}

export function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

export type KeyRecord = {
  id: string;
  name: string;
  kind: PrincipalKind;
  role: Role;
  scopes: string[];
  /** Roles at single sites; empty: the role holds for the whole installation. */
  grants: Grant[];
  approvesByElicitation: boolean;
  secretHash: Buffer;
  createdAt: Date;
  createdBy: string | null;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  /** Of an agent that works for the holder of another key: that key's id. */
  actsFor: string | null;
};

const columns = `id, name, kind, role, scopes, grants, approves_by_elicitation as "approvesByElicitation", secret_hash as "secretHash", created_at as "createdAt", created_by as "createdBy",
  expires_at as "expiresAt", last_used_at as "lastUsedAt", revoked_at as "revokedAt", acts_for as "actsFor"`;

/** Keys are written rarely, so one statement per row is enough. A key that is revoked or replaced ends what it signed in. */
export const keyProjection: Projection<KeyRecord> = {
  name: 'principal-keys',
  identity: ({ id }) => id,
  async write(client, rows) {
    for (const key of rows) {
      await client.query(
        `delete from sign_in using principal_key as known
         where known.id = $1 and sign_in.key_id = $1 and ($2::timestamptz is not null or known.secret_hash <> $3)`,
        [key.id, key.revokedAt, key.secretHash],
      );
      await client.query(
        `insert into principal_key (id, name, kind, role, scopes, secret_hash, created_at, created_by, expires_at, revoked_at,
           approves_by_elicitation, acts_for, grants)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         on conflict (id) do update set name = excluded.name, kind = excluded.kind, role = excluded.role, scopes = excluded.scopes,
           secret_hash = excluded.secret_hash, expires_at = excluded.expires_at, revoked_at = excluded.revoked_at,
           approves_by_elicitation = excluded.approves_by_elicitation, grants = excluded.grants`,
        [
          key.id,
          key.name,
          key.kind,
          key.role,
          key.scopes,
          key.secretHash,
          key.createdAt,
          key.createdBy,
          key.expiresAt,
          key.revokedAt,
          key.approvesByElicitation,
          key.actsFor,
          JSON.stringify(key.grants),
        ],
      );
    }
  },
};

export async function readKey(pool: Pool, id: string): Promise<KeyRecord | undefined> {
  const { rows } = await pool.query<KeyRecord>(`select ${columns} from principal_key where id = $1`, [id]);
  return rows[0];
}

export async function readKeyActingFor(pool: Pool, id: string): Promise<KeyRecord | undefined> {
  const { rows } = await pool.query<KeyRecord>(`select ${columns} from principal_key where acts_for = $1`, [id]);
  return rows[0];
}

export async function readKeys(pool: Pool): Promise<KeyRecord[]> {
  const { rows } = await pool.query<KeyRecord>(`select ${columns} from principal_key order by created_at, id`);
  return rows;
}

/** Those that somebody or something holds: what a person may do is kept like a key, and is none. */
export async function readHeldKeys(pool: Pool): Promise<KeyRecord[]> {
  const { rows } = await pool.query<KeyRecord>(
    `select ${columns} from principal_key where not exists (select from person where person.id = principal_key.id and not is_key)
     order by created_at, id`,
  );
  return rows;
}

/** People who may act now, without the agents that act for them. */
export async function readPeopleIds(pool: Pool, now: Date): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from principal_key where kind = 'person' and acts_for is null and revoked_at is null
       and (expires_at is null or expires_at > $1) order by id limit 1000`,
    [now],
  );
  return rows.map(({ id }) => id);
}

/** Keys that could bring a locked-out installation back: usable now, not limited, and not held by an agent. */
export async function readAdministrators(pool: Pool, now: Date): Promise<KeyRecord[]> {
  const { rows } = await pool.query<KeyRecord>(
    `select ${columns} from principal_key
     where role = 'administrator' and kind <> 'agent' and scopes = '{}' and revoked_at is null
       and (grants = '[]' or grants @> '[{"role": "administrator", "siteId": null}]') and (expires_at is null or expires_at > $1)`,
    [now],
  );
  return rows;
}

export async function saveLastUsed(pool: Pool, uses: ReadonlyMap<string, Date>): Promise<void> {
  await pool.query(
    `update principal_key as key set last_used_at = greatest(key.last_used_at, used.at)
     from unnest($1::text[], $2::timestamptz[]) as used (id, at) where key.id = used.id`,
    [[...uses.keys()], [...uses.values()]],
  );
}

export function isUsable(key: KeyRecord, now: Date): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now);
}

export function principalOf({ id, name, kind, role, scopes, grants, approvesByElicitation }: KeyRecord): Principal {
  return {
    id,
    name,
    kind,
    role,
    scopes,
    ...(grants.length > 0 && { grants }),
    ...(approvesByElicitation && { approvesByElicitation }),
  };
}

/** What may leave the house: everything but the hash. */
export function toKey(record: KeyRecord): Key {
  return {
    ...principalOf(record),
    createdAt: record.createdAt.toISOString(),
    createdBy: record.createdBy,
    expiresAt: record.expiresAt?.toISOString() ?? null,
    lastUsedAt: record.lastUsedAt?.toISOString() ?? null,
    revokedAt: record.revokedAt?.toISOString() ?? null,
  };
}

/** When keys were used; the latest use counts. A request costs no write. */
export type LastUsed = WriteBehind<Date>;

export function openLastUsed({ pool, log }: { pool: Pool; log: Log }): LastUsed {
  return new WriteBehind({
    task: 'write the last use of keys',
    everyMs: 30_000,
    log,
    write: (uses) => saveLastUsed(pool, uses),
  });
}
