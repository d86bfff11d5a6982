import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { LedgerEvent } from '#contract/event.ts';
import { followOn } from '#ledger/follow-on.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { Plug } from './cpo/describe-location.ts';
import { type Grant, openGuests } from './cpo/judge-guest.ts';
import { forPartner, locationPush, publishSite, readPublishedSites } from './cpo/publish-locations.ts';
import { publishSession, settleSession } from './cpo/publish-sessions.ts';
import { openCommands } from './cpo/run-command.ts';
import { allowedOf, ourToken, tokenPush, tokenRequest } from './emsp/our-tokens.ts';
import { openReceiver } from './emsp/receive.ts';
import type { Party, PartyRole } from './model/party.ts';
import { textOf } from './model/text-of.ts';
import { pageOfObjects, putObject, readObject } from './objects/object-store.ts';
import { enqueue, openOutbox } from './outbox/outbox.ts';
import { openExchanges } from './partners/exchanges.ts';
import { openPartners } from './partners/open-partners.ts';
import { endpointOf, hasRole, isConnected, type Partner } from './partners/partner.ts';
import { readPartner } from './partners/partner-store.ts';
import { tokenKeys } from './partners/tokens.ts';
import { pullPartner } from './pull/pull-partner.ts';
import { unknownObject, unknownToken } from './roaming-problem.ts';
import { checkTariff } from './tariffs/check-tariff.ts';
import type { Wire, WireRequest } from './wire.ts';

