import { minorText } from '#base/currency.ts';
import { SigecError } from '#base/errors.ts';
import { partyOfPartner } from '#charging/roaming-bills/money-of-record.ts';
import { partnerApi } from '#contract/api/roaming.ts';
import type { PartnerRecord, Partner as ShownPartner } from '#contract/roaming/partner.ts';
import type { Account } from '#money/ledger/accounts.ts';
import type { Balance } from '#money/ledger/read-balances.ts';
import type { Money } from '#money/open-money.ts';
import { partyName, readParty } from '#roaming/model/party.ts';
import type { Roaming } from '#roaming/open-roaming.ts';
import type { Partner } from '#roaming/partners/partner.ts';
import type { PartnerBalance, RoamingRecord } from '#roaming/records/open-records.ts';
import { RoamingProblem } from '#roaming/roaming-problem.ts';
import { serve } from '../route.ts';
import { liveFirst, newestFirst, shownBooking, shownPlace, shownSession, shownTariff } from './roaming-objects.ts';

export type RoamingRouteNeeds = { roaming: Roaming; money: Pick<Money, 'balances'> };

export const roamingRoutes = serve<typeof partnerApi, RoamingRouteNeeds>(partnerApi, {
  async list(_asked, { roaming }) {
    const partners = await roaming.partners.list();
    return {
      partners: await Promise.all(partners.map((each) => shown(roaming, each))),
      versionsUrl: roaming.versionsUrl(),
    };
  },
  async add({ body, actor }, { roaming }) {
    await mustBePublishable(roaming, body.tariffId);
    const { partner, token } = await roaming.partners.add(body, actor);
    return { partner: await shown(roaming, partner), token, versionsUrl: roaming.versionsUrl() };
  },
  async published(_asked, { roaming }) {
    const sites = await roaming.publishedSites();
    return { sites: sites.map(({ siteId, plugs, setAt }) => ({ siteId, plugs, setAt: setAt.toISOString() })) };
  },
  async publish({ params: { siteId }, body, actor }, { roaming }) {
    return { siteId, ...(await roaming.publish(siteId, body.plugs, actor)) };
  },
  async withdraw({ params, reply }, { roaming }) {
    await roaming.withdraw(params.siteId);
    return reply.status(204).send();
  },
  async get({ params: { id } }, { roaming, money }) {
    const [partner, records, booked, { givenUp }] = await Promise.all([
      roaming.partners.get(id),
      roaming.balances(id),
      money.balances({ party: partyOfPartner(id) }),
      roaming.waiting(id),
    ]);
    const tariffObstacles = [...(await roaming.tariffObstacles(partner))];
    return { ...(await shown(roaming, partner)), balances: balancesOf(records, booked), givenUp, tariffObstacles };
  },
  async change({ params: { id }, body: { tariffId, siteIds, isSharingTokens, ...rest }, actor }, { roaming }) {
    if (isSharingTokens !== undefined) await roaming.shareTokens(id, isSharingTokens, actor);
    if (siteIds !== undefined) await roaming.setSites(id, siteIds, actor);
    if (tariffId !== undefined) await roaming.setTariff(id, tariffId, actor);
    const change = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    return shown(roaming, await roaming.partners.change(id, change, actor));
  },
  async invite({ params: { id }, actor }, { roaming }) {
    const { partner, token } = await roaming.partners.invite(id, actor);
    return { partner: await shown(roaming, partner), token, versionsUrl: roaming.versionsUrl() };
  },
  connect: async ({ params: { id }, body, actor }, { roaming }) =>
    shown(roaming, await told(roaming.partners.connect(id, body, actor))),
  rotate: async ({ params: { id }, actor }, { roaming }) =>
    shown(roaming, await told(roaming.partners.rotate(id, actor))),
  remove: async ({ params: { id }, actor }, { roaming }) => shown(roaming, await roaming.partners.remove(id, actor)),
  pull: async ({ params: { id } }, { roaming }) => ({ outcomes: await roaming.pull(id, { isFull: true }) }),
  async exchanges({ params: { id }, query }, { roaming }) {
    await roaming.partners.get(id);
    const list = await roaming.exchanges.list(id, query);
    return { exchanges: list.map(({ partnerId: _id, at, ...each }) => ({ ...each, at: at.toISOString() })) };
  },
  async locations({ params: { id }, query }, { roaming }) {
    await roaming.partners.get(id);
    const { objects, total } = await roaming.theirs(id, 'locations', { offset: 0, limit: query.limit });
    const locations = objects.map(({ objectId, body, isStale = false, lastUpdated }) => ({
      id: objectId,
      name: typeof body['name'] === 'string' ? body['name'] : null,
      address: [body['address'], body['city']].filter((part) => typeof part === 'string').join(', '),
      evses: ((body['evses'] ?? []) as { uid: string; status: string }[]).map(({ uid, status }) => ({ uid, status })),
      isStale,
      lastUpdated: lastUpdated.toISOString(),
    }));
    return { locations, total };
  },
  async sessions({ params: { id }, query: { limit } }, { roaming }) {
    await roaming.partners.get(id);
    const [here, there] = await Promise.all([
      roaming.newest('ours', id, 'sessions', limit),
      roaming.newest('theirs', id, 'sessions', limit),
    ]);
    const sessions = [
      ...here.flatMap((each) => shownSession('here', each) ?? []),
      ...there.flatMap((each) => shownSession('there', each) ?? []),
    ];
    return { sessions: sessions.toSorted(liveFirst).slice(0, limit) };
  },
  async tariffs({ params: { id }, query: { limit } }, { roaming }) {
    await roaming.partners.get(id);
    const [shownThere, theirs] = await Promise.all([
      roaming.newest('ours', id, 'tariffs', limit),
      roaming.newest('theirs', id, 'tariffs', limit),
    ]);
    return {
      tariffs: [
        ...shownThere.flatMap((each) => shownTariff('shown', each) ?? []),
        ...theirs.flatMap((each) => shownTariff('theirs', each) ?? []),
      ],
    };
  },
  async records({ params: { id }, query }, { roaming }) {
    await roaming.partners.get(id);
    return { records: (await roaming.records(id, query)).map(shownRecord) };
  },
  async settle({ params: { id, recordId }, actor, reply }, { roaming }) {
    await roaming.settleDispute(id, recordId, actor);
    return reply.status(204).send();
  },
  async commands({ params: { id }, query }, { roaming }) {
    await roaming.partners.get(id);
    const commands = await roaming.listCommands(id, query.limit);
    return {
      commands: commands.map(({ askedAt, endedAt, ...each }) => ({
        ...each,
        askedAt: askedAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      })),
    };
  },
  reserve: ({ params: { id }, body: { party, ...body } }, { roaming }) =>
    told(roaming.reserve(id, { ...body, party: party === undefined ? undefined : readParty(party) })),
  cancelReservation: ({ params: { id, reservationId } }, { roaming }) =>
    told(roaming.cancelReservation(id, reservationId)),
  async bookings({ params: { id }, query: { limit } }, { roaming }) {
    await roaming.partners.get(id);
    const [here, there] = await Promise.all([
      roaming.newest('ours', id, 'bookings', limit),
      roaming.newest('theirs', id, 'bookings', limit),
    ]);
    const bookings = [
      ...here.flatMap((each) => shownBooking('here', each) ?? []),
      ...there.flatMap((each) => shownBooking('there', each) ?? []),
    ];
    return { bookings: bookings.toSorted(newestFirst).slice(0, limit) };
  },
  async bookable({ params: { id }, query: { limit } }, { roaming }) {
    await roaming.partners.get(id);
    const { objects, total } = await roaming.theirs(id, 'bookinglocations', { offset: 0, limit });
    return { total, places: objects.flatMap((each) => shownPlace(each) ?? []) };
  },
  book: ({ params: { id }, body: { party, ...body } }, { roaming }) =>
    told(roaming.book(id, { ...body, party: party === undefined ? undefined : readParty(party) })),
  cancelBooking: ({ params: { id, bookingId } }, { roaming }) => told(roaming.cancelBooking(id, bookingId)),
  async terminals({ params: { id }, query: { limit } }, { roaming }) {
    await roaming.partners.get(id);
    const terminals = await roaming.terminals.list(id, limit);
    return {
      terminals: terminals.map(({ terminalId, reference = null, locationIds, evseUids, lastUpdated }) => ({
        id: terminalId,
        reference,
        locationIds,
        evseUids,
        lastUpdated,
      })),
    };
  },
  async activateTerminal({ params: { id }, body, reply }, { roaming }) {
    await told(roaming.terminals.activate(id, body));
    return reply.status(204).send();
  },
  async assignTerminal({ params: { id, terminalId }, body, reply }, { roaming }) {
    await told(roaming.terminals.assign(id, terminalId, body));
    return reply.status(204).send();
  },
  async deactivateTerminal({ params: { id, terminalId }, reply }, { roaming }) {
    await told(roaming.terminals.deactivate(id, terminalId));
    return reply.status(204).send();
  },
  async captures({ params: { id }, query: { limit } }, { roaming }) {
    await roaming.partners.get(id);
    return { captures: await roaming.terminals.captures(id, limit) };
  },
  start: ({ params: { id }, body: { party, ...body } }, { roaming }) =>
    told(roaming.start(id, { ...body, party: party === undefined ? undefined : readParty(party) })),
  limit: ({ params: { id, sessionId }, body: { unit, periods, startsAt, durationSeconds } }, { roaming }) =>
    told(
      roaming.limit(id, sessionId, {
        chargingRateUnit: unit,
        chargingProfilePeriod: periods.map(({ startSeconds, limit }) => ({ startPeriod: startSeconds, limit })),
        ...(startsAt !== undefined && { startDateTime: startsAt }),
        ...(durationSeconds !== undefined && { duration: durationSeconds }),
      }),
    ),
  unlimit: ({ params: { id, sessionId } }, { roaming }) => told(roaming.limit(id, sessionId, null)),
  stop: ({ params: { id, sessionId } }, { roaming }) => told(roaming.stop(id, sessionId)),
});

