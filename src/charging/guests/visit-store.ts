import type { Pool } from 'pg';
import { columnOf, inColumns } from '#database/columns.ts';
import { apart, Overtaken, type Projection } from '#ledger/ledger-types.ts';
import type { GuestVisit } from './guest-visit.ts';

const fields = [
  ...(['id', 'linkHash', 'stationId', 'evseId', 'language', 'tariffId', 'tariffVersion', 'provider'] as const),
  ...(['currency', 'amount', 'energyWh', 'seconds', 'paymentId', 'paymentReference', 'state', 'why'] as const),
  ...(['tokenId', 'startAskedAt', 'startTries', 'sessionId', 'isStopWanted', 'stopAskedAt', 'settled'] as const),
  ...(['version', 'createdAt', 'changedAt', 'nextLookAt'] as const),
] satisfies (keyof GuestVisit)[];
const columns = fields.map(columnOf);
const given = 'jsonb_populate_record(null::guest_visit, $1::jsonb) as given';
const insertVisit = `insert into guest_visit (${columns.join(', ')}) select ${columns.map((name) => `given.${name}`).join(', ')} from ${given}`;
const updateVisit = `update guest_visit set ${columns.map((name) => `${name} = given.${name}`).join(', ')} from ${given}
  where guest_visit.id = given.id and guest_visit.version = given.version - 1`;

/** A visit as it was decided to be; it is written only if nobody else has written it since it was read. */
export const guestVisits: Projection<GuestVisit> = {
  name: 'guest visits',
  identity: apart,
  async write(client, rows) {
    for (const row of rows) {
      const text = row.version === 1 ? insertVisit : updateVisit;
      const { rowCount } = await client.query(text, [JSON.stringify(inColumns(row))]);
      if (rowCount !== 1) throw new Overtaken(`The visit ${row.id} has changed meanwhile.`);
    }
  },
};

const texts: readonly (keyof GuestVisit)[] = ['amount', 'settled'];
const selected = fields
  .map((field) => {
    const value = texts.includes(field)
      ? `${columnOf(field)}::text`
      : field === 'energyWh'
        ? 'energy_wh::float8'
        : columnOf(field);
    return `${value} as "${field}"`;
  })
  .join(', ');

async function read(pool: Pool, where: string, values: unknown[]): Promise<GuestVisit[]> {
  const { rows } = await pool.query<GuestVisit>(`select ${selected} from guest_visit where ${where}`, values);
  return rows;
}

export async function readVisit(pool: Pool, id: string): Promise<GuestVisit | undefined> {
  return (await read(pool, 'id = $1', [id]))[0];
}

export async function readVisitByLink(pool: Pool, linkHash: Buffer): Promise<GuestVisit | undefined> {
  return (await read(pool, 'link_hash = $1', [linkHash]))[0];
}

export async function readVisitOfSession(pool: Pool, sessionId: string): Promise<GuestVisit | undefined> {
  return (await read(pool, 'session_id = $1 order by created_at desc limit 1', [sessionId]))[0];
}

export function readVisits(pool: Pool, stationId: string, limit: number): Promise<GuestVisit[]> {
  return read(pool, 'station_id = $1 order by created_at desc limit $2', [stationId, limit]);
}

export async function readDueVisits(pool: Pool, now: Date, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from guest_visit where next_look_at <= $1 order by next_look_at limit $2',
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** At a station, those of which something is still expected. */
export async function readOpenVisits(pool: Pool, stationId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from guest_visit where station_id = $1 and next_look_at is not null',
    [stationId],
  );
  return rows.map(({ id }) => id);
}

/** When to look again. No event follows from it, so it is not part of the ledger; an older version changes nothing. */
export async function scheduleVisit(
  pool: Pool,
  { id, version }: Pick<GuestVisit, 'id' | 'version'>,
  at: Date | null,
): Promise<void> {
  await pool.query('update guest_visit set next_look_at = $3 where id = $1 and version = $2', [id, version, at]);
}

export type VisitSession = { id: string; ref: string; isRunning: boolean; startedAt: Date | null; energyWh: number };

/** The session that began with the visit's token, which no other has. */
export async function readVisitSession(
  pool: Pool,
  { stationId, tokenId }: Pick<GuestVisit, 'stationId' | 'tokenId'>,
): Promise<VisitSession | undefined> {
  if (tokenId === null) return undefined;
  const { rows } = await pool.query<VisitSession>(
    `select id, ref, state = 'running' as "isRunning", started_at as "startedAt", coalesce(energy_mwh, 0)::float8 / 1000 as "energyWh"
     from session where token_hash = $1 and station_id = $2 and state <> 'merged' order by (state = 'running') desc, id limit 1`,
    [tokenId, stationId],
  );
  return rows[0];
}

/** Whether somebody else charges at the EVSE, or is about to. */
export async function isEvseTaken(
  pool: Pool,
  { stationId, evseId }: { stationId: string; evseId: number },
  { exceptVisit, exceptToken }: { exceptVisit: string | null; exceptToken: string | null },
): Promise<boolean> {
  const { rows } = await pool.query<{ isTaken: boolean }>(
    `select exists (select from guest_visit where station_id = $1 and evse_id = $2 and state in ('starting', 'charging')
         and id is distinct from $3::uuid)
       or exists (select from session where station_id = $1 and evse_id = $2 and state = 'running'
         and token_hash is not null and token_hash is distinct from $4) as "isTaken"`,
    [stationId, evseId, exceptVisit, exceptToken],
  );
  return rows[0]?.isTaken === true;
}
