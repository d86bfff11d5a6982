import { SigecError } from '#base/errors.ts';
import type { Campaign, CampaignStopCause } from '#contract/campaigns/campaign.ts';
import { write } from '#ledger/ledger-types.ts';
import type { CampaignNeeds } from './campaign-needs.ts';
import { changedCampaigns, readStationsNow, readSuccess, type StationNow } from './campaign-store.ts';
import { changeStation } from './change-station.ts';
import { nextToAsk } from './eligible.ts';
import { hasEnded, historyDays, judgeStage, type Success } from './judge-stage.ts';
import { lookAtStations } from './look-at-stations.ts';
import type { Asked, Way } from './ways/way.ts';
import { wayOf } from './ways/way-of.ts';

const dayMs = 86_400_000;

/** One round of a campaign: looks at the stations under way, judges the stage, and asks the next. Says whether it goes on. */
export async function runRound(needs: CampaignNeeds, campaign: Campaign): Promise<void> {
  await roundWith(needs, { campaign, way: await wayOf(needs, campaign.action) });
}

export async function roundWith(needs: CampaignNeeds, { campaign, way }: Omit<Round, 'stations'>): Promise<void> {
  const stations = await readStationsNow(needs.pool, campaign.id, needs.nodeId);
  await lookAtStations(needs, { campaign, way, stations });
  if (campaign.state !== 'running') return;
  const goesOn = await judge(needs, { campaign, way, stations });
  if (goesOn) await askNext(needs, { campaign, way, stations });
}

type Round = { campaign: Campaign; way: Way; stations: readonly StationNow[] };

async function judge(needs: CampaignNeeds, { campaign, way, stations }: Round): Promise<boolean> {
  const success = await successOf(needs, stations);
  const { stage, gates } = campaign;
  const judged = judgeStage({ stage, gates, stations, success, now: needs.clock.now() });
  if (judged.verdict === 'stop') {
    await stop(needs, { campaign, stop: judged.stop, success });
    await beginRollback(needs, { campaign, way, stations });
    return false;
  }
  if (judged.verdict === 'go-on') return true;
  const isLast = stage + 1 >= campaign.stages.length;
  const now = needs.clock.now();
  await needs.ledger.commit({
    events: [
      isLast
        ? {
            kind: 'campaign-ended',
            stationId: null,
            happenedAt: now,
            body: { campaignId: campaign.id, name: campaign.name },
          }
        : {
            kind: 'campaign-stage-passed',
            stationId: null,
            happenedAt: now,
            body: { campaignId: campaign.id, name: campaign.name, stage },
          },
    ],
    writes: [
      write(changedCampaigns, {
        id: campaign.id,
        ...(isLast ? { state: 'done' as const, endedAt: now } : { stage: stage + 1 }),
        success: shownSuccess(success),
      }),
    ],
  });
  campaign.stage = stage + 1;
  return !isLast;
}

async function successOf({ pool, clock }: CampaignNeeds, stations: readonly StationNow[]) {
  const now = clock.now();
  const reached = stations.flatMap(({ stationId, askedAt, inPlaceAt }) =>
    askedAt === null || inPlaceAt === null ? [] : [{ stationId, askedAt, inPlaceAt }],
  );
  const none: Success = { visits: 0, successes: 0 };
  if (reached.length === 0) return { before: none, after: none };
  const before = reached.map(({ stationId, askedAt }) => ({
    stationId,
    from: new Date(askedAt.getTime() - historyDays * dayMs),
    to: askedAt,
  }));
  const after = reached.map(({ stationId, inPlaceAt }) => ({ stationId, from: inPlaceAt, to: now }));
  return { before: await readSuccess(pool, before), after: await readSuccess(pool, after) };
}

function shownSuccess({ before, after }: { before: Success; after: Success }): Campaign['firstTimeSuccess'] {
  const rate = ({ visits, successes }: Success) =>
    visits === 0 ? null : Math.round((successes / visits) * 1000) / 1000;
  return { before: rate(before), after: rate(after), visitsAfter: after.visits };
}

async function stop(
  { ledger, clock }: CampaignNeeds,
  {
    campaign,
    stop: why,
    success,
  }: { campaign: Campaign; stop: CampaignStopCause; success: { before: Success; after: Success } },
): Promise<void> {
  const now = clock.now();
  const { id, name, touched, total } = campaign;
  await ledger.commit({
    events: [
      {
        kind: 'campaign-stopped',
        stationId: null,
        happenedAt: now,
        body: { campaignId: id, name, stop: why, touched, total },
      },
    ],
    writes: [
      write(changedCampaigns, { id, state: 'stopped', stop: why, endedAt: now, success: shownSuccess(success) }),
    ],
  });
  campaign.state = 'stopped';
}

/** Stations that were asked get again what they had, where there is a way back. */
export async function beginRollback(
  { ledger, clock }: Pick<CampaignNeeds, 'ledger' | 'clock'>,
  { campaign, way, stations }: Round,
): Promise<void> {
  if (way.undo === undefined) return;
  const touched = stations.filter(
    ({ state, askedAt }) => askedAt !== null && state !== 'skipped' && state !== 'rolled-back',
  );
  for (const station of touched)
    await changeStation(ledger, {
      campaignId: campaign.id,
      station,
      now: clock.now(),
      change: { state: 'rolling-back', reason: station.reason },
    });
}

async function askNext(needs: CampaignNeeds, { campaign, way, stations }: Round): Promise<void> {
  const { clock, timeZone } = needs;
  const where = { campaign, now: clock.now(), timeZone };
  const next = nextToAsk(stations, { maxAtOnce: campaign.maxAtOnce, where });
  await Promise.all(next.map((station) => askOne(needs, { campaign, way, station })));
  // The first failure at the canary stops the campaign before anybody else is asked: in the next round.
  if (stations.every(({ state }) => hasEnded(state))) await judge(needs, { campaign, way, stations });
}

/** Written down before it is asked: after a crash in between, the station has failed rather than been asked twice. */
async function askOne(
  { ledger, clock, log }: CampaignNeeds,
  { campaign, way, station }: { campaign: Campaign; way: Way; station: StationNow },
): Promise<void> {
  const change = (given: Parameters<typeof changeStation>[1]['change']) =>
    changeStation(ledger, { campaignId: campaign.id, station, now: clock.now(), change: given });
  const before = { version: station.version, faulted: station.faulted };
  await change({ state: 'asked', before, askedAt: clock.now() });
  let asked: Asked;
  try {
    asked = await way.ask(station);
  } catch (error) {
    if (!(error instanceof SigecError) || error.code === 'DATABASE_AWAY') throw error;
    log.warn({ stationId: station.stationId, campaignId: campaign.id, err: error }, 'a station could not be asked');
    asked = { status: 'failed', reason: 'not-sent' };
  }
  if (asked.status === 'put-off') return change({ state: 'waiting', askedAt: null });
  if (asked.status === 'skipped') return change({ state: 'skipped', reason: asked.reason, askedAt: null });
  if (asked.status === 'failed') return change({ state: 'failed', reason: asked.reason });
  if (asked.values !== undefined) await change({ state: 'asked', before: { ...before, values: asked.values } });
}
