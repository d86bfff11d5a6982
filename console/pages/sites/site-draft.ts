import { hours as calendarHours } from '#contract/reports/calendar.ts';
import type { OpeningHours, Site, SiteChange } from '#contract/stations/site.ts';
import { isCurrency } from '../../text/currency.ts';

/** What a form of a site holds, as it is typed. */
export type SiteDraft = {
  name: string;
  id: string;
  timeZone: string;
  currency: string;
  street: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
  latitude: string;
  longitude: string;
  openingHours: OpeningHours | null;
  isClosedOutside: boolean;
  admits: 'everyone' | string[];
  offlinePolicy: string;
  tariffFallbackText: string;
  costFallbackText: string;
};

export function siteDraft(site: Site | null, first: { timeZone: string; currency: string }): SiteDraft {
  return {
    name: site?.name ?? '',
    id: site?.id ?? '',
    timeZone: site?.timeZone ?? first.timeZone,
    currency: site?.currency ?? first.currency,
    street: site?.address?.street ?? '',
    city: site?.address?.city ?? '',
    region: site?.address?.region ?? '',
    postalCode: site?.address?.postalCode ?? '',
    country: site?.address?.country ?? '',
    latitude: site?.position === null || site === null ? '' : String(site.position.latitude),
    longitude: site?.position === null || site === null ? '' : String(site.position.longitude),
    openingHours: site?.openingHours ?? null,
    isClosedOutside: site?.isClosedOutside ?? false,
    admits: site?.admits ?? 'everyone',
    offlinePolicy: site?.offlinePolicy ?? '',
    tariffFallbackText: site?.tariffFallbackText ?? '',
    costFallbackText: site?.costFallbackText ?? '',
  };
}

export type WhyNotSite = 'name' | 'timeZone' | 'currency' | 'country' | 'position' | 'hours' | 'admits';

/** What is not filled in as it must be; null: it can be sent. */
export function whyNotSite(draft: SiteDraft): WhyNotSite | null {
  if (draft.name.trim() === '') return 'name';
  if (draft.timeZone.trim() === '') return 'timeZone';
  if (!isCurrency(draft.currency.trim().toUpperCase())) return 'currency';
  if (draft.country !== '' && !/^[A-Z]{2}$/.test(draft.country.trim().toUpperCase())) return 'country';
  if (!isPosition(draft)) return 'position';
  if (draft.openingHours?.length === 0) return 'hours';
  if (draft.openingHours?.some(({ days, hours }) => days.length === 0 || !isSpan(hours)) === true) return 'hours';
  return draft.admits !== 'everyone' && draft.admits.length === 0 ? 'admits' : null;
}

function isPosition({ latitude, longitude }: SiteDraft): boolean {
  if (latitude.trim() === '' && longitude.trim() === '') return true;
  return Math.abs(coordinate(latitude)) <= 90 && Math.abs(coordinate(longitude)) <= 180;
}

/** NaN where it is none: no comparison with that is true. */
function coordinate(typed: string): number {
  return typed.trim() === '' ? Number.NaN : Number(typed.trim().replace(',', '.'));
}

function isSpan(hours: string): boolean {
  return calendarHours.safeParse(hours).success;
}

/** In the words of the API; what is empty is not known. */
export function siteOf(draft: SiteDraft): SiteChange & { name: string; timeZone: string; currency: string } {
  const known = (text: string) => (text.trim() === '' ? null : text.trim());
  const address = {
    ...(draft.street.trim() !== '' && { street: draft.street.trim() }),
    ...(draft.city.trim() !== '' && { city: draft.city.trim() }),
    ...(draft.region.trim() !== '' && { region: draft.region.trim() }),
    ...(draft.postalCode.trim() !== '' && { postalCode: draft.postalCode.trim() }),
    ...(draft.country.trim() !== '' && { country: draft.country.trim().toUpperCase() }),
  };
  const { offlinePolicy } = draft;
  const isPolicy = offlinePolicy === 'known-only' || offlinePolicy === 'accept-unknown' || offlinePolicy === 'nobody';
  return {
    name: draft.name.trim(),
    timeZone: draft.timeZone.trim(),
    currency: draft.currency.trim().toUpperCase(),
    address: Object.keys(address).length === 0 ? null : address,
    position:
      draft.latitude.trim() === ''
        ? null
        : { latitude: coordinate(draft.latitude), longitude: coordinate(draft.longitude) },
    openingHours: draft.openingHours,
    isClosedOutside: draft.isClosedOutside,
    admits: draft.admits,
    offlinePolicy: isPolicy ? offlinePolicy : null,
    tariffFallbackText: known(draft.tariffFallbackText),
    costFallbackText: known(draft.costFallbackText),
  };
}
