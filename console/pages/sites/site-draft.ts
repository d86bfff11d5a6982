import { hours as calendarHours } from '#contract/reports/calendar.ts';
import type { OfflinePolicy, Site, SiteChange } from '#contract/stations/site.ts';
import { typedOrNull } from '../../parts/use-draft.ts';
import { isCurrency } from '../../text/currency.ts';

/** What a form of a site holds, as it is typed. */
export function siteDraft(site: Site | null, first: { timeZone: string; currency: string }) {
  const offlinePolicy: OfflinePolicy | '' = site?.offlinePolicy ?? '';
  const { street = '', city = '', region = '', postalCode = '', country = '' } = site?.address ?? {};
  return {
    name: site?.name ?? '',
    id: site?.id ?? '',
    timeZone: site?.timeZone ?? first.timeZone,
    currency: site?.currency ?? first.currency,
    street,
    city,
    region,
    postalCode,
    country,
    latitude: String(site?.position?.latitude ?? ''),
    longitude: String(site?.position?.longitude ?? ''),
    openingHours: site?.openingHours ?? null,
    isClosedOutside: site?.isClosedOutside ?? false,
    admits: site?.admits ?? 'everyone',
    offlinePolicy,
    tariffFallbackText: site?.tariffFallbackText ?? '',
    costFallbackText: site?.costFallbackText ?? '',
  };
}

export type SiteDraft = ReturnType<typeof siteDraft>;

export type WhyNotSite = 'name' | 'timeZone' | 'currency' | 'country' | 'position' | 'hours' | 'admits';

/** What is not filled in as it must be; null: it can be sent. */
export function whyNotSite(draft: SiteDraft): WhyNotSite | null {
  if (draft.name.trim() === '') return 'name';
  if (draft.timeZone.trim() === '') return 'timeZone';
  if (!isCurrency(draft.currency.trim().toUpperCase())) return 'currency';
  if (draft.country !== '' && !/^[A-Z]{2}$/.test(draft.country.trim().toUpperCase())) return 'country';
  if (!isPosition(draft)) return 'position';
  if (draft.openingHours?.length === 0) return 'hours';
  if (
    draft.openingHours?.some(({ days, hours }) => days.length === 0 || !calendarHours.safeParse(hours).success) === true
  )
    return 'hours';
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

/** In the words of the API; what is empty is not known. */
export function siteOf(draft: SiteDraft): SiteChange & { name: string; timeZone: string; currency: string } {
  const { street, city, region, postalCode, country } = draft;
  const written = Object.entries({ street, city, region, postalCode, country: country.toUpperCase() })
    .map(([name, text]) => [name, text.trim()])
    .filter(([, text]) => text !== '');
  return {
    name: draft.name.trim(),
    timeZone: draft.timeZone.trim(),
    currency: draft.currency.trim().toUpperCase(),
    address: written.length === 0 ? null : (Object.fromEntries(written) as Site['address']),
    position:
      draft.latitude.trim() === ''
        ? null
        : { latitude: coordinate(draft.latitude), longitude: coordinate(draft.longitude) },
    openingHours: draft.openingHours,
    isClosedOutside: draft.isClosedOutside,
    admits: draft.admits,
    offlinePolicy: draft.offlinePolicy === '' ? null : draft.offlinePolicy,
    tariffFallbackText: typedOrNull(draft.tariffFallbackText),
    costFallbackText: typedOrNull(draft.costFallbackText),
  };
}
