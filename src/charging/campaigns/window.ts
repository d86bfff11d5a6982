import type { CampaignWindow } from '#contract/campaigns/campaign.ts';

/** Whether it is within the window by the clocks of a place. One that ends before it begins passes midnight. */
export function isWithinWindow(
  window: CampaignWindow | null,
  { now, timeZone }: { now: Date; timeZone: string },
): boolean {
  if (window === null) return true;
  const shown = now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  const { from, until } = window;
  return from <= until ? shown >= from && shown < until : shown >= from || shown < until;
}
