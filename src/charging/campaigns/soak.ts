import type { CampaignReason } from '#contract/campaigns/campaign.ts';
import type { LedgerEvent } from '#contract/event.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { StationNow } from './campaign-store.ts';

/** One restart belongs to an update, and a second may; a third does not. */
const maxBoots = 2;

/** What speaks against a station that has what it should, since it has it; undefined: nothing. */
export async function whyNotWell(
  ledger: Pick<Ledger, 'read'>,
  station: StationNow & { inPlaceAt: Date },
): Promise<CampaignReason | undefined> {
  const { stationId, inPlaceAt, faulted, before } = station;
  const isNew = (connector: string) => before?.faulted.includes(connector) !== true;
  if (faulted.some(isNew)) return 'new-fault';
  const events = await ledger.read({
    stationId,
    kinds: ['station-booted', 'finding-opened'],
    happenedFrom: inPlaceAt.toISOString(),
    isNewest: true,
    limit: maxBoots + 20,
  });
  const count = (fits: (event: LedgerEvent) => boolean) => events.filter(fits).length;
  if (count(({ kind }) => kind === 'station-booted') > maxBoots) return 'boot-loop';
  if (count(({ kind, body }) => kind === 'finding-opened' && body['severity'] !== 'notice') > 0) return 'new-finding';
  return undefined;
}
