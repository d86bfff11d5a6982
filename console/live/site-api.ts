import {
  type PlaceStation,
  type SiteChange,
  site,
  siteDetail,
  siteList,
  stationPlace,
} from '#contract/stations/site.ts';
import { answered, ask, deleting, posting, putting } from './ask.ts';

export type SiteForm = SiteChange & { id: string; name: string; timeZone: string; currency: string };

export const siteApi = {
  sites: (signal: AbortSignal) => ask(siteList, '/api/sites', { signal }),
  site: (id: string, signal: AbortSignal) => ask(siteDetail, ofSite(id), { signal }),
  addSite: (made: SiteForm) => ask(site, '/api/sites', posting(made)),
  changeSite: (id: string, change: SiteChange) => ask(site, ofSite(id), posting(change)),
  removeSite: (id: string) => answered(ofSite(id), deleting),
  placeStation: (id: string, stationId: string, place: PlaceStation) =>
    ask(stationPlace, `${ofSite(id)}/stations/${encodeURIComponent(stationId)}`, putting(place)),
  removeStation: (id: string, stationId: string) =>
    answered(`${ofSite(id)}/stations/${encodeURIComponent(stationId)}`, deleting),
};

function ofSite(id: string): string {
  return `/api/sites/${encodeURIComponent(id)}`;
}
