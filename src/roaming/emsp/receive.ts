import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { isSameParty, type Party } from '../model/party.ts';
import { cdr, evse, location, roamingSession, roamingToken, tariff } from '../model/shapes.ts';
import { textOf } from '../model/text-of.ts';
import { putObject, readObject, removeObject, touchObject } from '../objects/object-store.ts';
import type { Partner } from '../partners/partner.ts';
import { badParameter, notEnough, unknownObject } from '../roaming-problem.ts';
import { checkCdr } from './check-cdr.ts';

export type ReceiveNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  timeZone: string;
  hashToken(token: string): string;
};

export type ClientOwned = 'locations' | 'sessions' | 'tariffs' | 'tokens';
type Body = Record<string, unknown>;

/** `objectId`: as it stands in the address; of a token its type as well, `RFID:uid`. `path`: an EVSE and a connector of a location. */
export type Addressed = { module: ClientOwned; party: Party; objectId: string; path?: readonly string[] };

const shapes = { locations: location, sessions: roamingSession, tariffs: tariff, tokens: roamingToken };

export type Receiver = ReturnType<typeof openReceiver>;

/** What partners tell us of what is theirs. A partner writes only what its own parties own; older news changes nothing. */
export function openReceiver(needs: ReceiveNeeds) {
  return {
    get: async (partner: Partner, at: Addressed): Promise<unknown> => {
      mustOwn(partner, at.party);
      const object = await readObject(needs.pool, 'theirs', keyOf(partner, at));
      const found = object && childOf(object.body, at.path ?? []);
      if (found === undefined) throw unknownObject(`There is no such object in ${at.module}.`);
      return found;
    },
    put: (partner: Partner, at: Addressed, body: Body, raw: unknown) => put(needs, { partner, at, body, raw }),
    patch: (partner: Partner, at: Addressed, change: Body) => patch(needs, { partner, at, change }),
    async remove(partner: Partner, at: Addressed): Promise<void> {
      mustOwn(partner, at.party);
      if (!(await removeObject(needs.pool, 'theirs', keyOf(partner, at))))
        throw unknownObject(`There is no such object in ${at.module}.`);
    },
    postCdr: (partner: Partner, body: Body, raw: unknown) => postCdr(needs, { partner, body, raw }),
    /** One of a list: what cannot be read is left out, and the others are taken. */
    async take(partner: Partner, module: ClientOwned | 'cdrs', body: Body): Promise<boolean> {
      if (module === 'cdrs') {
        await postCdr(needs, { partner, body, raw: body });
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

type Put = { partner: Partner; at: Addressed; body: Body; raw: unknown };

async function put(needs: ReceiveNeeds, { partner, at, body, raw }: Put): Promise<'created' | 'updated' | 'older'> {
  const { module, party, objectId, path = [] } = at;
  mustOwn(partner, party);
  if (path.length > 0) return putChild(needs, { partner, at, body });
  const read = shapes[module].safeParse(body);
  if (!read.success) throw badParameter(problemOf(read.error.issues));
  const object = read.data as Body & { lastUpdated: string };
  mustMatch(object, at);
  return putObject(needs.pool, 'theirs', {
    ...{ partnerId: partner.id, module, party, objectId, body: object, raw },
    tokenHash: module === 'tokens' ? needs.hashToken(String(object['uid'])) : null,
    lastUpdated: new Date(object.lastUpdated),
    isRemoved: object['publish'] === false,
    at: needs.clock.now(),
  });
}

/** An EVSE or a connector comes alone; what contains it is as new as it is. */
async function putChild(
  needs: ReceiveNeeds,
  { partner, at, body }: Omit<Put, 'raw'>,
): Promise<'created' | 'updated' | 'older'> {
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
        const wasThere = evses.some((each) => isNamed(each, 'uid', evseUid));
        const others = evses.filter((each) => !isNamed(each, 'uid', evseUid));
        return { place: { ...place, evses: [...others, body] }, isNew: !wasThere };
      }
      const found = evses.find((each) => isNamed(each, 'uid', evseUid));
      if (found === undefined) throw unknownObject('There is no such EVSE at this location; PUT it first.');
      const connectors = listOf(found['connectors']).filter((each) => !isNamed(each, 'id', connectorId));
      const changed = { ...found, connectors: [...connectors, body], lastUpdated: body['lastUpdated'] };
      return { place: { ...place, evses: evses.map((each) => (each === found ? changed : each)) }, isNew: false };
    },
    body['lastUpdated'],
  );
}

async function changeLocation(
  needs: ReceiveNeeds,
  { partner, at }: { partner: Partner; at: Addressed },
  change: (place: Body) => { place: Body; isNew: boolean },
  lastUpdated: unknown,
): Promise<'created' | 'updated' | 'older'> {
  const object = await readObject(needs.pool, 'theirs', keyOf(partner, at));
  if (object === undefined) throw unknownObject('There is no such location; PUT it first.');
  const when = new Date(String(lastUpdated));
  if (Number.isNaN(when.getTime())) throw notEnough('last_updated: is missing.');
  const { place, isNew } = change(object.body);
  const newest = when > object.lastUpdated ? when : object.lastUpdated;
  await putObject(needs.pool, 'theirs', {
    ...object,
    body: { ...place, lastUpdated: newest.toISOString() },
    lastUpdated: newest,
    at: needs.clock.now(),
  });
  return isNew ? 'created' : 'updated';
}

/** A PATCH replaces fields, but adds the charging periods of a session. Without a PUT before it there is nothing to change. */
async function patch(
  needs: ReceiveNeeds,
  { partner, at, change }: { partner: Partner; at: Addressed; change: Body },
): Promise<void> {
  mustOwn(partner, at.party);
  if (typeof change['lastUpdated'] !== 'string' || Number.isNaN(Date.parse(change['lastUpdated'])))
    throw notEnough('last_updated: is missing.');
  const [evseUid, connectorId] = at.path ?? [];
  if (evseUid !== undefined) {
    await changeLocation(
      needs,
      { partner, at },
      (place) => {
        const evses = listOf(place['evses']).map((each) => {
          if (!isNamed(each, 'uid', evseUid)) return each;
          if (connectorId === undefined) return { ...each, ...change };
          const connectors = listOf(each['connectors']).map((one) =>
            isNamed(one, 'id', connectorId) ? { ...one, ...change } : one,
          );
          return { ...each, connectors, lastUpdated: change['lastUpdated'] };
        });
        if (childOf({ ...place, evses }, at.path ?? []) === undefined)
          throw unknownObject('There is no such EVSE or connector.');
        return { place: { ...place, evses }, isNew: false };
      },
      change['lastUpdated'],
    );
    return;
  }
  const object = await readObject(needs.pool, 'theirs', keyOf(partner, at));
  if (object === undefined) throw unknownObject('There is no such object: PUT it first.');
  const appended =
    at.module === 'sessions' && Array.isArray(change['chargingPeriods'])
      ? { chargingPeriods: [...listOf(object.body['chargingPeriods']), ...(change['chargingPeriods'] as Body[])] }
      : {};
  await put(needs, { partner, at: { ...at, path: [] }, body: { ...object.body, ...change, ...appended }, raw: change });
}

/** The same record a second time is the same record. */
async function postCdr(
  needs: ReceiveNeeds,
  { partner, body, raw }: { partner: Partner; body: Body; raw: unknown },
): Promise<{ id: string; isNew: boolean }> {
  const { pool, clock, ledger } = needs;
  const read = cdr.safeParse(body);
  if (!read.success) throw badParameter(problemOf(read.error.issues));
  const record = read.data;
  const party = { countryCode: record.countryCode, partyId: record.partyId };
  mustOwn(partner, party);
  const key = { partnerId: partner.id, module: 'cdrs', party, objectId: record.id };
  if ((await readObject(pool, 'theirs', key)) !== undefined) return { id: record.id, isNew: false };
  const at = clock.now();
  await putObject(pool, 'theirs', { ...key, body: record, raw, lastUpdated: new Date(record.lastUpdated), at });
  const total =
    record.totalCost.beforeTaxes + (record.totalCost.taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  const told = {
    partnerId: partner.id,
    cdrId: record.id,
    total: String(Math.round(total * 1e4) / 1e4),
    currency: record.currency,
  };
  await ledger.commit({
    events: [
      {
        kind: 'roaming-cdr-received',
        stationId: null,
        key: `roaming-cdr:${partner.id}:${record.id}`,
        happenedAt: at,
        body: told,
      },
    ],
  });
  const doubts = checkCdr(record, { tolerance: Number(partner.tolerance), timeZone: needs.timeZone });
  if (doubts.length > 0) {
    await pool.query(
      `insert into roaming_dispute (id, partner_id, cdr_id, at, reasons) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [randomUUID(), partner.id, record.id, at, JSON.stringify(doubts)],
    );
    const reasons = doubts.map(({ code }) => code);
    await ledger.commit({
      events: [
        {
          kind: 'roaming-cdr-disputed',
          stationId: null,
          happenedAt: at,
          body: { partnerId: partner.id, cdrId: record.id, reasons },
        },
      ],
    });
  }
  return { id: record.id, isNew: true };
}

/** Nobody learns what another partner has: a party that is not theirs is not there. */
function mustOwn({ roles }: Partner, party: Party): void {
  if (!roles.some((role) => isSameParty(role, party)))
    throw unknownObject('This party does not speak over this connection.');
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

function problemOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const [first] = issues;
  const path = (first?.path ?? []).join('.').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${path}: ${first?.message ?? 'is wrong'}`;
}
