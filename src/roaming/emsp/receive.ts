import type { ClientBase, Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { transaction } from '#database/in-transaction.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { endGrant } from '../cpo/judge-guest.ts';
import { booking, bookingLocation, calendar } from '../model/booking-shapes.ts';
import { isSameParty, type Party } from '../model/party.ts';
import { evse, location, type RoamingTariff, roamingSession, roamingToken, tariff } from '../model/shapes.ts';
import { textOf } from '../model/text-of.ts';
import { lockObject, putObject, readObject, removeObject, touchObject } from '../objects/object-store.ts';
import { putHubClient } from '../partners/hub-clients.ts';
import type { Partner } from '../partners/partner.ts';
import { badParameter, notEnough, unknownObject } from '../roaming-problem.ts';
import { mustOwn, problemOf } from './ownership.ts';
import { keepTariffVersion } from './published-tariffs.ts';
import { takeCdr } from './take-cdr.ts';

export type ReceiveNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  us: Party;
  timeZone: string;
  hashToken(token: string): string;
};

export type ClientOwned = 'locations' | 'sessions' | 'tariffs' | 'tokens' | 'bookings' | 'bookinglocations';
type Body = Record<string, unknown>;

/**
 * `objectId`: as it stands in the address; of a token its type as well, `RFID:uid`. `path`: an EVSE and a connector of a location, or a
 * calendar of what can be booked.
 */
export type Addressed = { module: ClientOwned; party: Party; objectId: string; path?: readonly string[] };

const shapes = {
  locations: location,
  sessions: roamingSession,
  tariffs: tariff,
  tokens: roamingToken,
  bookings: booking,
  bookinglocations: bookingLocation,
};

export type Receiver = ReturnType<typeof openReceiver>;

/** What partners tell us of what is theirs. A partner writes only what its own parties own; older news changes nothing. */
export function openReceiver(needs: ReceiveNeeds) {
  return {
    get: async (partner: Partner, at: Addressed): Promise<unknown> => {
      await mustOwn(needs, partner, at.party);
      const object = await readObject(needs.pool, 'theirs', keyOf(partner, at));
      const found = object && partOf(object.body, at);
      if (found === undefined) throw unknownObject(`There is no such object in ${at.module}.`);
      return found;
    },
    put: (partner: Partner, at: Addressed, body: Body, raw: unknown) => put(needs, { partner, at, body, raw }),
    patch: (partner: Partner, at: Addressed, change: Body) => patch(needs, { partner, at, change }),
    async remove(partner: Partner, at: Addressed): Promise<void> {
      await mustOwn(needs, partner, at.party);
      if (!(await removeObject(needs.pool, 'theirs', keyOf(partner, at))))
        throw unknownObject(`There is no such object in ${at.module}.`);
    },
    postCdr: (partner: Partner, body: Body, raw: unknown) => takeCdr(needs, { partner, body, raw }),
    /** One of a list: what cannot be read is left out, and the others are taken. */
    async take(partner: Partner, module: ClientOwned | 'cdrs' | 'hubclientinfo', body: Body): Promise<boolean> {
      if (module === 'hubclientinfo') {
        await putHubClient(needs.pool, partner, body);
        return true;
      }
      if (module === 'cdrs') {
        await takeCdr(needs, { partner, body, raw: body });
        return true;
      }
      const party = { countryCode: String(body['countryCode']), partyId: String(body['partyId']) };
      const objectId = module === 'tokens' ? `${String(body['type'])}:${String(body['uid'])}` : String(body['id']);
      const at = { module, party, objectId };
      const outcome = await put(needs, { partner, at, body, raw: body });
      if (outcome === 'older') await touchObject(needs.pool, keyOf(partner, at), needs.clock.now());
      return true;
    },
  };
}

type Outcome = 'created' | 'updated' | 'older';
type Put = { partner: Partner; at: Addressed; body: Body; raw: unknown };

