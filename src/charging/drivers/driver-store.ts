import type { ClientBase, Pool } from 'pg';
import type { Places } from '#contract/access/group.ts';
import { Overtaken, type Projection } from '#ledger/ledger-types.ts';
import { changeRows, tableProjection } from '../rows.ts';

/** A driver as they are kept; what names them can be read with their key only, and not at all once they are forgotten. */
export type DriverRow = {
  id: string;
  keyId: string | null;
  identity: Buffer | null;
  emailHash: string | null;
  language: string | null;
  groupId: string | null;
  places: Places | null;
  isBlocked: boolean;
  oneAtATime: boolean | null;
  createdAt: Date;
  createdBy: string;
  changedAt: Date;
  forgottenAt: Date | null;
};

export const newDrivers = tableProjection<SealedDriver>({
  name: 'new drivers',
  table: 'driver',
  key: ['id'],
  columns: ({ secret: _secret, tokenCount: _tokenCount, ...row }) => row,
});

export type SealedNames = { id: string; keyId: string; identity: Buffer; secret: Buffer };

export type DriverEdit = Partial<
  Pick<DriverRow, 'emailHash' | 'language' | 'groupId' | 'places' | 'isBlocked' | 'oneAtATime'>
> & {
  /** What names them is sealed as one: it is opened, changed and sealed again in the commit, so that nothing is said over. */
  reseal?: (before: SealedNames) => Buffer;
};

export const changedDrivers: Projection<DriverEdit & Pick<DriverRow, 'id' | 'changedAt'>> = {
  name: 'changed drivers',
  identity: ({ id }) => id,
  merge: (earlier, later) => ({ ...earlier, ...later, ...inTurn(earlier.reseal, later.reseal) }),
  async write(client, rows) {
    const sealed = await resealed(client, rows);
    await changeRows(
      client,
      // Whoever was forgotten stays so, whatever came in between.
      { table: 'driver', key: ['id'], columns: changeable, where: 'known.forgotten_at is null' },
      rows.map(({ reseal: _reseal, ...row }) => ({ ...row, ...sealed.get(row.id) })),
    );
  },
};

const changeable = [
  'identity',
  'emailHash',
  'language',
  'groupId',
  'places',
  'isBlocked',
  'oneAtATime',
  'changedAt',
] as const satisfies (keyof DriverRow)[];

function inTurn(first: DriverEdit['reseal'], second: DriverEdit['reseal']): Pick<DriverEdit, 'reseal'> {
  if (first === undefined || second === undefined) return {};
  return { reseal: (before) => second({ ...before, identity: first(before) }) };
}

async function resealed(
  client: ClientBase,
  rows: readonly (DriverEdit & { id: string })[],
): Promise<Map<string, { identity: Buffer }>> {
  const named = new Map(rows.flatMap(({ id, reseal }) => (reseal === undefined ? [] : [[id, reseal] as const])));
  if (named.size === 0) return new Map();
  const { rows: known } = await client.query<SealedNames>(
    `select driver.id, driver.key_id as "keyId", driver.identity, person_key.secret
     from driver join person_key on person_key.id = driver.key_id
     where driver.id = any($1::uuid[]) and driver.forgotten_at is null for update of driver`,
    [[...named.keys()]],
  );
  return new Map(
    known.flatMap((before) => {
      const identity = named.get(before.id)?.(before);
      return identity === undefined ? [] : [[before.id, { identity }]];
    }),
  );
}

/** Written after everything else of the batch, so that nothing said in the same moment outlives it. */
export const forgottenDrivers: Projection<{ id: string; at: Date }> = {
  name: 'forgotten drivers',
  identity: ({ id }) => id,
  merge: (earlier) => earlier,
  async write(client, rows) {
    const ids = rows.map(({ id }) => id);
    await client.query(
      `update driver set key_id = null, identity = null, email_hash = null, language = null, group_id = null, places = null,
         is_blocked = false, one_at_a_time = null, changed_at = gone.at, forgotten_at = gone.at
       from unnest($1::uuid[], $2::timestamptz[]) as gone (id, at) where driver.id = gone.id and forgotten_at is null`,
      [ids, rows.map(({ at }) => at)],
    );
    // A token that was added since theirs were looked for has left traces, too.
    const { rowCount } = await client.query('select from token where driver_id = any($1::uuid[]) limit 1', [ids]);
    if (rowCount !== 0) throw new Overtaken('a token was added to the driver meanwhile');
  },
};

/** With what it takes to read their name; null: forgotten. */
export type SealedDriver = DriverRow & { secret: Buffer | null; tokenCount: number };

const columns = `driver.id, driver.key_id as "keyId", driver.identity, driver.email_hash as "emailHash", driver.language,
  driver.group_id as "groupId", driver.places, driver.is_blocked as "isBlocked", driver.one_at_a_time as "oneAtATime",
  driver.created_at as "createdAt", driver.created_by as "createdBy", driver.changed_at as "changedAt",
  driver.forgotten_at as "forgottenAt", person_key.secret`;

const from = 'from driver left join person_key on person_key.id = driver.key_id';

export async function readDrivers(pool: Pool, ids: readonly string[]): Promise<SealedDriver[]> {
  const { rows } = await pool.query<SealedDriver>(
    `select ${columns}, (select count(*)::integer from token where driver_id = driver.id) as "tokenCount" ${from}
     where driver.id = any($1::uuid[])`,
    [ids],
  );
  return rows;
}

/** By the keyed hashes of their addresses. */
export async function readDriversByEmail(pool: Pool, hashes: readonly string[]): Promise<Map<string, SealedDriver>> {
  const { rows } = await pool.query<SealedDriver & { emailHash: string }>(
    `select ${columns}, 0 as "tokenCount" ${from} where driver.email_hash = any($1)`,
    [hashes],
  );
  return new Map(rows.map((row) => [row.emailHash, row]));
}

export type NamedRow = Pick<SealedDriver, 'id' | 'identity' | 'secret' | 'groupId'>;

/** Before which transaction all has been decided; whatever changes from now on belongs to it or to a later one. */
export async function readOldestTransaction(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ xmin: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::xid::text as xmin',
  );
  return rows[0]?.xmin ?? '0';
}

const maxAtOnce = 5_000;

/** Drivers written by that transaction or a later one, a part at a time; null: all. A forgotten one has no identity any more. */
export async function* readChangedDrivers(pool: Pool, since: string | null): AsyncGenerator<NamedRow[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<NamedRow>(
      `select driver.id, driver.identity, driver.group_id as "groupId", person_key.secret ${from}
       where ($1::xid is null or age(driver.xmin) <= age($1::xid)) and driver.id > $2 order by driver.id limit $3`,
      [since, after, maxAtOnce],
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < maxAtOnce) return;
    after = last.id;
  }
}

export type RunningSession = { id: string; stationId: string };

export async function readRunningSessions(pool: Pool, tokenIds: readonly string[]): Promise<RunningSession[]> {
  const { rows } = await pool.query<RunningSession>(
    `select id, station_id as "stationId" from session where token_hash = any($1) and state = 'running' order by id limit 20`,
    [tokenIds],
  );
  return rows;
}
