import type { ClientBase, Pool } from 'pg';
import type { Token, TokenQuery, TokenType } from '#contract/access/token.ts';
import { Overtaken, type Projection } from '#ledger/ledger-types.ts';
import { changeRows, deleteProjection, putRows, statementProjection } from '../rows.ts';
import { unlistedTypes } from './own-types.ts';

/** A token as it is kept; its value can be read with its person's key only. */
export type TokenRow = {
  id: string;
  type: TokenType;
  keyId: string;
  value: Buffer;
  label: string;
  note: string | null;
  driverId: string | null;
  isBlocked: boolean;
  validFrom: Date | null;
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

const columns = `token.id, token.type, token.key_id as "keyId", token.value, token.label, token.note,
  token.driver_id as "driverId", token.is_blocked as "isBlocked", token.valid_from as "validFrom", token.expires_at as "expiresAt",
  token.group_id as "groupId", token.language, token.tariff_id as "tariffId",
  trim_scale(token.credit)::text as credit, token.created_at as "createdAt", token.created_by as "createdBy",
  token.changed_at as "changedAt", token.last_used_at as "lastUsedAt", token.last_used_station_id as "lastUsedStationId"`;

/** Two that enter the same token in one moment are two rows, and the later one is refused. The key of a token is written before it. */
export const newTokens: Projection<TokenRow> = {
  name: 'new tokens',
  identity: ({ keyId }) => keyId,
  async write(client, rows) {
    await putRows(
      client,
      { table: 'token' },
      rows.map(({ lastUsedAt: _at, lastUsedStationId: _station, ...row }) => row),
    );
    const ids = rows.map((row) => row.id);
    // Whoever comes again is remembered again.
    await client.query('delete from forgotten_token where id = any($1)', [ids]);
    await checkDrivers(client, ids);
  },
};

const changeable = [
  'note',
  'driverId',
  'isBlocked',
  'validFrom',
  'expiresAt',
  'groupId',
  'language',
  'tariffId',
  'credit',
] as const satisfies (keyof TokenRow)[];

/** What somebody said of a token. What they did not say stays as it is, whoever says something else of it in the same moment. */
export type TokenEdit = Partial<Pick<TokenRow, (typeof changeable)[number]>>;

export const changedTokens: Projection<TokenEdit & Pick<TokenRow, 'id' | 'changedAt'>> = {
  name: 'changed tokens',
  identity: ({ id }) => id,
  merge: (earlier, later) => ({ ...earlier, ...later }),
  async write(client, rows) {
    await changeRows(client, { table: 'token', key: ['id'], columns: [...changeable, 'changedAt'] }, rows);
    await checkDrivers(
      client,
      rows.filter(({ driverId }) => driverId).map(({ id }) => id),
    );
  },
};

/** One who was forgotten gets no token any more, also not in the moment in which they are. */
async function checkDrivers(client: ClientBase, tokenIds: readonly string[]): Promise<void> {
  const { rowCount } = await client.query(
    `select from token join driver on driver.id = token.driver_id where token.id = any($1) and driver.forgotten_at is not null limit 1`,
    [tokenIds],
  );
  if (rowCount !== 0) throw new Overtaken('the driver of a token was forgotten');
}

export const removedTokens = deleteProjection<{ id: string }>({ name: 'removed tokens', table: 'token', key: ['id'] });

export type UseRow = { id: string; at: Date; stationId: string };

/** Where a token was last accepted; a late report does not turn the clock back. */
export const tokenUses = statementProjection<UseRow>({
  name: 'token uses',
  isIndependent: true,
  key: ['id'],
  merge: (earlier, later) => (later.at >= earlier.at ? later : earlier),
  statement: `update token set last_used_at = used.at, last_used_station_id = used.station_id
     from unnest($1::text[], $2::timestamptz[], $3::text[]) as used (id, at, station_id)
     where token.id = used.id and (token.last_used_at is null or token.last_used_at <= used.at)`,
  fields: ['id', 'at', 'stationId'],
});

export async function readToken(pool: Pool, id: string): Promise<TokenRow | undefined> {
  const { rows } = await pool.query<TokenRow>(`select ${columns} from token where id = $1`, [id]);
  return rows[0];
}

/** For a pattern of SQL: a percent sign that somebody typed is one. */
function literally(text: string): string {
  return text.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`);
}

type TokenPage = Pick<TokenQuery, 'driverId' | 'groupId' | 'isBlocked' | 'search' | 'after' | 'limit'>;

/** In the order of their ids, which says nothing and never jumps. A driver's group is the group of their tokens that have none. */
export async function readTokens(
  pool: Pool,
  { driverId, groupId, isBlocked, search, after, limit }: TokenPage,
): Promise<TokenRow[]> {
  const { rows } = await pool.query<TokenRow>(
    `select ${columns} from token left join driver on driver.id = token.driver_id
     where ($1::text is null or token.id collate "C" > $1)
       and ($2::uuid is null or token.driver_id = $2)
       and ($3::text is null or coalesce(token.group_id, driver.group_id) = $3)
       and ($4::boolean is null or token.is_blocked = $4)
       and ($6::text is null or concat_ws(' ', token.label, token.note) ilike '%' || $6 || '%')
     order by token.id collate "C" limit $5`,
    [
      after ?? null,
      driverId ?? null,
      groupId ?? null,
      isBlocked ?? null,
      limit,
      search === undefined ? null : literally(search),
    ],
  );
  return rows;
}

export async function readTokensOfDriver(pool: Pool, driverId: string): Promise<TokenRow[]> {
  const { rows } = await pool.query<TokenRow>(
    `select ${columns} from token where driver_id = $1 order by created_at, id`,
    [driverId],
  );
  return rows;
}

export async function readTokensById(pool: Pool, ids: readonly string[]): Promise<Map<string, TokenRow>> {
  const { rows } = await pool.query<TokenRow>(`select ${columns} from token where id = any($1)`, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

export type Sealed = { id: string; value: Buffer; secret: Buffer };

/** A token with its group, or its driver's where it has none, for decisions and for what is sent to stations. */
export type SealedToken = TokenRow & { secret: Buffer; group: Sealed | null };

export async function readSealed(pool: Pool, ids: readonly string[] | null): Promise<SealedToken[]> {
  const { rows } = await pool.query<
    TokenRow & { secret: Buffer; ofGroup: string | null; groupValue: Buffer | null; groupSecret: Buffer | null }
  >(
    `select ${columns}, person_key.secret, token_group.id as "ofGroup", token_group.value as "groupValue",
       group_key.secret as "groupSecret"
     from token
     join person_key on person_key.id = token.key_id
     left join driver on driver.id = token.driver_id
     left join token_group on token_group.id = coalesce(token.group_id, driver.group_id)
     left join person_key as group_key on group_key.id = token_group.key_id
     where $1::text[] is null or token.id = any($1)
     order by token.id collate "C"`,
    [ids],
  );
  return rows.map(({ ofGroup, groupValue, groupSecret, ...row }) => ({
    ...row,
    group:
      ofGroup === null || groupValue === null || groupSecret === null
        ? null
        : { id: ofGroup, value: groupValue, secret: groupSecret },
  }));
}

export function toToken({ keyId: _keyId, value: _value, changedAt: _changedAt, ...row }: TokenRow): Token {
  return {
    ...row,
    validFrom: row.validFrom?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}

/** Which tokens of those that others may know were changed between two moments, oldest change first. */
export async function readChangedTokens(
  pool: Pool,
  { from, to, offset, limit }: { from: Date | null; to: Date | null; offset: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await pool.query<{ id: string; total: number }>(
    `select id, count(*) over ()::integer as total from token
     where ($1::timestamptz is null or changed_at >= $1) and ($2::timestamptz is null or changed_at < $2) and type <> all($5)
     order by changed_at, id offset $3 limit $4`,
    [from, to, offset, limit, unlistedTypes],
  );
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}