async function put(
  needs: ReceiveNeeds,
  { partner, at, body, raw }: Put,
  client: Pick<ClientBase, 'query'> = needs.pool,
): Promise<Outcome> {
  const { module, party, objectId, path = [] } = at;
  await mustOwn(needs, partner, party);
  if (path.length > 0) return putChild(needs, { partner, at, body });
  const read = shapes[module].safeParse(body);
  if (!read.success) throw badParameter(problemOf(read.error.issues));
  const object = read.data as Body & { lastUpdated: string };
  mustMatch(object, at);
  const now = needs.clock.now();
  const tokenHash = module === 'tokens' ? needs.hashToken(String(object['uid'])) : null;
  const before = tokenHash === null ? undefined : await readObject(client, 'theirs', keyOf(partner, at));
  const outcome = await putObject(client, 'theirs', {
    partnerId: partner.id,
    module,
    party,
    objectId,
    body: object,
    raw,
    tokenHash,
    lastUpdated: new Date(object.lastUpdated),
    isRemoved: object['publish'] === false,
    at: now,
  });
  if (module === 'tariffs' && outcome !== 'older')
    await keepTariffVersion(client, { partnerId: partner.id, party, body: read.data as RoamingTariff });
  // It turned: the same said again ends nothing that the provider allowed since.
  const hasTurned = outcome !== 'older' && object['valid'] === false && before?.body['valid'] !== false;
  if (tokenHash !== null && hasTurned) await endGrant(client, { tokenHash, partnerId: partner.id, at: now });
  return outcome;
}

/** An EVSE or a connector comes alone; what contains it is as new as it is. */
async function putChild(needs: ReceiveNeeds, { partner, at, body }: Omit<Put, 'raw'>): Promise<Outcome> {
  if (at.module === 'bookinglocations') return putCalendar(needs, { partner, at, change: body, isWhole: true });
  const [evseUid = '', connectorId] = at.path ?? [];
  const id = connectorId ?? evseUid;
  const told = textOf(body[connectorId === undefined ? 'uid' : 'id']);
  if (told.toLowerCase() !== id.toLowerCase()) throw badParameter('The id in the address and in the object differ.');
  if (connectorId === undefined && !evse.safeParse(body).success)
    throw badParameter('The EVSE needs uid, status and last_updated.');
  return changeLocation(
    needs,
    { partner, at },
    (place) => {
      const evses = listOf(place['evses']);
      if (connectorId === undefined) {
        const known = evses.find((each) => isNamed(each, 'uid', evseUid));
        if (known !== undefined && isOlder(body, known)) return 'older';
        const others = evses.filter((each) => each !== known);
        return { place: { ...place, evses: [...others, body] }, isNew: known === undefined };
      }
      const found = evses.find((each) => isNamed(each, 'uid', evseUid));
      if (found === undefined) throw unknownObject('There is no such EVSE at this location; PUT it first.');
      const known = listOf(found['connectors']).find((each) => isNamed(each, 'id', connectorId));
      if (known !== undefined && isOlder(body, known)) return 'older';
      const connectors = listOf(found['connectors']).filter((each) => each !== known);
      const changed = { ...found, connectors: [...connectors, body], lastUpdated: newer(found, body) };
      return { place: { ...place, evses: evses.map((each) => (each === found ? changed : each)) }, isNew: false };
    },
    body['lastUpdated'],
  );
}

/** When something can be booked comes alone, and lifts what contains it. */
async function putCalendar(
  needs: ReceiveNeeds,
  { partner, at, change, isWhole }: { partner: Partner; at: Addressed; change: Body; isWhole: boolean },
): Promise<Outcome> {
  const [id = ''] = at.path ?? [];
  const { lastUpdated } = change;
  return changeLocation(
    needs,
    { partner, at },
    (place) => {
      const calendars = listOf(place['calendars']);
      const known = calendars.find((each) => isNamed(each, 'id', id));
      if (known === undefined && !isWhole) throw unknownObject('There is no such calendar; PUT it first.');
      if (known !== undefined && isOlder(change, known)) return 'older';
      const read = calendar.safeParse({ ...(isWhole ? {} : known), id, ...change });
      if (!read.success) throw badParameter(problemOf(read.error.issues));
      const others = calendars.filter((each) => each !== known);
      return { place: { ...place, calendars: [...others, read.data] }, isNew: known === undefined };
    },
    lastUpdated,
  );
}

type Change = (place: Body) => { place: Body; isNew: boolean } | 'older';

/** Partners tell of several EVSEs of a location at once: none of these changes is lost to another. */
function changeLocation(
  needs: ReceiveNeeds,
  { partner, at }: { partner: Partner; at: Addressed },
  change: Change,
  lastUpdated: unknown,
): Promise<Outcome> {
  return transaction(needs.pool, async (client) => {
    const object = await lockObject(client, 'theirs', keyOf(partner, at));
    if (object === undefined) throw unknownObject('There is no such location; PUT it first.');
    const when = new Date(String(lastUpdated));
    if (Number.isNaN(when.getTime())) throw notEnough('last_updated: is missing.');
    const changed = change(object.body);
    if (changed === 'older') return 'older';
    const newest = when > object.lastUpdated ? when : object.lastUpdated;
    await putObject(client, 'theirs', {
      ...object,
      body: { ...changed.place, lastUpdated: newest.toISOString() },
      lastUpdated: newest,
      at: needs.clock.now(),
    });
    return changed.isNew ? 'created' : 'updated';
  });
}

