import type { Pool } from 'pg';
import { byNewest, type KeptMessage, keptColumns, wholeSamples } from '../../../meter-values/kept-samples.ts';
import { powerOf } from '../../../sessions/energy/session-power.ts';
import { type CarMetering, carMetering } from './car-metering.ts';

export type RunningSession = {
  id: string;
  stationId: string;
  ref: string;
  evseId: number | null;
  tokenHash: string | null;
  driverId: string | null;
  chargingState: string | null;
  startedAt: Date;
  energyWh: number;
};

const columns = `session.id, session.station_id as "stationId", session.ref, session.evse_id as "evseId",
  session.token_hash as "tokenHash", coalesce(token.driver_id::text, session.token_hash) as "driverId",
  session.charging_state as "chargingState", session.begun_at as "startedAt",
  (coalesce(session.energy_mwh, 0) / 1000.0)::float8 as "energyWh"
  from session left join token on token.id = session.token_hash`;

/** Sessions that run at a site, at stations of its tree and at others. */
export async function readRunningAt(pool: Pool, siteId: string): Promise<RunningSession[]> {
  const { rows } = await pool.query<RunningSession>(
    `select ${columns} where session.state = 'running'
       and session.station_id in (select station_id from station_place where site_id = $1) order by session.begun_at`,
    [siteId],
  );
  return rows;
}

export async function readStationsAt(pool: Pool, siteId: string): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>('select station_id as id from station_place where site_id = $1', [
    siteId,
  ]);
  return new Set(rows.map(({ id }) => id));
}

export async function readRunningSession(pool: Pool, sessionId: string): Promise<RunningSession | undefined> {
  const { rows } = await pool.query<RunningSession>(`select ${columns} where session.id = $1`, [sessionId]);
  return rows[0];
}

export type MeteredCar = CarMetering & { powerW: number | null };

/** As many as tell phases, the highest current and pauses; a session of a night with a message each minute has ten times as many. */
const messagesBack = 40;

/** A power that was told longer ago is not what flows now. */
const freshMs = 3_600_000;
const reachBackMs = 3 * 86_400_000;

/** What the last meter values of running sessions tell, by session id. */
export async function readMetering(
  pool: Pool,
  sessions: readonly RunningSession[],
  now: Date,
  back = messagesBack,
): Promise<Map<string, MeteredCar>> {
  if (sessions.length === 0) return new Map();
  const { rows } = await pool.query<KeptMessage & { id: string; receivedAt: Date }>(
    `select session.id, message.*
     from unnest($1::uuid[], $2::text[], $3::text[]) as session (id, station_id, ref)
     cross join lateral (
       select at, received_at as "receivedAt", ${keptColumns} from meter_message
       where station_id = session.station_id and session_ref = session.ref and received_at > $4
       order by ${byNewest} limit $5
     ) as message
     order by session.id, message.at desc`,
    [
      sessions.map(({ id }) => id),
      sessions.map(({ stationId }) => stationId),
      sessions.map(({ ref }) => ref),
      new Date(now.getTime() - reachBackMs),
      back,
    ],
  );
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, messages]) => {
      const samples = messages.map((message) => wholeSamples(message));
      const isFresh = (messages[0]?.receivedAt.getTime() ?? 0) > now.getTime() - freshMs;
      const metering = carMetering(samples);
      if (!isFresh) return [id, { ...metering, currentA: null, powerW: null }];
      return [id, { ...metering, powerW: powerOf(samples.slice(0, 2)) }];
    }),
  );
}

const energyRegister = 'Energy.Active.Import.Register';

/** What a session had drawn by a moment: from its first register to the last one before that moment. */
export async function readEnergyAt(
  pool: Pool,
  { stationId, ref }: Pick<RunningSession, 'stationId' | 'ref'>,
  at: Date,
): Promise<number> {
  const { rows } = await pool.query<KeptMessage & { firstWh: number | null }>(
    `select message.*, (first_register_mwh / 1000.0)::float8 as "firstWh" from session
     cross join lateral (
       select at, ${keptColumns} from meter_message
       where station_id = session.station_id and session_ref = session.ref and at <= $3 order by ${byNewest} limit 3
     ) as message
     where session.station_id = $1 and session.ref = $2 order by message.at desc`,
    [stationId, ref, at],
  );
  for (const { firstWh, ...message } of rows) {
    const register = wholeSamples(message).find(
      ({ measurand, phase, location }) => measurand === energyRegister && phase === null && location === 'Outlet',
    );
    const registerWh = register?.value ?? null;
    if (registerWh !== null && firstWh !== null) return Math.max(0, registerWh - firstWh);
  }
  return 0;
}

const exportRegister = 'Energy.Active.Export.Register';

/** By the register of what was given back, from the last message before a moment until now; null: it is not told. */
export async function readGivenSince(
  pool: Pool,
  { stationId, ref }: Pick<RunningSession, 'stationId' | 'ref'>,
  since: Date,
): Promise<number | null> {
  const { rows } = await pool.query<KeptMessage & { isBefore: boolean }>(
    `(select at, ${keptColumns}, true as "isBefore" from meter_message
      where station_id = $1 and session_ref = $2 and at <= $3 order by ${byNewest} limit 3)
     union all
     (select at, ${keptColumns}, false as "isBefore" from meter_message
      where station_id = $1 and session_ref = $2 and at > $3 order by ${byNewest} limit 3)`,
    [stationId, ref, since],
  );
  const readings = rows.flatMap(({ isBefore, ...message }) => {
    const found = wholeSamples(message).find(
      ({ measurand, phase, location }) => measurand === exportRegister && phase === null && location === 'Outlet',
    );
    const wh = found?.value ?? null;
    return wh === null ? [] : [{ isBefore, wh }];
  });
  const before = readings.find(({ isBefore }) => isBefore);
  const latest = readings.find(({ isBefore }) => !isBefore) ?? before;
  return before === undefined || latest === undefined ? null : Math.max(0, latest.wh - before.wh);
}
