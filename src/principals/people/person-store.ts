import type { Pool } from 'pg';
import type { Passkey, Person } from '#contract/agents/person.ts';
import type { Grant } from '#contract/agents/principal.ts';
import { Overtaken, type Projection } from '#ledger/ledger-types.ts';
import type { KeyRecord } from '../key-store.ts';

/** What a person signs in with, and as whom; what they may do stands in the key of the same id. */
export type PersonRecord = {
  id: string;
  email: string | null;
  /** The person alone says that it is theirs: nobody was invited at it, and no identity provider has checked it. */
  isEmailClaimed: boolean;
  language: Person['language'];
  passwordHash: string | null;
  passwordChangedAt: Date | null;
  totpSealed: Buffer | null;
  totpSince: Date | null;
  totpStep: number | null;
  recoveryHashes: Buffer[];
  oidcIssuer: string | null;
  oidcSubject: string | null;
  signedInAt: Date | null;
  isKey: boolean;
};

const columns = `id, email, is_email_claimed as "isEmailClaimed", language, password_hash as "passwordHash", password_changed_at as "passwordChangedAt", totp_sealed as "totpSealed",
  totp_since as "totpSince", totp_step::float8 as "totpStep", recovery_hashes as "recoveryHashes", oidc_issuer as "oidcIssuer",
  oidc_subject as "oidcSubject", signed_in_at as "signedInAt", is_key as "isKey"`;

export function newPerson(id: string, given: Partial<PersonRecord> = {}): PersonRecord {
  return {
    id,
    email: null,
    isEmailClaimed: false,
    language: null,
    passwordHash: null,
    passwordChangedAt: null,
    totpSealed: null,
    totpSince: null,
    totpStep: null,
    recoveryHashes: [],
    oidcIssuer: null,
    oidcSubject: null,
    signedInAt: null,
    isKey: false,
    ...given,
  };
}

/** Written whole; rows come after their key's. */
export const personProjection: Projection<PersonRecord> = {
  name: 'people',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const row of rows)
      await client.query(
        `insert into person (id, email, language, password_hash, password_changed_at, totp_sealed, totp_since, totp_step,
           recovery_hashes, oidc_issuer, oidc_subject, signed_in_at, is_key, is_email_claimed)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         on conflict (id) do update set email = excluded.email, language = excluded.language, password_hash = excluded.password_hash,
           password_changed_at = excluded.password_changed_at, totp_sealed = excluded.totp_sealed, totp_since = excluded.totp_since,
           totp_step = excluded.totp_step, recovery_hashes = excluded.recovery_hashes, oidc_issuer = excluded.oidc_issuer,
           oidc_subject = excluded.oidc_subject, signed_in_at = excluded.signed_in_at, is_email_claimed = excluded.is_email_claimed`,
        [
          ...[row.id, row.email, row.language, row.passwordHash, row.passwordChangedAt, row.totpSealed, row.totpSince],
          ...[row.totpStep, row.recoveryHashes, row.oidcIssuer, row.oidcSubject, row.signedInAt, row.isKey],
          row.isEmailClaimed,
        ],
      );
  },
};

/** What a sign-in leaves on the person. Of two that use one code at the same time the later is refused with its entry. */
export type SignInMark = {
  id: string;
  at: Date;
  /** Two sign-ins of one moment are never taken for one: the second would use the first one's code. */
  signIn: string;
  totpStep?: number;
  recoveryHash?: Buffer;
  passwordHash?: string;
};
export const signInMarks: Projection<SignInMark> = {
  name: 'marks of sign-ins',
  identity: ({ signIn }) => signIn,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { id, at, totpStep = null, recoveryHash = null, passwordHash = null } of rows) {
      const { rowCount } = await client.query(
        `update person set signed_in_at = $2, totp_step = coalesce($3, totp_step), password_hash = coalesce($5, password_hash),
           recovery_hashes = case when $4::bytea is null then recovery_hashes else array_remove(recovery_hashes, $4) end
         where id = $1 and ($3::bigint is null or totp_step is null or totp_step < $3)
           and ($4::bytea is null or $4 = any(recovery_hashes))`,
        [id, at, totpStep, recoveryHash, passwordHash],
      );
      if (rowCount === 0) throw new Overtaken(`the code of ${id} was used`);
    }
  },
};