function isOlder(told: Body, known: Body): boolean {
  return Date.parse(textOf(told['lastUpdated'])) < Date.parse(textOf(known['lastUpdated']));
}

function newer(one: Body, other: Body): unknown {
  return isOlder(one, other) ? other['lastUpdated'] : (one['lastUpdated'] ?? other['lastUpdated']);
}

/** A PATCH replaces fields, but adds the charging periods of a session. Without a PUT before it there is nothing to change. */
async function patch(
  needs: ReceiveNeeds,
  { partner, at, change }: { partner: Partner; at: Addressed; change: Body },
): Promise<void> {
  await mustOwn(needs, partner, at.party);
  if (typeof change['lastUpdated'] !== 'string' || Number.isNaN(Date.parse(change['lastUpdated'])))
    throw notEnough('last_updated: is missing.');
  if (at.module === 'bookinglocations' && (at.path ?? []).length > 0) {
    await putCalendar(needs, { partner, at, change, isWhole: false });
    return;
  }
  if ((at.path ?? []).length > 0) {
    await changeLocation(
      needs,
      { partner, at },
      (place) => patchChild(place, at.path ?? [], change),
      change['lastUpdated'],
    );
    return;
  }
  await transaction(needs.pool, async (client) => {
    const object = await lockObject(client, 'theirs', keyOf(partner, at));
    if (object === undefined) throw unknownObject('There is no such object: PUT it first.');
    const { chargingPeriods } = change;
    const appended =
      at.module === 'sessions' && Array.isArray(chargingPeriods)
        ? { chargingPeriods: [...listOf(object.body['chargingPeriods']), ...(chargingPeriods as Body[])] }
        : {};
    const body = { ...object.body, ...change, ...appended };
    await put(needs, { partner, at, body, raw: change }, client);
  });
}

function patchChild(place: Body, path: readonly string[], change: Body): ReturnType<Change> {
  const [evseUid = '', connectorId] = path;
  const known = childOf(place, path);
  if (known === undefined) throw unknownObject('There is no such EVSE or connector.');
  if (isOlder(change, known)) return 'older';
  const changed = { ...known, ...change };
  const evses = listOf(place['evses']).map((each) => {
    if (!isNamed(each, 'uid', evseUid)) return each;
    if (connectorId === undefined) return changed;
    const connectors = listOf(each['connectors']).map((one) => (one === known ? changed : one));
    return { ...each, connectors, lastUpdated: newer(each, change) };
  });
  return { place: { ...place, evses }, isNew: false };
}

function mustMatch(object: Body, { module, party, objectId }: Addressed): void {
  const told = module === 'tokens' ? `${String(object['type'])}:${String(object['uid'])}` : String(object['id']);
  if (told.toLowerCase() !== objectId.toLowerCase())
    throw badParameter('The id in the address and in the object differ.');
  if (!isSameParty(party, { countryCode: String(object['countryCode']), partyId: String(object['partyId']) }))
    throw badParameter('country_code and party_id in the address and in the object differ.');
}

function keyOf({ id }: Partner, { module, party, objectId }: Addressed) {
  return { partnerId: id, module, party, objectId };
}

function partOf(body: Body, { module, path = [] }: Addressed): Body | undefined {
  const [id] = path;
  if (module !== 'bookinglocations' || id === undefined) return childOf(body, path);
  return listOf(body['calendars']).find((each) => isNamed(each, 'id', id));
}

function childOf(body: Body, [evseUid, connectorId]: readonly string[]): Body | undefined {
  if (evseUid === undefined) return body;
  const found = listOf(body['evses']).find((each) => isNamed(each, 'uid', evseUid));
  if (connectorId === undefined || found === undefined) return found;
  return listOf(found['connectors']).find((each) => isNamed(each, 'id', connectorId));
}

function listOf(value: unknown): Body[] {
  return Array.isArray(value) ? (value as Body[]) : [];
}

function isNamed(object: Body, field: string, name: string): boolean {
  return textOf(object[field]).toLowerCase() === name.toLowerCase();
}
