import type { Pool } from 'pg';
import type { Token, TokenType } from '#contract/token.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import type { PersonKey } from './seal.ts';

/** A token as it is kept; its value can be read with its person's key only. */
export type TokenRow = {
  id: string;
  type: TokenType;
  keyId: string;
  value: Buffer;
  label: string;
  note: string | null;
  isBlocked: boolean;
  expiresAt: Date | null;
  groupId: string | null;
  language: string | null;
  tariffId: string | null;
  credit: string | null;
  createdAt: Date;
  createdBy: string;
  changedAt: Date;
  lastUsedAt: Date | null;
  lastUsedStationId: string | null;
};

const columns = `token.id, token.type, token.key_id as "keyId", token.value, token.label, token.note, token.is_blocked as "isBlocked",
  token.expires_at as "expiresAt", token.group_id as "groupId", token.language, token.tariff_id as "tariffId",
  trim_scale(token.credit)::text as credit, token.created_at as "createdAt", token.created_by as "createdBy",
  token.changed_at as "changedAt", token.last_used_at as "lastUsedAt", token.last_used_station_id as "lastUsedStationId"`;

/** People enter tokens, one or a few thousand at a time; a new one comes with the key of its person. */
export const tokens: Projection<{ row: TokenRow; key: PersonKey | null }> = {
  name: 'tokens',
  order: 62,
  identity: ({ row }) => row.id,
  merge: (earlier, later) => ({ row: later.row, key: later.key ?? earlier.key }),
  async write(client, changes) {
    const keys = changes.flatMap(({ key, row }) => (key === null ? [] : [{ ...key, at: row.createdAt }]));
    await client.query(
      `insert into person_key (id, secret, created_at) select * from unnest($1::uuid[], $2::bytea[], $3::timestamptz[])`,
      [keys.map(({ id }) => id), keys.map(({ secret }) => secret), keys.map(({ at }) => at)],
    );
    const rows = changes.map(({ row }) => row);
    await client.query(
      `insert into token (id, type, key_id, value, label, note, is_blocked, expires_at, group_id, language, tariff_id, credit,
         created_at, created_by, changed_at)
       select * from unnest($1::text[], $2::text[], $3::uuid[], $4::bytea[], $5::text[], $6::text[], $7::boolean[], $8::timestamptz[],
         $9::text[], $10::text[], $11::text[], $12::numeric[], $13::timestamptz[], $14::text[], $15::timestamptz[])
       on conflict (id) do update set note = excluded.note, is_blocked = excluded.is_blocked, expires_at = excluded.expires_at,
         group_id = excluded.group_id, language = excluded.language, tariff_id = excluded.tariff_id, credit = excluded.credit,
         changed_at = excluded.changed_at`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.type),
        rows.map((row) => row.keyId),
        rows.map((row) => row.value),
        rows.map((row) => row.label),
        rows.map((row) => row.note),
        rows.map((row) => row.isBlocked),
        rows.map((row) => row.expiresAt),
        rows.map((row) => row.groupId),
        rows.map((row) => row.language),
        rows.map((row) => row.tariffId),
        rows.map((row) => row.credit),
        rows.map((row) => row.createdAt),
        rows.map((row) => row.createdBy),
        rows.map((row) => row.changedAt),
      ],
    );
  },
};

/** The value, and the secret without which a copy of it cannot be read, are gone. What the ledger holds is the hash alone. */
export const removedTokens: Projection<{ id: string; keyId: string }> = {
  name: 'removed tokens',
  order: 64,
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query('delete from token where id = any($1)', [rows.map(({ id }) => id)]);
    await client.query(
      `delete from person_key where id = any($1::uuid[]) and not exists (select from token where key_id = person_key.id)`,
      [rows.map(({ keyId }) => keyId)],
    );
  },
};

export type UseRow = { id: string; at: Date; stationId: string };

/** Where a token was last accepted; a late report does not turn the clock back. */
export const tokenUses: Projection<UseRow> = {
  name: 'token uses',
  order: 63,
  isIndependent: true,
  identity: ({ id }) => id,
  merge: (earlier, later) => (later.at >= earlier.at ? later : earlier),
  async write(client, rows) {
    await client.query(
      `update token set last_used_at = used.at, last_used_station_id = used.station_id
       from unnest($1::text[], $2::timestamptz[], $3::text[]) as used (id, at, station_id)
       where token.id = used.id and (token.last_used_at is null or token.last_used_at <= used.at)`,
      [rows.map(({ id }) => id), rows.map(({ at }) => at), rows.map(({ stationId }) => stationId)],
    );
  },
};

export async function readToken(pool: Pool, id: string): Promise<TokenRow | undefined> {
  const { rows } = await pool.query<TokenRow>(`select ${columns} from token where id = $1`, [id]);
  return rows[0];
}

/** In the order of their ids, which says nothing and never jumps. */
export async function readTokens(
  pool: Pool,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<TokenRow[]> {
  const { rows } = await pool.query<TokenRow>(
    `select ${columns} from token
     where $1::text is null or id collate "C" > $1
     order by id collate "C" limit $2`,
    [after ?? null, limit],
  );
  return rows;
}

/** A token or group with what it takes to read its value. */
export type Sealed = { id: string; value: Buffer; secret: Buffer };

/** A token with its group, for decisions and for what is sent to stations. */
export type SealedToken = TokenRow & { secret: Buffer; group: Sealed | null };

/** Without ids: every token. */
export async function readSealed(pool: Pool, ids: readonly string[] | null): Promise<SealedToken[]> {
  const { rows } = await pool.query<
    TokenRow & { secret: Buffer; groupValue: Buffer | null; groupSecret: Buffer | null }
  >(
    `select ${columns}, person_key.secret, token_group.value as "groupValue", group_key.secret as "groupSecret"
     from token
     join person_key on person_key.id = token.key_id
     left join token_group on token_group.id = token.group_id
     left join person_key as group_key on group_key.id = token_group.key_id
     where $1::text[] is null or token.id = any($1)
     order by token.id collate "C"`,
    [ids],
  );
  return rows.map(({ groupValue, groupSecret, ...row }) => ({
    ...row,
    group:
      row.groupId === null || groupValue === null || groupSecret === null
        ? null
        : { id: row.groupId, value: groupValue, secret: groupSecret },
  }));
}

export function toToken(row: TokenRow): Token {
  return {
    id: row.id,
    type: row.type,
    label: row.label,
    note: row.note,
    isBlocked: row.isBlocked,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    groupId: row.groupId,
    language: row.language,
    tariffId: row.tariffId,
    credit: row.credit,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedStationId: row.lastUsedStationId,
  };
}
