import type { Pool } from 'pg';
import { vendorComponent } from '../variables/place.ts';

/** What a station has told that decides whether it can keep a reservation. What it never told is null, or missing. */
export type ReservationSkills = {
  /** null: nobody asked it. */
  hasReservations: boolean | null;
  /** Whether it keeps "any EVSE" for somebody. */
  keepsAny: boolean | null;
  connectorTypes: readonly { evseId: number; type: string }[];
};

type VariableRow = { stationId: string; variable: string; evseId: number; value: string };

export async function readSkills(pool: Pool, stationId: string): Promise<ReservationSkills> {
  return (await readSkillsOf(pool, [stationId])).get(stationId) ?? skillsFrom([]);
}

/** Of many stations; of one that has told nothing there is nothing. */
export async function readSkillsOf(
  pool: Pool,
  stationIds: readonly string[],
): Promise<ReadonlyMap<string, ReservationSkills>> {
  const { rows } = await pool.query<VariableRow>(
    `select station_id as "stationId", variable, evse_id as "evseId", value from variable
     where station_id = any($1) and attribute = 'actual' and value is not null and (
       (component = 'ReservationCtrlr' and variable in ('Available', 'Enabled', 'NonEvseSpecific'))
       or (component = 'Connector' and variable = 'ConnectorType')
       or (component = $2 and lower(variable) = 'supportedfeatureprofiles'))`,
    [stationIds, vendorComponent],
  );
  return new Map([...Map.groupBy(rows, ({ stationId }) => stationId)].map(([id, told]) => [id, skillsFrom(told)]));
}

function skillsFrom(rows: readonly VariableRow[]): ReservationSkills {
  const flag = (name: string) => {
    const found = rows.find(({ variable }) => variable === name);
    return found === undefined ? null : found.value.toLowerCase() === 'true';
  };
  // OCPP 1.6 lists the parts of the protocol that a station has; later ones have a switch for each.
  const profiles = rows.find(({ variable }) => variable.toLowerCase() === 'supportedfeatureprofiles')?.value;
  const isListed = profiles?.split(',').some((name) => name.trim().toLowerCase() === 'reservation') ?? null;
  const switches = [isListed, flag('Available'), flag('Enabled')].filter((told) => told !== null);
  return {
    hasReservations: switches.length === 0 ? null : !switches.includes(false),
    keepsAny: flag('NonEvseSpecific'),
    connectorTypes: rows
      .filter(({ variable }) => variable === 'ConnectorType')
      .map(({ evseId, value }) => ({ evseId, type: value })),
  };
}

export type RunningSession = {
  id: string;
  ref: string;
  evseId: number | null;
  tokenHash: string | null;
  startedAt: Date;
};

export async function readRunning(pool: Pool, stationId: string): Promise<RunningSession[]> {
  const { rows } = await pool.query<RunningSession>(
    `select id, ref, evse_id as "evseId", token_hash as "tokenHash", coalesce(started_at, last_at, updated_at) as "startedAt"
     from session where station_id = $1 and state = 'running'`,
    [stationId],
  );
  return rows;
}

export type HeldReservation = {
  stationId: string;
  id: number;
  evseId: number | null;
  tokenId: string;
  startsAt: Date;
  expiresAt: Date;
};

/**
 * Those that overlap the time: all of the station, and those of the token at any station of the same site. One that is being changed
 * counts with what it was as well: the station may not take the change.
 */
export async function readOverlapping(
  pool: Pool,
  wanted: { stationId: string; tokenId: string; startsAt: Date; expiresAt: Date; id: number | null },
): Promise<HeldReservation[]> {
  const { stationId, tokenId, startsAt, expiresAt, id } = wanted;
  const { rows } = await pool.query<HeldReservation>(
    `select station_id as "stationId", id, evse_id as "evseId", token_id as "tokenId", starts_at as "startsAt",
       expires_at as "expiresAt"
     from (
       select station_id, id, evse_id, token_id, starts_at, expires_at, status from reservation
       union all
       select changing.station_id, changing.id, before.evse_id, changing.token_id, before.starts_at, before.expires_at, changing.status
       from reservation as changing cross join lateral jsonb_populate_record(changing, replaced) as before
       where changing.replaced is not null
     ) as held
     where status in ('planned', 'asked', 'active') and starts_at < $4 and expires_at > $3
       and ($5::integer is null or station_id <> $1 or id <> $5)
       and (station_id = $1 or (token_id = $2 and station_id in (
         select other.station_id from station_place as here join station_place as other using (site_id)
         where here.station_id = $1)))
     order by starts_at, id`,
    [stationId, tokenId, startsAt, expiresAt, id],
  );
  return rows;
}
