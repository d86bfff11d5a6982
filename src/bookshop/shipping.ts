/** How books reach their reader. What is sold at the charging site can be taken there at once. */
export type ShippingOption = {
  id: 'pickup' | 'standard' | 'express';
  method: 'pickup' | 'shipping';
  cents: number;
  days: readonly [number, number];
};

export const shippingOptions = [
  { id: 'pickup', method: 'pickup', cents: 0, days: [0, 0] },
  { id: 'standard', method: 'shipping', cents: 1490, days: [4, 8] },
  { id: 'express', method: 'shipping', cents: 2990, days: [1, 2] },
] as const satisfies readonly ShippingOption[];

export type ShippingId = (typeof shippingOptions)[number]['id'];

export function shippingOption(id: string): ShippingOption | undefined {
  return shippingOptions.find((option) => option.id === id);
}

/** In the words of UCP and of the post. */
export type Address = {
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

/** We send within the country alone. */
export function isDeliverable({ address_country: country = 'BR' }: Address): boolean {
  return ['BR', 'BRA', 'BRASIL', 'BRAZIL'].includes(country.trim().toUpperCase());
}

export function missingOf(address: Address): (keyof Address)[] {
  const needed = ['street_address', 'address_locality', 'address_region', 'postal_code'] as const;
  return needed.filter((field) => (address[field] ?? '').trim() === '');
}
