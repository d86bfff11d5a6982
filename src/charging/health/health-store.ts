import type { Pool } from 'pg';
import { type AtSites, atSitesSql } from '../at-sites.ts';
import { putRows, readRows } from '../rows.ts';
import type { CohortMember } from './detectors/hazard.ts';
import { stationScore } from './detectors/judge-station.ts';
import { newStationHealth, type StationHealth } from './signals/station-health.ts';

const stationsAtOnce = 500;

export async function readStates(pool: Pool, stationIds: readonly string[]): Promise<Map<string, StationHealth>> {
  const states = new Map<string, StationHealth>();
  for (let from = 0; from < stationIds.length; from += stationsAtOnce) {
    const { rows } = await pool.query<{ station_id: string; state: StationHealth }>(
      'select station_id, state from health_station where station_id = any($1)',
      [stationIds.slice(from, from + stationsAtOnce)],
    );
    // One that was written before a field was known has what the field begins with.
    for (const { station_id, state } of rows) states.set(station_id, { ...newStationHealth(state.since), ...state });
  }
  return states;
}

export async function writeStates(pool: Pool, states: ReadonlyMap<string, StationHealth>, at: Date): Promise<void> {
  const { rows: known } = await pool.query<{ id: string }>('select id from station where id = any($1)', [
    [...states.keys()],
  ]);
  const client = await pool.connect();
  try {
    const rows = known.flatMap(({ id }) => {
      const state = states.get(id);
      return state === undefined ? [] : [rowOf(id, state, at)];
    });
    await putRows(client, { table: 'health_station', key: ['stationId'] }, rows);
  } finally {
    client.release();
  }
}

function rowOf(stationId: string, state: StationHealth, at: Date): Record<string, unknown> {
  const { score, watch, connector } = stationScore(state, Math.max(at.getTime(), state.heardAt));
  const starts = Object.values(state.connectors).flatMap((each) => each.starts);
  return {
    stationId,
    state,
    score,
    watch,
    connector,
    vendor: state.vendor,
    model: state.model,
    firmwareVersion: state.firmwareVersion,
    firmwareSince: new Date(state.firmwareSince),
    troubles: state.troubles,
    failures: state.failures,
    starts: starts.length,
    failedStarts: starts.reduce((sum, each) => sum + each, 0),
    updatedAt: at,
  };
}

/** Every station with what it has shown since it has its firmware. */
export function readMembers(pool: Pool, now: Date): Promise<CohortMember[]> {
  return readRows(
    pool,
    `select station_id, vendor, model, firmware_version, troubles, failures,
       (extract(epoch from $1::timestamptz - firmware_since) / 86400)::float as days
     from health_station where vendor is not null and model is not null`,
    [now],
  );
}

export type CohortSums = CohortMember & { stations: number; starts: number; failedStarts: number };

/** Sums of every model and firmware. */
export async function readCohorts(pool: Pool, now: Date): Promise<CohortSums[]> {
  const rows = await readRows<CohortSums>(
    pool,
    `select vendor, model, firmware_version, count(*)::integer as stations, sum(troubles)::integer as troubles,
       sum(failures)::integer as failures, sum(starts)::integer as starts, sum(failed_starts)::integer as failed_starts,
       (sum(extract(epoch from $1::timestamptz - firmware_since)) / 86400)::float as days
     from health_station where vendor is not null and model is not null
     group by vendor, model, firmware_version limit 1000`,
    [now],
  );
  return rows;
}

export type RankedStation = {
  stationId: string;
  score: number;
  watch: string | null;
  connector: string | null;
  hasFinding: boolean;
};

/** The stations whose detectors have risen furthest, or the one that is asked about. */
export function readRanking(
  pool: Pool,
  { atSites, stationId, limit }: AtSites & { stationId?: string | undefined; limit: number },
): Promise<RankedStation[]> {
  return readRows(
    pool,
    `select station_id, score, watch, connector, exists (
       select from finding where finding.station_id = health_station.station_id and closed_at is null
     ) as has_finding from health_station
     where score > 0.2 and ($1::text[] is null or ${atSitesSql('station_id', '$1')}) and ($3::text is null or station_id = $3)
     order by score desc limit $2`,
    [atSites ?? null, limit, stationId ?? null],
  );
}
