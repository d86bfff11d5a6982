import type { Campaign } from '#contract/campaigns/campaign.ts';
import type { CampaignNeeds } from './campaign-needs.ts';
import type { StationNow } from './campaign-store.ts';
import { changeStation } from './change-station.ts';
import { whyNotWell } from './soak.ts';
import type { Way } from './ways/way.ts';

const minuteMs = 60_000;

type Round = { campaign: Campaign; way: Way; stations: readonly StationNow[] };

/** Where the stations have got to that were asked: in place, working well for long enough, or failed. */
export async function lookAtStations(needs: CampaignNeeds, { campaign, way, stations }: Round): Promise<void> {
  await Promise.all(
    stations.map(async (station) => {
      if (station.state === 'asked') await lookAtAsked(needs, { campaign, way, station });
      if (station.state === 'checking') await lookAtChecked(needs, { campaign, station });
      if (station.state === 'rolling-back') await lookAtRollback(needs, { campaign, way, station });
    }),
  );
}

type One = { campaign: Campaign; way: Way; station: StationNow };

async function lookAtAsked({ ledger, clock }: CampaignNeeds, { campaign, way, station }: One): Promise<void> {
  const now = clock.now();
  const asked = { ...station, askedAt: station.askedAt ?? now };
  const look = await way.look(asked);
  const change = (given: Parameters<typeof changeStation>[1]['change']) =>
    changeStation(ledger, { campaignId: campaign.id, station, now, change: given });
  if (look.status === 'in-place') return change({ state: 'checking', inPlaceAt: now });
  if (look.status === 'failed') return change({ state: 'failed', reason: look.reason });
  const isLate = now.getTime() - asked.askedAt.getTime() > campaign.gates.backWithinMinutes * minuteMs;
  if (isLate) await change({ state: 'failed', reason: way.whyLate(asked) });
}

async function lookAtChecked({ ledger, clock }: CampaignNeeds, { campaign, station }: Omit<One, 'way'>): Promise<void> {
  const now = clock.now();
  const inPlaceAt = station.inPlaceAt ?? now;
  const against = await whyNotWell(ledger, { ...station, inPlaceAt });
  const isOver = now.getTime() - inPlaceAt.getTime() >= campaign.gates.soakMinutes * minuteMs;
  const reason = against ?? (isOver && !station.isOnline ? 'not-back' : undefined);
  if (reason !== undefined)
    return changeStation(ledger, { campaignId: campaign.id, station, now, change: { state: 'failed', reason } });
  if (isOver) await changeStation(ledger, { campaignId: campaign.id, station, now, change: { state: 'done' } });
}

/** A station that could not be rolled back stays failed, so that somebody goes there. */
async function lookAtRollback({ ledger, clock }: CampaignNeeds, { campaign, way, station }: One): Promise<void> {
  const now = clock.now();
  const { askedAt, changedAt, isHere } = station;
  const change = (given: Parameters<typeof changeStation>[1]['change']) =>
    changeStation(ledger, { campaignId: campaign.id, station, now, change: given });
  if (askedAt === null || askedAt < changedAt) {
    if (!isHere || way.undo === undefined) return;
    await change({ state: 'rolling-back', askedAt: now });
    const undone = await way.undo(station);
    if (undone.status === 'skipped') return change({ state: 'rolled-back' });
    if (undone.status === 'failed') return change({ state: 'failed', reason: 'not-rolled-back' });
    if (undone.status === 'put-off') return change({ state: 'rolling-back', askedAt: new Date(0) });
    return;
  }
  const look = await way.lookBack?.({ ...station, askedAt });
  if (look?.status === 'in-place') return change({ state: 'rolled-back' });
  const isLate = now.getTime() - askedAt.getTime() > campaign.gates.backWithinMinutes * minuteMs;
  if (look?.status === 'failed' || isLate) await change({ state: 'failed', reason: 'not-rolled-back' });
}
