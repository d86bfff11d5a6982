import type { Site } from '#contract/stations/site.ts';

/** On one line; null: none is known. */
export function addressText(address: Site['address']): string | null {
  if (address === null) return null;
  const { street, postalCode, city, region, country } = address;
  const parts = [street, [postalCode, city].filter(Boolean).join(' '), region, country].filter(Boolean);
  return parts.length === 0 ? null : parts.join(', ');
}
