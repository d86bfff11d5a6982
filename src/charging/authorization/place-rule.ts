import type { Places } from '#contract/access/group.ts';
import type { Admits } from '#contract/stations/site.ts';

export type PlacedStation = { stationId: string; siteId: string | null; admits: Admits };

/** Whether somebody may charge at a place: by what their group or they themselves may, and by whom the place lets in. */
export function placeRefusal(
  { places, groupId }: { places: Places; groupId: string | null },
  { stationId, siteId, admits }: PlacedStation,
): 'not-at-this-place' | 'not-admitted-here' | null {
  if (!covers(places, { stationId, siteId })) return 'not-at-this-place';
  const isAdmitted = admits === 'everyone' || (groupId !== null && admits.includes(groupId));
  return isAdmitted ? null : 'not-admitted-here';
}

function covers(places: Places, { stationId, siteId }: Pick<PlacedStation, 'stationId' | 'siteId'>): boolean {
  if (places === 'everywhere') return true;
  return places.stationIds.includes(stationId) || (siteId !== null && places.siteIds.includes(siteId));
}
