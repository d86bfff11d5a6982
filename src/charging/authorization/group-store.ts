import type { Pool } from 'pg';
import type { Group, Places } from '#contract/access/group.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { changeRows, deleteProjection, putRows } from '../rows.ts';
import type { Sealed } from './token-store.ts';

export type GroupRow = {
  id: string;
  name: string;
  keyId: string;
  value: Buffer;
  label: string;
  places: Places;
  isBlocked: boolean;
  validFrom: Date | null;
  expiresAt: Date | null;
  oneAtATime: boolean;
  isMasterPass: boolean;
  createdAt: Date;
  createdBy: string;
};

/** Two that make the same group in one moment are two rows, and the later one is refused. */
export const newGroups: Projection<CountedGroup> = {
  name: 'new token groups',
  identity: ({ keyId }) => keyId,
  write: (client, rows) =>
    putRows(
      client,
      { table: 'token_group' },
      rows.map(({ tokenCount: _tokens, driverCount: _drivers, ...row }) => row),
    ),
};

const changeable = [
  'name',
  'places',
  'isBlocked',
  'validFrom',
  'expiresAt',
  'oneAtATime',
  'isMasterPass',
] as const satisfies (keyof GroupRow)[];

export type GroupEdit = Partial<Pick<GroupRow, (typeof changeable)[number]>>;

export const changedGroups: Projection<GroupEdit & Pick<GroupRow, 'id'>> = {
  name: 'changed token groups',
  identity: ({ id }) => id,
  merge: (earlier, later) => ({ ...earlier, ...later }),
  async write(client, rows) {
    await changeRows(client, { table: 'token_group', key: ['id'], columns: changeable }, rows);
  },
};

export const removedGroups = deleteProjection<{ id: string }>({
  name: 'removed token groups',
  table: 'token_group',
  key: ['id'],
});

const columns = `token_group.id, token_group.name, token_group.key_id as "keyId", token_group.value, token_group.label,
  token_group.places, token_group.is_blocked as "isBlocked", token_group.valid_from as "validFrom",
  token_group.expires_at as "expiresAt", token_group.one_at_a_time as "oneAtATime",
  token_group.is_master_pass as "isMasterPass", token_group.created_at as "createdAt", token_group.created_by as "createdBy"`;

export type CountedGroup = GroupRow & { tokenCount: number; driverCount: number };

export async function readGroups(pool: Pool, ids: readonly string[] | null = null): Promise<CountedGroup[]> {
  const { rows } = await pool.query<CountedGroup>(
    `select ${columns},
       (select count(*)::integer from token where token.group_id = token_group.id) as "tokenCount",
       (select count(*)::integer from driver where driver.group_id = token_group.id) as "driverCount"
     from token_group where $1::text[] is null or id = any($1) order by lower(name), id`,
    [ids],
  );
  return rows;
}

export async function readSealedGroup(pool: Pool, id: string): Promise<Sealed | undefined> {
  const { rows } = await pool.query<Sealed>(
    `select token_group.id, token_group.value, person_key.secret
     from token_group join person_key on person_key.id = token_group.key_id where token_group.id = $1`,
    [id],
  );
  return rows[0];
}

export type GroupUse = { tokens: number; drivers: number; sites: string[]; stations: string[]; tariffs: string[] };

export async function readGroupUse(pool: Pool, id: string): Promise<GroupUse> {
  const { rows } = await pool.query<GroupUse>(
    `select (select count(*)::integer from token where group_id = $1) as tokens,
       (select count(*)::integer from driver where group_id = $1) as drivers,
       array(select id from site where $1 = any(admitted_groups) order by id limit 5) as sites,
       array(select station_id from station_place where $1 = any(admitted_groups) order by station_id limit 5) as stations,
       array(select distinct tariff_id from tariff_assignment where group_id = $1 and removed_at is null limit 5) as tariffs`,
    [id],
  );
  return rows[0] as GroupUse;
}

export function toGroup(row: CountedGroup): Group {
  const { keyId: _keyId, value: _value, validFrom, expiresAt, createdAt, ...told } = row;
  return {
    ...told,
    validFrom: validFrom?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
