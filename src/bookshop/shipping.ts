import { countryCode } from './country.ts';
import type { ShopTerms } from './terms.ts';

/** How books reach their reader. What is sold at the charging site can be taken there at once. */
export type ShippingOption = {
  id: 'pickup' | 'standard' | 'express';
  method: 'pickup' | 'shipping';
  cents: number;
  days: readonly [number, number];
};

const ways = [
  { id: 'pickup', method: 'pickup', days: [0, 0] },
  { id: 'standard', method: 'shipping', days: [4, 8] },
  { id: 'express', method: 'shipping', days: [1, 2] },
] as const satisfies readonly Omit<ShippingOption, 'cents'>[];

export type ShippingId = (typeof ways)[number]['id'];

export function isShippingId(id: string): id is ShippingId {
  return ways.some((way) => way.id === id);
}

/** What is offered in a country, with what it costs there. */
export function shippingOptions({ countries, rates }: ShopTerms, country: string | null): ShippingOption[] {
  const there = country ?? countries[0] ?? '';
  return ways.flatMap((way): ShippingOption[] => {
    if (way.method === 'pickup') return [{ ...way, cents: 0 }];
    const cents = rates[`${there.toLowerCase()}-${way.id}`] ?? rates[way.id];
    return cents === undefined || !countries.includes(there) ? [] : [{ ...way, cents }];
  });
}

/** The same for what was ordered: what it cost then counts, and not what is offered now. */
export function orderedShipping(id: ShippingId, cents: number): ShippingOption {
  const way = ways.find((each) => each.id === id) ?? ways[0];
  return { ...way, cents };
}

export function shippingOption(
  terms: ShopTerms,
  id: ShippingId,
  country: string | null = null,
): ShippingOption | undefined {
  return shippingOptions(terms, country).find((option) => option.id === id);
}

/** In the words of UCP and of the post. */
export type Address = {
  /** As a platform names it among several. */
  id?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  street_address?: string | undefined;
  extended_address?: string | undefined;
  address_locality?: string | undefined;
  address_region?: string | undefined;
  postal_code?: string | undefined;
  address_country?: string | undefined;
  phone_number?: string | undefined;
};

/** Null: nobody has said, or no country is called so. */
export function countryOf({ address_country: named }: Pick<Address, 'address_country'>): string | null {
  return named === undefined || named.trim() === '' ? null : countryCode(named);
}

/** An address without a country is one of the shop's own. */
export function isDeliverable(terms: ShopTerms, address: Address): boolean {
  const named = address.address_country?.trim() ?? '';
  const country = countryOf(address);
  if (named !== '' && country === null) return false;
  return shippingOptions(terms, country).some(({ method }) => method === 'shipping');
}

/** Where the post goes by state or province. */
const hasRegions = new Set(['AR', 'AU', 'BR', 'CA', 'CN', 'ID', 'IN', 'IT', 'JP', 'MX', 'MY', 'US', 'ZA']);
/** Where no code is written. */
const hasNoCodes = new Set(['AE', 'AO', 'BO', 'GH', 'HK', 'MO', 'QA', 'UG']);

export function missingOf({ countries }: Pick<ShopTerms, 'countries'>, address: Address): (keyof Address)[] {
  const country = countryOf(address) ?? countries[0] ?? '';
  const needed = [
    ...(['street_address', 'address_locality'] as const),
    ...(hasRegions.has(country) ? (['address_region'] as const) : []),
    ...(hasNoCodes.has(country) ? [] : (['postal_code'] as const)),
  ];
  return needed.filter((field) => (address[field] ?? '').trim() === '');
}
