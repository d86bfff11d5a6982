import type { Campaign, CampaignWait } from '#contract/campaigns/campaign.ts';
import type { StationNow } from './campaign-store.ts';
import { isWithinWindow } from './window.ts';

type Where = { campaign: Pick<Campaign, 'state' | 'stage' | 'window'>; now: Date; timeZone: string };

/** What keeps a waiting station from being asked now; undefined: nothing but its turn. */
export function whyWaiting(station: StationNow, { campaign, now, timeZone }: Where): CampaignWait | undefined {
  if (campaign.state !== 'running') return 'state';
  if (station.stage > campaign.stage) return 'stage';
  if (!station.isOnline) return 'offline';
  if (station.isCharging) return 'session';
  if (station.isBusy) return 'turn';
  return isWithinWindow(campaign.window, { now, timeZone: station.timeZone ?? timeZone }) ? undefined : 'window';
}

/** At a site so many at once may be out of work: one, or one in five. */
const siteShare = 0.2;

/** Of the stations that may be asked now, those whose turn it is. */
export function nextToAsk(
  stations: readonly StationNow[],
  { maxAtOnce, where }: { maxAtOnce: number; where: Where },
): StationNow[] {
  const underWay = stations.filter(({ state }) => state === 'asked');
  const busyAt = new Map<string, number>();
  const sizeOf = new Map<string, number>();
  const count = (counts: Map<string, number>, siteId: string) => counts.set(siteId, (counts.get(siteId) ?? 0) + 1);
  for (const { siteId } of stations) if (siteId !== null) count(sizeOf, siteId);
  for (const { siteId } of underWay) if (siteId !== null) count(busyAt, siteId);
  const chosen: StationNow[] = [];
  for (const station of stations) {
    if (chosen.length + underWay.length >= maxAtOnce) break;
    if (station.state !== 'waiting' || !station.isHere || whyWaiting(station, where) !== undefined) continue;
    const { siteId } = station;
    if (siteId !== null) {
      const most = Math.max(1, Math.floor((sizeOf.get(siteId) ?? 0) * siteShare));
      if ((busyAt.get(siteId) ?? 0) >= most) continue;
      count(busyAt, siteId);
    }
    chosen.push(station);
  }
  return chosen;
}