/** With the passkeys; what they did stays under the id. */
export const removedPeople: Projection<{ id: string }> = {
  name: 'removed people',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const { id } of rows) {
      await client.query('delete from passkey where person_id = $1', [id]);
      await client.query('delete from invitation where person_id = $1', [id]);
      await client.query('delete from person where id = $1', [id]);
      await client.query(`update principal_key set name = 'Former person' where id = $1`, [id]);
    }
  },
};

export async function readPerson(pool: Pool, id: string): Promise<PersonRecord | undefined> {
  return (await pool.query<PersonRecord>(`select ${columns} from person where id = $1`, [id])).rows[0];
}

export async function readPersonByEmail(pool: Pool, email: string): Promise<PersonRecord | undefined> {
  const { rows } = await pool.query<PersonRecord>(`select ${columns} from person where email = $1`, [
    email.toLowerCase(),
  ]);
  return rows[0];
}

export async function readPersonByOidc(pool: Pool, issuer: string, subject: string): Promise<PersonRecord | undefined> {
  const { rows } = await pool.query<PersonRecord>(
    `select ${columns} from person where oidc_issuer = $1 and oidc_subject = $2`,
    [issuer, subject],
  );
  return rows[0];
}

export async function readPeople(pool: Pool): Promise<PersonRecord[]> {
  return (await pool.query<PersonRecord>(`select ${columns} from person order by email, id`)).rows;
}

export type PasskeyRecord = {
  id: string;
  personId: string;
  name: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
};

const passkeyColumns = `id, person_id as "personId", name, public_key as "publicKey", counter::float8 as counter, transports,
  created_at as "createdAt", last_used_at as "lastUsedAt"`;

export const passkeyProjection: Projection<PasskeyRecord> = {
  name: 'passkeys',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const row of rows)
      await client.query(
        `insert into passkey (id, person_id, name, public_key, counter, transports, created_at, last_used_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (id) do update set name = excluded.name, counter = greatest(passkey.counter, excluded.counter),
           last_used_at = excluded.last_used_at`,
        [
          ...[row.id, row.personId, row.name, row.publicKey, row.counter, row.transports],
          ...[row.createdAt, row.lastUsedAt],
        ],
      );
  },
};

export const removedPasskeys: Projection<{ id: string }> = {
  name: 'removed passkeys',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query('delete from passkey where id = any($1)', [rows.map(({ id }) => id)]);
  },
};

export async function readPasskey(pool: Pool, id: string): Promise<PasskeyRecord | undefined> {
  return (await pool.query<PasskeyRecord>(`select ${passkeyColumns} from passkey where id = $1`, [id])).rows[0];
}

export async function readPasskeys(pool: Pool, personId: string | null): Promise<PasskeyRecord[]> {
  const { rows } = await pool.query<PasskeyRecord>(
    `select ${passkeyColumns} from passkey where $1::text is null or person_id = $1 order by created_at, id`,
    [personId],
  );
  return rows;
}

export function toPasskey({ id, name, createdAt, lastUsedAt }: PasskeyRecord): Passkey {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

export function grantsOfKey({ role, grants }: Pick<KeyRecord, 'role' | 'grants'>): Grant[] {
  return grants.length === 0 ? [{ role, siteId: null }] : grants;
}

/** What may leave the house. */
export function toPerson(record: PersonRecord, key: KeyRecord, passkeys: number): Person {
  return {
    id: record.id,
    name: key.name,
    email: record.email,
    language: record.language,
    passkeys,
    state: key.revokedAt === null ? 'active' : 'disabled',
    grants: grantsOfKey(key),
    hasPassword: record.passwordHash !== null,
    hasTotp: record.totpSince !== null,
    isOidc: record.oidcSubject !== null,
    createdAt: key.createdAt.toISOString(),
    signedInAt: record.signedInAt?.toISOString() ?? null,
  };
}
