import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type CampaignStationChange, changedCampaignStations, type StationNow } from './campaign-store.ts';

type Change = Omit<CampaignStationChange, 'campaignId' | 'stationId' | 'changedAt'>;

/** What became of one station of a campaign: in the ledger, in the table, and in what the round goes on with. */
export async function changeStation(
  ledger: Ledger,
  { campaignId, station, now, change }: { campaignId: string; station: StationNow; now: Date; change: Change },
): Promise<void> {
  const { stationId } = station;
  const { state, reason = null } = change;
  await ledger.commit({
    events: [{ kind: 'campaign-station-changed', stationId, happenedAt: now, body: { campaignId, state, reason } }],
    writes: [write(changedCampaignStations, { ...change, reason, campaignId, stationId, changedAt: now })],
  });
  Object.assign(station, change, { reason, changedAt: now });
}
