import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { SessionLimits, SessionLimitView } from '#contract/sessions/limits.ts';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { batchedCache } from '../batcher.ts';
import { putRows } from '../rows.ts';
import type { Sessions } from '../sessions/open-sessions.ts';

export type SessionLimitRegistry = ReturnType<typeof openSessionLimits>;

type Needs = { pool: Pool; ledger: Ledger; clock: Clock; sessions: Pick<Sessions, 'get'> };

/** Where sessions are to end by themselves (E16, F07). */
export function openSessionLimits({ pool, ledger, clock, sessions }: Needs) {
  const asked = batchedCache<SessionLimits>({ clock, readMany: (keys) => readAsked(pool, keys) });
  const inForce = batchedCache<InForce>({ clock, readMany: (keys) => readInForce(pool, keys) });
  return {
    async ask({
      stationId,
      remoteStartId,
      limits,
    }: {
      stationId: string;
      remoteStartId: number;
      limits: SessionLimits;
    }): Promise<void> {
      const askedAt = clock.now();
      await ledger.commit({
        events: [{ kind: 'session-limits-asked', stationId, happenedAt: askedAt, body: { remoteStartId, ...limits } }],
        writes: [write(askedLimits, { stationId, remoteStartId, ...limits, askedAt })],
        whenRefused: 'set-aside',
      });
      asked.forget(askedKey(stationId, remoteStartId));
    },
    /** What was asked for, until the station says what holds: whoever is told again and again would report again and again. */
    async toTell({
      stationId,
      sessionRef,
      remoteStartId,
    }: {
      stationId: string;
      sessionRef: string;
      remoteStartId: number;
    }): Promise<SessionLimits | undefined> {
      const limits = await asked.get(askedKey(stationId, remoteStartId));
      if (limits === undefined) return undefined;
      return (await inForce.get(forceKey(stationId, sessionRef))) === undefined ? limits : undefined;
    },
    /** Whether the station has said that the session ends at a cost. */
    hasCostLimit: async ({ stationId, sessionRef }: { stationId: string; sessionRef: string }): Promise<boolean> =>
      (await inForce.get(forceKey(stationId, sessionRef)))?.limits.cost !== undefined,
    async recordInForce({
      stationId,
      sessionRef,
      limits,
      at,
    }: {
      stationId: string;
      sessionRef: string;
      limits: SessionLimits;
      at: Date;
    }): Promise<void> {
      const key = forceKey(stationId, sessionRef);
      if (isDeepStrictEqual((await inForce.get(key))?.limits, limits)) return;
      await ledger.commit({
        events: [{ kind: 'session-limits-set', stationId, happenedAt: at, body: { ref: sessionRef, ...limits } }],
        writes: [write(limitsInForce, { stationId, sessionRef, ...limits, reportedAt: at })],
        whenRefused: 'set-aside',
      });
      inForce.forget(key);
    },
    // What people ask.
    async view(sessionId: string): Promise<SessionLimitView> {
      const { stationId, ref, remoteStartId } = await sessions.get(sessionId);
      const [wanted, holds] = await Promise.all([
        remoteStartId === null ? undefined : asked.get(askedKey(stationId, remoteStartId)),
        inForce.get(forceKey(stationId, ref)),
      ]);
      return { asked: wanted ?? null, inForce: holds?.limits ?? null, inForceSince: holds?.since ?? null };
    },
  };
}

type AskedRow = SessionLimits & { stationId: string; remoteStartId: number; askedAt: Date };
type ForceRow = SessionLimits & { stationId: string; sessionRef: string; reportedAt: Date };

const askedLimits: Projection<AskedRow> = {
  name: 'asked session limits',
  identity: ({ stationId, remoteStartId }) => askedKey(stationId, remoteStartId),
  write: (client, rows) =>
    putRows(client, { table: 'asked_session_limit', key: ['stationId', 'remoteStartId'] }, rows.map(whole)),
};

/** Stations may deliver late, so an older word never replaces a newer one. */
const limitsInForce: Projection<ForceRow> = {
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

type InForce = { limits: SessionLimits; since: string };

function askedKey(stationId: string, remoteStartId: number): string {
  return `${stationId}\n${remoteStartId}`;
}

function forceKey(stationId: string, sessionRef: string): string {
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

async function readAsked(pool: Pool, keys: readonly string[]): Promise<Map<string, SessionLimits>> {
  const { rows } = await pool.query<LimitRow>(
    `select given.key, ${limitColumns} from unnest($1::text[], $2::text[], $3::integer[]) as given (key, station_id, remote_start_id)
     join asked_session_limit using (station_id, remote_start_id)`,
    [keys, keys.map(stationOf), keys.map((key) => Number(restOf(key)))],
  );
  return new Map(rows.map((row) => [row.key, toLimits(row)]));
}

async function readInForce(pool: Pool, keys: readonly string[]): Promise<Map<string, InForce>> {
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