export type RoamingNeeds = {
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
const fullEveryMs = 24 * 3_600_000;

/** Drivers of others charge at our stations, and ours at theirs. */
export async function openRoaming(given: RoamingNeeds) {
  const { pool, ledger, charging, clock, us, operator, log } = given;
  const exchanges = openExchanges({ pool, log });
  const roles: PartyRole[] = ['CPO', 'EMSP'].map((role) => ({ ...us, role, name: operator }));
  const wire = given.wire({ tokenFor: (id) => partners.tokenFor(id), record: exchanges.record });
  const keys = tokenKeys(given.installationKey);
  const partners = openPartners({ pool, ledger, clock, keys, wire, ourRoles: roles, log });
  const outbox = openOutbox({ pool, clock, partners, wire, prepare, log });
  const findPartner = (id: string) => readPartner(pool, id);
  const guests = openGuests({
    ...{ pool, clock, wire, findPartner },
    siteOf: async (stationId) => (await charging.sites.placeOf(stationId))?.siteId ?? null,
  });
  const needs = { ...given, findPartner, listPartners: () => partners.list(), wake: () => outbox.wake() };
  const receiver = openReceiver(given);
  const commands = openCommands({ ...needs, grant: (grant: Grant) => guests.grant(grant) });
  await commands.endLeftOpen();

  /** What a request of the outbox stands for. */
  async function prepare(request: WireRequest): Promise<WireRequest | undefined> {
    const { tokenId } = request.body as { tokenId: string };
    const token = await ourTokenOf(tokenId);
    return token && tokenRequest(request, token);
  }

  async function ourTokenOf(tokenId: string) {
    const revealed = await charging.authorization.get(tokenId).catch(() => undefined);
    if (revealed === undefined) return undefined;
    const { value } = await charging.authorization.reveal(tokenId);
    const [validFrom, expiresAt] = [revealed.validFrom, revealed.expiresAt].map((at) =>
      at === null ? null : new Date(at),
    );
    const row = {
      ...revealed,
      value,
      validFrom: validFrom ?? null,
      expiresAt: expiresAt ?? null,
      changedAt: clock.now(),
    };
    return ourToken(row, us, operator, clock.now());
  }

  /** A partner that has just come, or has another price: everything that is for its eyes. */
  async function pushAll(partner: Partner): Promise<void> {
    const at = clock.now();
    if (hasRole(partner, 'EMSP', 'NSP')) {
      await publishTariff(partner);
      const { objects } = await pageOfObjects(pool, { side: 'ours', module: 'locations', offset: 0, limit: 10_000 });
      for (const { objectId, body } of objects)
        await enqueue(pool, locationPush({ us }, partner, objectId, { path: [], object: body }), at);
    }
    if (hasRole(partner, 'CPO') && partner.isSharingTokens) {
      for (let offset = 0; ; offset += 500) {
        const { tokens } = await charging.authorization.revealChanged({ from: null, to: null, offset, limit: 500 });
        for (const { id } of tokens) await enqueue(pool, tokenPush(partner.id, id), at);
        if (tokens.length < 500) break;
      }
    }
    outbox.wake();
  }

  /** Of a partner: the price its drivers pay, where OCPI can say it. */
  async function publishTariff(partner: Partner): Promise<void> {
    const { tariff } = await tariffOf(partner);
    if (tariff === null) return;
    const at = clock.now();
    const key = { partnerId: partner.id, module: 'tariffs', party: us, objectId: tariff.id };
    const before = await readObject(pool, 'ours', key);
    const { lastUpdated: _before, ...known } = before?.body ?? {};
    const { lastUpdated: _now, ...next } = JSON.parse(JSON.stringify(tariff)) as Record<string, unknown>;
    const isSame = before !== undefined && JSON.stringify(sorted(known)) === JSON.stringify(sorted(next));
    const body = isSame ? before.body : { ...next, lastUpdated: at.toISOString() };
    if (!isSame) await putObject(pool, 'ours', { ...key, body, lastUpdated: at, at });
    const path = [us.countryCode, us.partyId, tariff.id];
    const request = { module: 'tariffs' as const, role: 'RECEIVER' as const, method: 'PUT' as const, path, body };
    await enqueue(pool, { partnerId: partner.id, key: tariff.id, request }, at);
  }

  async function tariffOf({ tariffId }: Pick<Partner, 'tariffId'>) {
    if (tariffId === null) return { tariff: null, obstacles: [] };
    const { id, current } = await charging.tariffs.get(tariffId);
    if (current === null) return { tariff: null, obstacles: [] };
    return checkTariff({
      id,
      terms: current.terms,
      party: us,
      timeZone: given.timeZone,
      at: new Date(current.createdAt),
    });
  }

  async function republish(stationId: string): Promise<void> {
    const place = await charging.sites.placeOf(stationId);
    if (place !== null) changedSites.add(place.siteId);
  }

  const changedSites = new Set<string>();
  const publishing = every({
    task: 'publish locations to roaming partners',
    everyMs: 300,
    log,
    async run() {
      const sites = [...changedSites];
      changedSites.clear();
      const published = new Set(
        (await (sites.length === 0 ? [] : readPublishedSites(pool))).map(({ siteId }) => siteId),
      );
      for (const siteId of sites) if (published.has(siteId)) await publishSite(needs, siteId);
    },
  });

  async function take({ kind, stationId, body }: LedgerEvent): Promise<void> {
    if (kind === 'session-event' && stationId !== null) {
      const session = await charging.sessions.findByRef(stationId, String(body['ref']));
      if (session !== undefined) await publishSession(needs, session);
    } else if (kind === 'session-billed' || kind === 'session-bill-adjusted' || kind === 'session-bill-corrected') {
      await settleSession(needs, await charging.sessions.get(String(body['sessionId'])), String(body['entryId']));
    } else if (kind === 'connector-status' || kind === 'station-connected' || kind === 'station-went-offline') {
      if (stationId !== null) await republish(stationId);
    } else if (kind === 'station-placed' || kind === 'station-taken-away' || kind.startsWith('site-')) {
      for (const siteId of [body['siteId'], body['formerSiteId']])
        if (typeof siteId === 'string') changedSites.add(siteId);
    } else if (kind === 'token-added' || kind === 'token-changed') {
      await tellOfToken(String(body['tokenId']));
    } else if (kind === 'tariff-version-added') {
      for (const partner of await partners.list())
        if (partner.tariffId === body['tariffId']) await publishTariff(partner);
    } else if (kind === 'partner-connected') {
      const partner = await findPartner(String(body['partnerId']));
      if (partner !== undefined && isConnected(partner)) {
        await pushAll(partner);
        void heal(partner, { isFull: true });
      }
    }
  }

  async function tellOfToken(tokenId: string): Promise<void> {
    for (const partner of await partners.list())
      if (isConnected(partner) && hasRole(partner, 'CPO') && partner.isSharingTokens)
        await enqueue(pool, tokenPush(partner.id, tokenId), clock.now());
    outbox.wake();
  }

  const closing = new AbortController();
  const healing = new Map<string, Promise<unknown>>();
  function heal(partner: Partner, { isFull }: { isFull: boolean }) {
    const known = healing.get(partner.id);
    const pulling = async () => {
      await known?.catch(() => undefined);
      const { notePulled } = partners;
      return pullPartner({ pool, clock, wire, receiver, notePulled, log }, partner, { isFull, signal: closing.signal });
    };
    const work = pulling();
    healing.set(partner.id, work);
    return work.finally(() => healing.get(partner.id) === work && healing.delete(partner.id));
  }

  const upkeep = every({
    task: 'heal what roaming partners and we know of each other',
    everyMs: healEveryMs,
    log,
    async run() {
      await partners.goOn();
      for (const partner of await partners.list()) {
        if (!isConnected(partner)) continue;
        const last = Object.values(partner.pulled).toSorted()[0];
        const isFull = last === undefined || clock.now().getTime() - Date.parse(last) > fullEveryMs;
        await heal(partner, { isFull }).catch(() => undefined);
      }
    },
  });
  void partners.goOn();

  const positions = {
    async read(reader: string) {
      const { rows } = await pool.query<{ position: string }>(
        'select position from roaming_position where reader = $1',
        [reader],
      );
      return rows[0]?.position;
    },
    save: async (reader: string, position: string) =>
      void (await pool.query(
        `insert into roaming_position (reader, position) values ($1, $2) on conflict (reader) do update set position = excluded.position`,
        [reader, position],
      )),
  };
  const following = await followOn({ positions, ledger, log }, { reader: 'roaming', take });

  return {
    us,
    roles,
    versionsUrl: () => wire.versionsUrl(),
    partners,
    exchanges,
    guests,
    receiver,
    commands,
    waiting: outbox.waiting,
    tariffOf,
    /** Everything a partner has and we should know, read now. */
    pull: async (id: string, options: { isFull: boolean }) => heal(await partners.get(id), options),
    async setTariff(id: string, tariffId: string | null, actor: Actor) {
      const { obstacles } = await tariffOf({ tariffId });
      if (obstacles.length > 0)
        throw new SigecError('INVALID_INPUT', `Tariff ${tariffId} cannot be published: ${obstacles.join(', ')}.`, {
          details: { field: 'tariffId', obstacles },
        });
      const partner = await partners.change(id, { tariffId }, actor);
      if (isConnected(partner)) await pushAll(partner);
      return partner;
    },
    // What partners see of ours.
    async page(partner: Partner, module: 'locations' | 'sessions' | 'cdrs' | 'tariffs', ask: PageAsk) {
      const ids = module === 'tariffs' ? { ids: partner.tariffId === null ? [] : [partner.tariffId] } : {};
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
      const object = await readObject(pool, 'ours', { partnerId: null, module: 'locations', party: us, objectId });
      return object && forPartner(object.body, partner);
    },
    async ourTokens({
      dateFrom = null,
      dateTo = null,
      offset,
      limit,
    }: {
      dateFrom?: Date | null | undefined;
      dateTo?: Date | null | undefined;
      offset: number;
      limit: number;
    }) {
      const { tokens, total } = await charging.authorization.revealChanged({
        from: dateFrom,
        to: dateTo,
        offset,
        limit,
      });
      return { total, items: tokens.map((token) => ourToken(token, us, operator, clock.now())) };
    },
    /** A driver of ours stands at a partner's station. */
    async authorize(uid: string) {
      const { status } = await charging.authorization.decideElsewhere(uid);
      const allowed = allowedOf(status);
      if (allowed === undefined) throw unknownToken('There is no such token.');
      const tokenId = given.hashToken(uid);
      const token = await ourTokenOf(tokenId);
      return { allowed, token, ...(allowed === 'ALLOWED' && { authorizationReference: randomUUID() }) };
    },
    // Where our drivers charge elsewhere.
    async start(
      partnerId: string,
      asked: { locationId: string; evseUid?: string | undefined; connectorId?: string | undefined; tokenId: string },
    ) {
      const partner = await partners.get(partnerId);
      const token = await ourTokenOf(asked.tokenId);
      if (token === undefined)
        throw new SigecError('NOT_FOUND', `There is no token ${asked.tokenId}; list them at /api/tokens.`);
      const { status } = await charging.authorization.decideElsewhere(token.uid);
      if (status !== 'accepted') throw new SigecError('NOT_ALLOWED', `The token may not charge: ${status}.`);
      const authorizationReference = randomUUID();
      const { locationId, evseUid, connectorId } = asked;
      return command(partner, 'START_SESSION', { token, locationId, evseUid, connectorId, authorizationReference });
    },
    async stop(partnerId: string, sessionId: string) {
      return command(await partners.get(partnerId), 'STOP_SESSION', { sessionId });
    },
    async commandResult(partner: Partner, id: string, body: Record<string, unknown>): Promise<void> {
      const { rowCount } = await pool.query(
        `update roaming_command set result = $3, ended_at = $4 where id::text = lower($1) and partner_id = $2 and direction = 'out'`,
        [id, partner.id, textOf(body['result']).slice(0, 40), clock.now()],
      );
      if (rowCount === 0) throw unknownObject('Nobody asked for this.');
    },
    async listCommands(partnerId: string, limit: number) {
      const { rows } = await pool.query<RoamingCommand>(
        `select id, direction, kind, asked_at as "askedAt", answer, result, ended_at as "endedAt",
           (select object_id from roaming_object where side = 'theirs' and module = 'sessions' and partner_id = $1
             and body ->> 'authorizationReference' = roaming_command.request ->> 'authorizationReference' limit 1) as "sessionId"
         from roaming_command where partner_id = $1 order by asked_at desc limit $2`,
        [partnerId, limit],
      );
      return rows;
    },
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
    // What partners have, for people.
    theirs: (partnerId: string, module: 'locations' | 'sessions' | 'cdrs' | 'tariffs' | 'tokens', page: PageAsk) =>
      pageOfObjects(pool, { side: 'theirs', module, partnerId, ...page }),
    async records(partnerId: string, { limit }: { limit: number }): Promise<RoamingRecord[]> {
      const { rows } = await pool.query<RoamingRecord>(
        `select roaming_object.side as side, roaming_object.object_id as id, roaming_object.body, stored_at as "storedAt", outbox.sent_at as "sentAt",
           outbox.proof, outbox.failure, outbox.attempts, dispute.reasons, dispute.settled_at as "settledAt"
         from roaming_object
         left join roaming_outbox outbox on outbox.partner_id = $1 and outbox.module = 'cdrs' and roaming_object.side = 'ours'
           and outbox.request -> 'body' ->> 'id' = roaming_object.object_id
         left join roaming_dispute dispute on dispute.partner_id = $1 and dispute.cdr_id = roaming_object.object_id and roaming_object.side = 'theirs'
         where roaming_object.partner_id = $1 and roaming_object.module = 'cdrs' order by roaming_object.id desc limit $2`,
        [partnerId, limit],
      );
      return rows;
    },
    async theirRecord(partner: Partner, party: Party, objectId: string) {
      return (await readObject(pool, 'theirs', { partnerId: partner.id, module: 'cdrs', party, objectId }))?.body;
    },
    async settleDispute(partnerId: string, cdrId: string, actor: Actor): Promise<void> {
      const { rowCount } = await pool.query(
        `update roaming_dispute set settled_at = $3, settled_by = $4 where partner_id = $1 and cdr_id = $2 and settled_at is null`,
        [partnerId, cdrId, clock.now(), actorName(actor)],
      );
      if (rowCount === 0) throw new SigecError('NOT_FOUND', `There is no open dispute about ${cdrId}.`);
    },
    /** What both sides come to, by currency: what the partner owes us, and what we owe it. */
    async balances(partnerId: string): Promise<PartnerBalance[]> {
      const { rows } = await pool.query<PartnerBalance>(
        `with record as (
           select side, body ->> 'currency' as currency, (body -> 'totalCost' ->> 'beforeTaxes')::numeric
             + coalesce((select sum((tax ->> 'amount')::numeric) from jsonb_array_elements(body -> 'totalCost' -> 'taxes') as tax), 0) as total
           from roaming_object where partner_id = $1 and module = 'cdrs')
         select currency, coalesce(sum(total) filter (where side = 'ours'), 0)::text as receivable,
           coalesce(sum(total) filter (where side = 'theirs'), 0)::text as payable,
           count(*) filter (where side = 'ours')::integer as "recordsSent", count(*) filter (where side = 'theirs')::integer as "recordsReceived"
         from record group by currency order by currency`,
        [partnerId],
      );
      return rows;
    },
    async close(): Promise<void> {
      closing.abort();
      await following.close();
      await publishing.close();
      await upkeep.close();
      await Promise.allSettled(healing.values());
      await commands.settled();
      await outbox.close();
      await exchanges.close();
    },
  };

  async function command(
    partner: Partner,
    kind: string,
    body: Record<string, unknown>,
  ): Promise<{ id: string; answer: string; message: string | null }> {
    if (!isConnected(partner) || endpointOf(partner, 'commands', 'RECEIVER') === undefined)
      throw new SigecError('CONFLICT', `${partner.name} takes no commands.`);
    const id = randomUUID();
    const responseUrl = wire.resultUrl(partner.version ?? '2.2.1', kind, id);
    // Written before it is sent: the result may be here before the answer.
    await pool.query(
      `insert into roaming_command (id, direction, partner_id, kind, response_url, request, asked_at) values ($1, 'out', $2, $3, $4, $5, $6)`,
      [id, partner.id, kind, responseUrl, JSON.stringify({ ...body, token: undefined }), clock.now()],
    );
    const asked = { module: 'commands' as const, role: 'RECEIVER' as const, method: 'POST' as const };
    const answer = await wire.request(partner, { ...asked, path: [kind], body: { responseUrl, ...body } });
    const told = (answer.data as { result?: unknown } | undefined)?.result;
    const result = textOf(told) || `${answer.httpStatus} ${answer.code}`;
    await pool.query('update roaming_command set answer = $2, message = $3 where id = $1', [
      id,
      result,
      answer.message,
    ]);
    return { id, answer: result, message: answer.message };
  }
}

export type RoamingCommand = {
  id: string;
  direction: 'in' | 'out';
  kind: string;
  askedAt: Date;
  answer: string | null;
  result: string | null;
  endedAt: Date | null;
  sessionId: string | null;
};
export type RoamingRecord = {
  side: 'ours' | 'theirs';
  id: string;
  body: Record<string, unknown>;
  storedAt: Date;
  sentAt: Date | null;
  proof: string | null;
  failure: string | null;
  attempts: number | null;
  reasons: { code: string; told?: string; ours?: string }[] | null;
  settledAt: Date | null;
};
export type PartnerBalance = {
  currency: string;
  receivable: string;
  payable: string;
  recordsSent: number;
  recordsReceived: number;
};

function sorted(object: Record<string, unknown>): unknown {
  return Object.fromEntries(
    Object.entries(object)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, deep(value)]),
  );
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep);
  return typeof value === 'object' && value !== null ? sorted(value as Record<string, unknown>) : value;
}
