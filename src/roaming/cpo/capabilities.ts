import type { Pool } from 'pg';
import type { Charging } from '#charging/open-charging.ts';

type Needs = {
  pool: Pool;
  charging: {
    energy: Pick<Charging['energy'], 'list'>;
    reservations: Pick<Charging['reservations'], 'offeredAt'>;
  };
};

const ofAll = ['REMOTE_START_STOP_CAPABLE', 'RFID_READER', 'UNLOCK_CAPABLE'];

/** What partners may ask for at the stations of a site: only what a station has told of itself. */
export async function capabilitiesOf(
  { pool, charging }: Needs,
  { siteId, stationIds }: { siteId: string; stationIds: readonly string[] },
): Promise<Map<string, string[]>> {
  const isPlanned = (await charging.energy.list()).some((site) => site.siteId === siteId);
  const limitable = isPlanned ? new Set<string>() : await withSmartCharging(pool, stationIds);
  const offered = await charging.reservations.offeredAt(stationIds);
  return new Map(
    stationIds.map((id) => [
      id,
      [
        ...ofAll,
        ...(offered.has(id) ? ['RESERVABLE'] : []),
        // Either a plan knows what drivers want, or they limit a session themselves.
        ...(limitable.has(id) ? ['CHARGING_PROFILE_CAPABLE'] : []),
        ...(isPlanned ? ['CHARGING_PREFERENCES_CAPABLE'] : []),
      ],
    ]),
  );
}

/** OCPP 1.6 lists the parts of the protocol that a station has; later ones have a switch for each. */
async function withSmartCharging(pool: Pool, stationIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ stationId: string }>(
    `select station_id as "stationId" from variable
     where station_id = any($1) and attribute = 'actual' and (
       (component = 'SmartChargingCtrlr' and variable in ('Available', 'Enabled') and lower(value) = 'true')
       or (lower(variable) = 'supportedfeatureprofiles' and value ~* '(^|,)\\s*SmartCharging\\s*(,|$)'))`,
    [stationIds],
  );
  return new Set(rows.map(({ stationId }) => stationId));
}
