import { notFoundAs, SigecError } from '#base/errors.ts';
import type { Charging } from '#charging/open-charging.ts';
import { type Link, type Station, stationId } from '#contract/stations/station.ts';

export const chargePointId = stationId.describe('As list_charge_points returns it');

export type OnlineStation = Station & { link: Extract<Link, { state: 'online' }> };

/** The id is not repeated in the error: a station chose it, and prose is where a model looks for instructions. */
export function knownChargePoint(charging: Pick<Charging, 'getStation'>, id: string): Promise<Station> {
  return charging
    .getStation(id)
    .catch(
      notFoundAs(
        'No charge point has this charge_point_id. Call list_charge_points, if need be with `search`, to find the right one.',
      ),
    );
}

/** For what is asked of the station itself: nobody is bothered with a proposal that cannot be carried out now. */
export async function onlineChargePoint(charging: Pick<Charging, 'getStation'>, id: string): Promise<OnlineStation> {
  const station = await knownChargePoint(charging, id);
  const { link } = station;
  if (link.state === 'online') return { ...station, link };
  const since = link.since === null ? '' : ` since ${link.since}`;
  throw new SigecError(
    'STATION_OFFLINE',
    link.state === 'pending'
      ? `The charge point waits to be accepted${since} and takes no commands before. See get_charge_point_status.`
      : `The charge point is offline${since}. Try again once get_charge_point_status says that it is online.`,
    { details: { state: link.state, since: link.since } },
  );
}

/** Of a station that has told its connectors, the EVSE must be one of them. */
export function mustHaveEvse({ connectors }: Station, evseId: number | undefined, connectorId?: number): void {
  const real = connectors.filter((connector) => connector.evseId !== 0);
  if (evseId === undefined || real.length === 0) return;
  const isThere = real.some(
    (connector) => connector.evseId === evseId && (connectorId === undefined || connector.connectorId === connectorId),
  );
  if (isThere) return;
  const places = real.map((connector) => `${connector.evseId}/${connector.connectorId}`).join(', ');
  throw new SigecError(
    'NOT_FOUND',
    `The charge point has no such connector. It has (evse_id/connector_id): ${places}.`,
    { details: { fields: [{ field: 'evse_id' }] } },
  );
}
