import type { Pool } from 'pg';
import type { SessionLimits } from '#contract/sessions/limits.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../rows.ts';

type AskedRow = SessionLimits & { stationId: string; remoteStartId: number; askedAt: Date };
type ForceRow = SessionLimits & { stationId: string; sessionRef: string; reportedAt: Date };

export const askedLimits: Projection<AskedRow> = {
  name: 'asked session limits',
  identity: ({ stationId, remoteStartId }) => askedKey(stationId, remoteStartId),
  merge: (_earlier, later) => later,
  write: (client, rows) =>
    putRows(client, { table: 'asked_session_limit', key: ['stationId', 'remoteStartId'] }, rows.map(whole)),
};

/** Stations may deliver late, so an older word never replaces a newer one. */
export const limitsInForce: Projection<ForceRow> = {
  name: 'session limits',
  identity: ({ stationId, sessionRef }) => forceKey(stationId, sessionRef),
  merge: (earlier, later) => (later.reportedAt < earlier.reportedAt ? earlier : later),
  write: (client, rows) =>
    putRows(client, { table: 'session_limit', key: ['stationId', 'sessionRef'], set: newest }, rows.map(whole)),
};

const fields = ['energyWh', 'seconds', 'cost', 'chargePercent'] as const;

/** A limit that is not named is none: it must not stay from before. */
function whole<Row extends SessionLimits>(row: Row) {
  return { ...Object.fromEntries(fields.map((field) => [field, null])), ...row };
}

const columns = { energyWh: 'energy_wh', seconds: 'seconds', cost: 'cost', chargePercent: 'charge_percent' };
const newest = Object.fromEntries(
  Object.entries({ ...columns, reportedAt: 'reported_at' }).map(([field, column]) => [
    field,
    `case when excluded.reported_at >= known.reported_at then excluded.${column} else known.${column} end`,
  ]),
);

export type InForce = { limits: SessionLimits; since: string };

export function askedKey(stationId: string, remoteStartId: number): string {
  return `${stationId}\n${remoteStartId}`;
}

export function forceKey(stationId: string, sessionRef: string): string {
  return `${stationId}\n${sessionRef}`;
}

type LimitRow = {
  key: string;
  energy_wh: string | null;
  seconds: number | null;
  cost: string | null;
  charge_percent: number | null;
};

const limitColumns = 'energy_wh, seconds, trim_scale(cost)::text as cost, charge_percent';

export async function readAsked(pool: Pool, keys: readonly string[]): Promise<Map<string, SessionLimits>> {
  const { rows } = await pool.query<LimitRow>(
    `select given.key, ${limitColumns} from unnest($1::text[], $2::text[], $3::integer[]) as given (key, station_id, remote_start_id)
     join asked_session_limit using (station_id, remote_start_id)`,
    [keys, keys.map(stationOf), keys.map((key) => Number(restOf(key)))],
  );
  return new Map(rows.map((row) => [row.key, toLimits(row)]));
}

export async function readInForce(pool: Pool, keys: readonly string[]): Promise<Map<string, InForce>> {
  const { rows } = await pool.query<LimitRow & { reported_at: Date }>(
    `select given.key, ${limitColumns}, reported_at from unnest($1::text[], $2::text[], $3::text[]) as given (key, station_id, session_ref)
     join session_limit using (station_id, session_ref)`,
    [keys, keys.map(stationOf), keys.map(restOf)],
  );
  return new Map(rows.map((row) => [row.key, { limits: toLimits(row), since: row.reported_at.toISOString() }]));
}

/** A station's id holds no line break. */
function stationOf(key: string): string {
  return key.slice(0, key.indexOf('\n'));
}

function restOf(key: string): string {
  return key.slice(key.indexOf('\n') + 1);
}

function toLimits({ energy_wh, seconds, cost, charge_percent }: LimitRow): SessionLimits {
  return {
    ...(energy_wh !== null && { energyWh: Number(energy_wh) }),
    ...(seconds !== null && { seconds }),
    ...(cost !== null && { cost }),
    ...(charge_percent !== null && { chargePercent: charge_percent }),
  };
}
