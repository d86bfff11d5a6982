import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { every } from '#base/every.ts';
import type {
  Campaign,
  CampaignDetails,
  CampaignPlan,
  CampaignPreview,
  CampaignReason,
} from '#contract/campaigns/campaign.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { oneAtATime } from '#database/one-at-a-time.ts';
import { write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { changeEntry } from '../change-entry.ts';
import { problemOf } from '../problem.ts';
import type { CampaignNeeds } from './campaign-needs.ts';
import {
  type Candidate,
  changedCampaigns,
  newCampaignStations,
  newCampaigns,
  readCampaign,
  readCampaigns,
  readCandidates,
  readOpenCampaigns,
  readStationsNow,
} from './campaign-store.ts';
import { whyWaiting } from './eligible.ts';
import { beginRollback, runRound } from './run-round.ts';
import { stageOf, stagesOf } from './stages.ts';
import { wayOf } from './ways/way-of.ts';

const everyMs = 5_000;
const maxStations = 10_000;
const maxListed = 200;

export type Campaigns = ReturnType<typeof openCampaigns>;
export type CampaignOrder = 'pause' | 'resume' | 'stop' | 'cancel';

/** Firmware, settings and certificates for many stations: a few first, the others while all is well, and an end where it is not. */
export function openCampaigns(needs: CampaignNeeds) {
  const { pool, log } = needs;
  let hasOpen = true;
  const rounds = every({
    task: 'go on with campaigns',
    everyMs,
    log,
    async run() {
      const open = await readOpenCampaigns(pool);
      hasOpen = open.length > 0;
      if (hasOpen) await oneAtATime(pool, 'campaigns', () => runAll(needs, open));
    },
  });
  return {
    list: (): Promise<Campaign[]> => readCampaigns(pool, maxListed),
    get: (id: string) => describe(needs, id),
    preview: (plan: CampaignPlan): Promise<CampaignPreview> => preview(needs, plan),
    async start(plan: CampaignPlan, actor: Actor): Promise<Campaign> {
      const campaign = await start(needs, plan, actor);
      hasOpen = true;
      void rounds.now();
      return campaign;
    },
    async change(
      id: string,
      order: CampaignOrder,
      given: { why?: string | undefined; rollBack?: boolean; actor: Actor },
    ) {
      const campaign = await change(needs, { id, order, ...given });
      hasOpen = true;
      void rounds.now();
      return campaign;
    },
    /** Something happened at a station that a campaign may wait for. */
    notice(): void {
      if (hasOpen) void rounds.now();
    },
    /** A round now. */
    now: () => rounds.now(),
    close: () => rounds.close(),
  };
}

async function runAll(needs: CampaignNeeds, open: readonly Campaign[]): Promise<void> {
  // Read again under the lock: another node may have ended one of them in between.
  for (const { id } of open) {
    const campaign = await readCampaign(needs.pool, id);
    if (campaign !== undefined) await runRound(needs, campaign);
  }
}

async function mustRead(pool: Pool, id: string): Promise<Campaign> {
  const campaign = await readCampaign(pool, id);
  if (campaign !== undefined) return campaign;
  throw problemOf('NOT_FOUND', sentenceOf('no-campaign', { id }));
}

async function describe({ pool, nodeId, clock, timeZone }: CampaignNeeds, id: string): Promise<CampaignDetails> {
  const campaign = await mustRead(pool, id);
  const where = { campaign, now: clock.now(), timeZone };
  const stations = (await readStationsNow(pool, id, nodeId)).map((station) => ({
    stationId: station.stationId,
    stage: station.stage,
    state: station.state,
    reason: station.reason,
    waitsFor: station.state === 'waiting' ? (whyWaiting(station, where) ?? ('turn' as const)) : null,
    versionBefore: station.before?.version ?? null,
    versionNow: station.version,
    askedAt: station.askedAt?.toISOString() ?? null,
    changedAt: station.changedAt.toISOString(),
  }));
  return { campaign, stations };
}

type Chosen = { fitting: Candidate[]; skipped: { stationId: string; reason: CampaignReason }[] };

async function choose(needs: CampaignNeeds, plan: CampaignPlan, seed: string): Promise<Chosen> {
  const way = await wayOf(needs, plan.action);
  const candidates = await readCandidates(needs.pool, { target: plan.target, seed, limit: maxStations });
  const chosen: Chosen = { fitting: [], skipped: [] };
  for (const candidate of candidates) {
    const reason = way.whyNot(candidate);
    if (reason === undefined) chosen.fitting.push(candidate);
    else chosen.skipped.push({ stationId: candidate.stationId, reason });
  }
  return chosen;
}

/** The same plan has the same canary while the stations stay as they are. */
function seedOf({ name }: CampaignPlan): string {
  return name;
}

async function preview(needs: CampaignNeeds, plan: CampaignPlan): Promise<CampaignPreview> {
  const { fitting, skipped } = await choose(needs, plan, seedOf(plan));
  const stages = stagesOf(plan, fitting.length);
  const stationIds = fitting.map(({ stationId }) => stationId);
  return {
    total: fitting.length,
    stages,
    canary: stationIds.slice(0, stages[0] ?? 0),
    skipped,
    stationIds,
    offline: fitting.filter(({ isOnline }) => !isOnline).length,
    charging: fitting.filter(({ isCharging }) => isCharging).length,
  };
}

async function start(needs: CampaignNeeds, plan: CampaignPlan, actor: Actor): Promise<Campaign> {
  const { pool, ledger, clock } = needs;
  await mustBeReady(needs, plan);
  const { fitting } = await choose(needs, plan, seedOf(plan));
  if (fitting.length === 0) throw problemOf('CONFLICT', sentenceOf('campaign-nobody'));
  const id = randomUUID();
  const now = clock.now();
  const stages = stagesOf(plan, fitting.length);
  const { name, action } = plan;
  await ledger.commit(
    changeEntry({
      kind: 'campaign-started',
      body: { campaignId: id, name, action: action.kind, plan, stations: fitting.length },
      subject: id,
      at: now,
      actor,
      writes: [
        write(newCampaigns, {
          id,
          name,
          plan,
          state: 'running',
          stage: 0,
          stages,
          createdAt: now,
          createdBy: actorName(actor),
        }),
        ...fitting.map(({ stationId }, place) =>
          write(newCampaignStations, {
            campaignId: id,
            stationId,
            place,
            stage: stageOf(place, stages),
            state: 'waiting',
            reason: null,
            changedAt: now,
          }),
        ),
      ],
    }),
  );
  return mustRead(pool, id);
}

async function mustBeReady({ catalogue }: CampaignNeeds, { action }: CampaignPlan): Promise<void> {
  if (action.kind !== 'firmware') return;
  for (const imageId of [action.imageId, action.rollbackImageId]) {
    if (imageId === null) continue;
    const { state, version } = await catalogue.get(imageId);
    if (state !== 'ready') throw problemOf('CONFLICT', sentenceOf('image-not-ready', { version }));
  }
}

const orders = {
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  stop: { from: ['running', 'paused'], to: 'stopped' },
  cancel: { from: ['running', 'paused', 'stopped'], to: 'canceled' },
} as const satisfies Record<CampaignOrder, { from: readonly Campaign['state'][]; to: Campaign['state'] }>;

async function change(
  needs: CampaignNeeds,
  {
    id,
    order,
    why,
    rollBack = false,
    actor,
  }: { id: string; order: CampaignOrder; why?: string | undefined; rollBack?: boolean; actor: Actor },
): Promise<Campaign> {
  const { pool, ledger, clock, nodeId } = needs;
  const campaign = await mustRead(pool, id);
  const { from, to } = orders[order];
  if (!(from as readonly string[]).includes(campaign.state))
    throw problemOf('CONFLICT', sentenceOf('campaign-state', { name: campaign.name, state: campaign.state }));
  const now = clock.now();
  const isEnd = to === 'stopped' || to === 'canceled';
  await ledger.commit(
    changeEntry({
      kind: 'campaign-changed',
      body: { campaignId: id, name: campaign.name, state: to, why: why ?? null },
      subject: id,
      at: now,
      actor,
      writes: [
        write(changedCampaigns, {
          id,
          state: to,
          why: why ?? null,
          ...(isEnd && { endedAt: now }),
          ...(to === 'stopped' && { stop: 'person' as const }),
        }),
      ],
    }),
  );
  if (isEnd && rollBack) {
    const way = await wayOf(needs, campaign.action);
    await beginRollback(needs, { campaign, way, stations: await readStationsNow(pool, id, nodeId) });
  }
  return mustRead(pool, id);
}