/** What both sides owe stands in the money ledger; how many records there are, with the records. */
function balancesOf(records: readonly PartnerBalance[], booked: readonly Balance[]): PartnerBalance[] {
  return records.map((record) => {
    const sum = (account: Account) =>
      booked.find((each) => each.account === account && each.currency === record.currency)?.amount ?? 0n;
    const text = (minor: bigint) => minorText(minor, record.currency);
    return { ...record, receivable: text(sum('partner-receivable')), payable: text(-sum('partner-payable')) };
  });
}

/** What a partner answered is told as what it is: theirs, not a fault of ours. */
async function told<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SigecError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const code = error instanceof RoamingProblem ? ` (${error.code})` : '';
    throw new SigecError('CONFLICT', `The partner could not be spoken to${code}: ${why}`, { cause: error });
  }
}

async function mustBePublishable(roaming: Roaming, tariffId: string | null): Promise<void> {
  const { obstacles } = await roaming.tariffOf({ tariffId });
  if (obstacles.length > 0)
    throw new SigecError('INVALID_INPUT', `Tariff ${tariffId} cannot be published: ${obstacles.join(', ')}.`, {
      details: { field: 'tariffId', obstacles },
    });
}

async function shown(roaming: Roaming, partner: Partner): Promise<ShownPartner> {
  const { waiting } = await roaming.waiting(partner.id);
  const { id, name, state, isHub, version, versionsUrl, tariffId, tolerance, isSharingTokens, lastFailure } = partner;
  const time = (at: Date | null) => at?.toISOString() ?? null;
  return {
    id,
    name,
    state,
    isHub,
    version,
    versionsUrl,
    tariffId,
    tolerance,
    isSharingTokens,
    lastFailure,
    waiting,
    parties: [...partner.parties],
    siteIds: partner.siteIds === null ? null : [...partner.siteIds],
    roles: partner.roles.map((role) => ({ role: role.role, party: partyName(role), name: role.name })),
    modules: [...new Set(partner.endpoints.map(({ module }) => module))],
    createdAt: partner.createdAt.toISOString(),
    connectedAt: time(partner.connectedAt),
    lastHeardAt: time(partner.lastHeardAt),
    lastSuccessAt: time(partner.lastSuccessAt),
    lastFailureAt: time(partner.lastFailureAt),
    silentSince: time(partner.silentSince),
  };
}

type Price = { beforeTaxes: number; taxes?: { amount: number }[] };

function shownRecord({ side, id, body, sentAt, proof, failure, reasons, settledAt }: RoamingRecord): PartnerRecord {
  const { beforeTaxes, taxes = [] } = body['totalCost'] as Price;
  const total = beforeTaxes + taxes.reduce((sum, { amount }) => sum + amount, 0);
  const received = reasons === null ? 'received' : settledAt === null ? 'disputed' : 'settled';
  return {
    direction: side === 'ours' ? 'sent' : 'received',
    id,
    sessionId: typeof body['sessionId'] === 'string' ? body['sessionId'] : null,
    startedAt: String(body['startDateTime']),
    energyKwh: Number(body['totalEnergy']),
    net: beforeTaxes.toFixed(2),
    total: total.toFixed(2),
    currency: String(body['currency']),
    credits: typeof body['creditReferenceId'] === 'string' ? body['creditReferenceId'] : null,
    state: side === 'theirs' ? received : sentAt === null ? 'waiting' : 'delivered',
    proof,
    failure,
    doubts: reasons ?? [],
  };
}
