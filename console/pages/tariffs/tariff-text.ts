import type { PriceRow, TariffTerms } from '#contract/billing/tariff-terms.ts';
import { priceRow, tariffTerms } from '#contract/billing/tariff-terms.ts';

/** A tariff as one would write it: what is as usual is left out. The writer of YAML is only loaded by whoever needs it. */
export async function tariffText(id: string, terms: TariffTerms): Promise<string> {
  const { stringify } = await import('yaml');
  const usual = tariffTerms.parse({ currency: terms.currency, prices: terms.prices });
  return stringify({ id, ...unusual(terms, usual), prices: terms.prices.map(rowText) }, { lineWidth: 100 });
}

function rowText(row: PriceRow): Partial<PriceRow> {
  return { perKwh: row.perKwh, ...unusual(row, priceRow.parse({})) };
}

function unusual<Value extends object>(value: Value, usual: Value): Partial<Value> {
  const differs = ([name, part]: [string, unknown]) =>
    name === 'currency' || JSON.stringify(part) !== JSON.stringify(usual[name as keyof Value]);
  return Object.fromEntries(Object.entries(value).filter(differs)) as Partial<Value>;
}
