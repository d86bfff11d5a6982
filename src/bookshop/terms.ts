/** On what terms the shop sells: settings of whoever runs it. */
export type ShopTerms = {
  /** ISO 4217. All amounts are in its minor unit. */
  currency: string;
  /** ISO 3166-1 alpha-2, the shop's own first. */
  countries: readonly string[];
  /** What a delivery costs: `standard`, `express`, and of one country `pt-standard`; what has no rate is not offered. */
  rates: Readonly<Record<string, number>>;
};

export const usualTerms: ShopTerms = {
  currency: 'BRL',
  countries: ['BR'],
  rates: { standard: 1490, express: 2990 },
};

/** As people of the country write it: R$ 1.234,50. */
export function priceText(cents: number, currency: string, language = 'pt-BR'): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(cents / 10 ** digits).replaceAll('\u00a0', ' ');
}
