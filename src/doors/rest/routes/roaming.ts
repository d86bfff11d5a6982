import { SigecError } from '#base/errors.ts';
import { partnerApi } from '#contract/api/roaming.ts';
import type { PartnerRecord, Partner as ShownPartner } from '#contract/roaming/partner.ts';
import { partyName } from '#roaming/model/party.ts';
import type { Roaming, RoamingRecord } from '#roaming/open-roaming.ts';
import type { Partner } from '#roaming/partners/partner.ts';
import { RoamingProblem } from '#roaming/roaming-problem.ts';
import { serve } from '../route.ts';

export type RoamingRouteNeeds = { roaming: Roaming };

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
  async get({ params: { id } }, { roaming }) {
    const [partner, balances, { givenUp }] = await Promise.all([
      roaming.partners.get(id),
      roaming.balances(id),
      roaming.waiting(id),
    ]);
    return { ...(await shown(roaming, partner)), balances, givenUp };
  },
  async change({ params: { id }, body: { tariffId, ...rest }, actor }, { roaming }) {
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
  start: ({ params: { id }, body }, { roaming }) => told(roaming.start(id, body)),
  stop: ({ params: { id, sessionId } }, { roaming }) => told(roaming.stop(id, sessionId)),
});

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
    ...{ id, name, state, isHub, version, versionsUrl, tariffId, tolerance, isSharingTokens, lastFailure, waiting },
    parties: [...partner.parties],
    roles: partner.roles.map((role) => ({ role: role.role, party: partyName(role), name: role.name })),
    modules: [...new Set(partner.endpoints.map(({ module }) => module))],
    createdAt: partner.createdAt.toISOString(),
    connectedAt: time(partner.connectedAt),
    lastHeardAt: time(partner.lastHeardAt),
    lastSuccessAt: time(partner.lastSuccessAt),
    lastFailureAt: time(partner.lastFailureAt),
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
