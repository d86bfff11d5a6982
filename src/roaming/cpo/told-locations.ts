import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Party } from '../model/party.ts';
import { readObjects } from '../objects/object-store.ts';
import { isGranted, type Partner } from '../partners/partner.ts';
import type { WireRequest } from '../wire.ts';
import type { PublishedObject } from './describe-location.ts';
import { forPartner, locationRequest } from './publish-locations.ts';

type Known = { lastUpdated: string; body: PublishedObject; byTariff: Map<string | null, PublishedObject> };

const maxKnown = 500;

/**
 * What a partner hears of whole locations, by their ids; of one that was never published nothing. A location that was read for one partner
 * does for all others, as long as it is no older than what they have to hear of (`wanted`: the time of its newest change).
 */
export function openToldLocations({ pool, clock, us }: { pool: Pool; clock: Clock; us: Party }) {
  const known = new Map<string, Known>();
  async function readMissing(wanted: ReadonlyMap<string, string>): Promise<void> {
    const missing = [...wanted].filter(([id, since]) => (known.get(id)?.lastUpdated ?? '') < since).map(([id]) => id);
    if (missing.length === 0) return;
    const named = { partnerId: null, module: 'locations', party: us, objectIds: missing };
    for (const { objectId, body } of await readObjects(pool, 'ours', named)) {
      known.delete(objectId);
      known.set(objectId, { lastUpdated: String(body['lastUpdated']), body, byTariff: new Map() });
    }
  }
  return async (partner: Partner, wanted: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, WireRequest>> => {
    await readMissing(wanted);
    const told = new Map<string, WireRequest>();
    for (const id of wanted.keys()) {
      const location = known.get(id);
      if (location !== undefined)
        told.set(id, locationRequest({ us }, id, { path: [], body: shown(location, partner, id) }));
    }
    for (const id of [...known.keys()].slice(0, Math.max(0, known.size - maxKnown))) known.delete(id);
    return told;
  };

  function shown({ body, byTariff }: Known, partner: Partner, id: string): PublishedObject {
    if (!isGranted(partner, id)) return hidden(body, clock.now().toISOString());
    // The same object for all with the same price: it is written for the wire once.
    const object = byTariff.get(partner.tariffId) ?? forPartner(body, partner);
    byTariff.set(partner.tariffId, object);
    return object;
  }
}

/** For a partner that sees it no more: partners never forget an EVSE, so that each has to be taken away. */
function hidden(body: PublishedObject, lastUpdated: string): PublishedObject {
  const evses = ((body['evses'] ?? []) as PublishedObject[]).map((evse) => ({
    ...evse,
    status: 'REMOVED',
    lastUpdated,
  }));
  return { ...body, publish: false, evses, lastUpdated };
}
