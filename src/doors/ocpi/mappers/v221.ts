import { isPlain } from './field-names.ts';
import type { Mapper } from './mapper.ts';

type Plain = Record<string, unknown>;

/** 2.2.1 knows prices without and with VAT; what taxes there are and whether a tariff contains them it cannot say. */
export const v221: Mapper = {
  fromWire: (value) => upward(value, ''),
  toWire: (value) => downward(value),
};

function downward(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(downward);
  if (!isPlain(value)) return value;
  if ('beforeTaxes' in value) return priceOf(value);
  const { taxIncluded: _tax, hubPartyId: _hub, helpPhone: _phone, bookingId: _booking, ...rest } = value;
  return Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, downward(inner)]));
}

function priceOf({ beforeTaxes, afterTaxes, taxes }: Plain): Plain {
  const exclVat = Number(beforeTaxes);
  if (afterTaxes !== undefined) return { exclVat, inclVat: afterTaxes };
  if (!Array.isArray(taxes)) return { exclVat };
  const tax = taxes.reduce((sum: number, one: unknown) => sum + (isPlain(one) ? Number(one['amount'] ?? 0) : 0), 0);
  return { exclVat, inclVat: Math.round((exclVat + tax) * 10_000) / 10_000 };
}

const limits = ['minPrice', 'maxPrice'];

/** A missing VAT is not the same as none: only what was told is written down as a tax. */
function upward(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((inner) => upward(inner, name));
  if (!isPlain(value)) return value;
  if ('exclVat' in value) {
    const { exclVat, inclVat } = value;
    if (limits.includes(name)) return { beforeTaxes: exclVat, ...(inclVat !== undefined && { afterTaxes: inclVat }) };
    if (inclVat === undefined) return { beforeTaxes: exclVat };
    const amount = Math.round((Number(inclVat) - Number(exclVat)) * 10_000) / 10_000;
    return { beforeTaxes: exclVat, taxes: [{ name: 'VAT', amount }] };
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, upward(inner, key)]));
}
