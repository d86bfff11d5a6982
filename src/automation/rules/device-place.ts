import type { Charging } from '#charging/open-charging.ts';
import type { LedgerEvent } from '#contract/event.ts';

type Sites = Pick<Charging['sites'], 'devicePlaces'>;

/** A device tells nothing of stations, but stands at one: so a rule can act there, and have it in its arguments. */
export async function atPlaceOfDevice(sites: Sites, event: LedgerEvent): Promise<LedgerEvent> {
  const deviceId = event.body['deviceId'];
  if (event.kind !== 'device-notified' || typeof deviceId !== 'string') return event;
  const [place] = await sites.devicePlaces({ deviceId });
  if (place === undefined) return event;
  const { siteId, stationId, evseId, connectorId } = place;
  return { ...event, stationId, body: { ...event.body, siteId, evseId, connectorId } };
}
