import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { type Duty, every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { followOn } from '#ledger/follow-on.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { openBookings } from './bookings/open-bookings.ts';
import { takePreferences } from './cpo/charging-preferences.ts';
import type { Plug } from './cpo/describe-location.ts';
import { type Grant, openGuests } from './cpo/judge-guest.ts';
import { openSitePublisher } from './cpo/publish-changes.ts';
import { forPartner, liftLocation, locationPush, publishSite, readPublishedSites } from './cpo/publish-locations.ts';
import { publishSession } from './cpo/publish-session.ts';
import { openTariffPublisher } from './cpo/publish-tariff.ts';
import { tellOfLost } from './cpo/reserve.ts';
import { openCommands } from './cpo/run-command.ts';
import { settleSession } from './cpo/settle-session.ts';
import { openToldLocations } from './cpo/told-locations.ts';
import { openOurTokenList } from './emsp/our-token-list.ts';
import { openReceiver } from './emsp/receive.ts';
import { openRemoteBookings } from './emsp/remote-bookings.ts';
import { openRemoteSessions, remoteSides } from './emsp/remote-sessions.ts';
import { isToldOfTokens, openTokenTelling } from './emsp/tell-of-tokens.ts';
import { openToldTokens } from './emsp/told-tokens.ts';
import type { Party, PartyRole } from './model/party.ts';
import { pageOfObjects, readObject } from './objects/object-store.ts';
import { enqueue, openOutbox } from './outbox/outbox.ts';
import { openExchanges } from './partners/exchanges.ts';
import { putHubClient, readHubClient } from './partners/hub-clients.ts';
import { openPartners } from './partners/open-partners.ts';
import { hasRole, isConnected, isGranted, type Partner, whoSeesUs } from './partners/partner.ts';
import { readPartner } from './partners/partner-store.ts';
import { speaksFor } from './partners/speaks-for.ts';
import { tokenKeys } from './partners/tokens.ts';
import { positionsOf } from './positions.ts';
import { openHealing } from './pull/heal.ts';
import { isFullPullDue } from './pull/pull-partner.ts';
import { openRecords } from './records/open-records.ts';
import { openTerminals } from './terminals/open-terminals.ts';
import type { Wire } from './wire.ts';

export type RoamingNeeds = Duty & {
  pool: Pool;
  ledger: Ledger;
  charging: Charging;
  installationKey: Buffer;
  hashToken(token: string): string;
  us: Party;
  operator: string;
  timeZone: string;
  /** Made by the door, which needs what we keep of partners. */
  wire(given: {
    tokenFor(partnerId: string): Promise<string>;
    record: ReturnType<typeof openExchanges>['record'];
  }): Wire;
  clock: Clock;
  log: Log;
};

export type Roaming = Awaited<ReturnType<typeof openRoaming>>;
export type PageAsk = { dateFrom?: Date | undefined; dateTo?: Date | undefined; offset: number; limit: number };

const healEveryMs = 15 * 60_000;

/** Drivers of others charge at our stations, and ours at theirs. */
export async function openRoaming(given: RoamingNeeds) {
  const { pool, ledger, charging, clock, us, operator, log, isKeeper } = given;
  const exchanges = openExchanges({ pool, log });
  const roles: PartyRole[] = ['CPO', 'EMSP'].map((role) => ({ ...us, role, name: operator }));
  const wire = given.wire({ tokenFor: (id) => partners.tokenFor(id), record: exchanges.record });
  const keys = tokenKeys(given.installationKey);
  const partners = openPartners({ pool, ledger, clock, keys, wire, ourRoles: roles, log });
  const told = openToldTokens(given);
  const tokens = openOurTokenList({ ...given, told });
  const locations = openToldLocations(given);
  const outbox = openOutbox({ pool, clock, partners, wire, prepare: tokens.prepare, locations, log, isKeeper });
  const findPartner = (id: string) => readPartner(pool, id);
  const guests = openGuests({
    pool,
    clock,
    wire,
    findPartner,
    siteOf: async (stationId) => (await charging.sites.placeOf(stationId))?.siteId ?? null,
  });
  const tariffs = openTariffPublisher(given);
  const needs = { ...given, tariffs, findPartner, listPartners: () => partners.list(), wake: () => outbox.wake() };
  const telling = openTokenTelling({ ...needs, told });
  const terminals = openTerminals({ ...given, wire, getPartner: partners.get });
  const receiver = openReceiver(given);
  const commandNeeds = { ...needs, grant: (grant: Grant) => guests.grant(grant) };
  const commands = openCommands(commandNeeds);
  await commands.endLeftOpen();
  const bookings = openBookings(commandNeeds);

  /** A partner that has just come, or has another price: everything that is for its eyes. */
  async function pushAll(partner: Partner): Promise<void> {
    const at = clock.now();
    if (hasRole(partner, ...whoSeesUs)) {
      await tariffs.publish(partner, { isRepeated: true });
      const { objects } = await pageOfObjects(pool, { side: 'ours', module: 'locations', offset: 0, limit: 10_000 });
      for (const { objectId, body } of objects.filter((each) => isGranted(partner, each.objectId)))
        await enqueue(pool, locationPush({ us }, partner, objectId, { path: [], object: body }), at);
    }
    if (isToldOfTokens(partner)) await telling.tellAll(partner);
    outbox.wake();
  }

  const publisher = openSitePublisher(needs);
  async function republish(stationId: string): Promise<void> {
    const place = await charging.sites.placeOf(stationId);
    if (place !== null) publisher.note(place.siteId);
  }

  async function take(event: LedgerEvent): Promise<void> {
    const { kind, stationId, body } = event;
    if (await telling.take(event)) return;
    if (kind === 'session-event' && stationId !== null) {
      const session = await charging.sessions.findByRef(stationId, String(body['ref']));
      if (session !== undefined) await publishSession(needs, session);
    } else if (kind === 'session-billed' || kind === 'session-bill-adjusted' || kind === 'session-bill-corrected') {
      await settleSession(needs, await charging.sessions.get(String(body['sessionId'])), String(body['entryId']));
    } else if (kind === 'reservation-changed' && stationId !== null) {
      const named = { stationId, id: Number(body['reservationId']) };
      if (['cancelled', 'removed'].includes(String(body['status']))) await tellOfLost(commandNeeds, named);
      await bookings.follow(named);
    } else if (kind === 'connector-status' || kind === 'station-connected' || kind === 'station-went-offline') {
      if (stationId !== null) await republish(stationId);
    } else if (kind === 'station-placed' || kind === 'station-taken-away' || kind.startsWith('site-')) {
      for (const siteId of [body['siteId'], body['formerSiteId']])
        if (typeof siteId === 'string') publisher.note(siteId);
    } else if (kind === 'tariff-version-added') {
      await tariffs.publishDue(await partners.list());
      outbox.wake();
    } else if (kind === 'partner-connected') {
      const partner = await findPartner(String(body['partnerId']));
      if (partner !== undefined && isConnected(partner)) {
        await pushAll(partner);
        void heal(partner, { isFull: true });
      }
    }
  }

  const { notePulled } = partners;
  const { heal, close: stopHealing } = openHealing({
    pool,
    clock,
    wire,
    notePulled,
    log,
    take: (partner, module, body) =>
      module === 'terminals' || module === 'captures'
        ? terminals.put(partner, module, body)
        : receiver.take(partner, module, body),
  });
  const upkeep = every({
    task: 'heal what roaming partners and we know of each other',
    everyMs: healEveryMs,
    log,
    only: isKeeper,
    async run() {
      await partners.goOn();
      await telling.keepUp();
      await bookings.keepUp();
      for (const partner of await partners.list()) {
        if (!isConnected(partner)) continue;
        await heal(partner, { isFull: isFullPullDue(partner, clock.now()) }).catch(() => undefined);
      }
    },
  });
  void partners.goOn();
  const watching = every({
    task: 'tell of roaming partners that do not answer, and of prices that begin to hold',
    everyMs: 60_000,
    log,
    only: isKeeper,
    async run() {
      await partners.watchSilence();
      await tariffs.publishDue(await partners.list());
    },
  });

  const following = await followOn(
    { positions: positionsOf(pool), ledger, log, isKeeper },
    { reader: 'roaming', take },
  );

  const remote = { pool, clock, wire, charging, tokens, getPartner: partners.get };
  return {
    us,
    roles,
    versionsUrl: () => wire.versionsUrl(),
    speaksFor: (partner: Partner, party: Party) => speaksFor(given, partner, party),
    partners,
    exchanges,
    guests,
    receiver,
    commands,
    bookings,
    terminals,
    waiting: outbox.waiting,
    hubClients: {
      find: (partner: Partner, party: Party) => readHubClient(pool, partner, party),
      put: (partner: Partner, told: unknown, party: Party) => putHubClient(pool, partner, told, party),
    },
    takePreferences: (told: { partner: Partner; sessionId: string; told: unknown }) => takePreferences(given, told),
    tariffOf: tariffs.tariffOf,
    /** Of a partner whose price cannot be published: why. */
    tariffObstacles: async (of: Pick<Partner, 'tariffId'>) => (await tariffs.standing(of)).obstacles,
    /** Everything a partner has and we should know, read now. */
    pull: async (id: string, options: { isFull: boolean }) => heal(await partners.get(id), options),
    async setTariff(id: string, tariffId: string | null, actor: Actor) {
      const { obstacles } = await tariffs.tariffOf({ tariffId });
      if (obstacles.length > 0)
        throw new SigecError('INVALID_INPUT', `Tariff ${tariffId} cannot be published: ${obstacles.join(', ')}.`, {
          details: { field: 'tariffId', obstacles },
        });
      const partner = await partners.change(id, { tariffId }, actor);
      if (isConnected(partner)) await pushAll(partner);
      return partner;
    },
    /** One that hears of our tokens from now on hears of all of them. */
    async shareTokens(id: string, isSharingTokens: boolean, actor: Actor) {
      const before = await partners.get(id);
      const partner = await partners.change(id, { isSharingTokens }, actor);
      if (!before.isSharingTokens && isToldOfTokens(partner)) await telling.tellAll(partner);
      return partner;
    },
    /** What it sees no more is taken away there, too. */
    async setSites(id: string, siteIds: readonly string[] | null, actor: Actor) {
      const before = await partners.get(id);
      const partner = await partners.change(id, { siteIds }, actor);
      if (!isConnected(partner) || !hasRole(partner, ...whoSeesUs)) return partner;
      const { objects } = await pageOfObjects(pool, { side: 'ours', module: 'locations', offset: 0, limit: 10_000 });
      for (const { objectId, body } of objects) {
        if (isGranted(before, objectId) === isGranted(partner, objectId)) continue;
        const lifted = isGranted(partner, objectId) ? await liftLocation(given, objectId) : undefined;
        const push = locationPush({ us }, partner, objectId, { path: [], object: lifted ?? body });
        await enqueue(pool, push, clock.now());
      }
      outbox.wake();
      return partner;
    },
    // What partners see of ours.
    async page(partner: Partner, module: 'locations' | 'sessions' | 'cdrs' | 'tariffs' | 'bookings', ask: PageAsk) {
      const seen = {
        tariffs: partner.tariffId === null ? [] : [partner.tariffId],
        locations: partner.siteIds ?? undefined,
      };
      const ids = module === 'tariffs' || module === 'locations' ? { ids: seen[module] } : {};
      const { objects, total } = await pageOfObjects(pool, {
        side: 'ours',
        module,
        partnerId: partner.id,
        ...ids,
        ...ask,
      });
      return { total, items: objects.map(({ body }) => (module === 'locations' ? forPartner(body, partner) : body)) };
    },
    async ourLocation(partner: Partner, objectId: string) {
      if (!isGranted(partner, objectId)) return undefined;
      const object = await readObject(pool, 'ours', { partnerId: null, module: 'locations', party: us, objectId });
      return object && forPartner(object.body, partner);
    },
    ourTokens: tokens.page,
    authorize: tokens.authorize,
    ...openRemoteSessions(remote),
    ...openRemoteBookings({ ...remote, ...remoteSides(remote), us, receiver }),
    ...openRecords({ pool, clock }),
    // What we publish.
    publishedSites: () => readPublishedSites(pool),
    async publish(siteId: string, plugs: readonly Plug[], actor: Actor): Promise<{ missing: string[] }> {
      await charging.sites.get(siteId);
      await pool.query(
        `insert into roaming_site (site_id, plugs, set_at, set_by) values ($1, $2, $3, $4)
         on conflict (site_id) do update set plugs = excluded.plugs, set_at = excluded.set_at, set_by = excluded.set_by`,
        [siteId, JSON.stringify(plugs), clock.now(), actorName(actor)],
      );
      return publishSite(needs, siteId);
    },
    async withdraw(siteId: string): Promise<void> {
      await pool.query('delete from roaming_site where site_id = $1', [siteId]);
      await publishSite(needs, siteId);
    },
    // What partners have, and what they have of us, for people.
    theirs: (partnerId: string, module: 'locations' | 'bookinglocations', page: PageAsk) =>
      pageOfObjects(pool, { side: 'theirs', module, partnerId, ...page }),
    newest: async (
      side: 'ours' | 'theirs',
      partnerId: string,
      module: 'sessions' | 'tariffs' | 'bookings',
      limit: number,
    ) => (await pageOfObjects(pool, { side, module, partnerId, offset: 0, limit, isNewestFirst: true })).objects,
    async close(): Promise<void> {
      const healed = stopHealing();
      await following.close();
      await publisher.close();
      await upkeep.close();
      await watching.close();
      await healed;
      await commands.settled();
      await bookings.settled();
      await outbox.close();
      await exchanges.close();
    },
  };
}
