import type { Tariff } from '#contract/billing/tariff.ts';
import type { Loss } from '#contract/commands/command.ts';
import type { Messages } from './messages.generated.ts';
import { type Condition, conditionLosses, conditionsOf } from './tariff-conditions.ts';

type WireTariff = Messages['SetDefaultTariff']['request']['tariff'];
type Terms = NonNullable<Tariff['current']>['terms'];
type Row = Terms['prices'][number];

/** The whole tariff as far as 2.1 has words for it; what it has none for, `tariffLosses` tells. */
export function wireTariff({ id, current }: Tariff, now = new Date()): WireTariff {
  if (current === null) throw new Error(`Tariff ${id} says nothing yet.`);
  const { terms } = current;
  const { currency, texts, minimum, maximum } = terms;
  const taxed = taxesOf(terms);
  return {
    tariffId: id,
    currency,
    ...(texts.length > 0 && {
      description: texts.map(({ language, text }) => ({ format: 'UTF8' as const, language, content: text })),
    }),
    energy: { prices: priced(terms, now, ({ perKwh }) => perKwh, 'priceKwh'), ...taxed },
    ...timePrices(terms, now),
    ...fixed('fixedFee', terms.sessionFee, terms),
    ...fixed('reservationFixed', terms.reservationFee, terms),
    ...(Number(terms.perReservedMinute) > 0 && {
      reservationTime: { prices: [{ priceMinute: exclTax(terms.perReservedMinute, terms) }], ...taxed },
    }),
    ...(minimum !== null && { minCost: limitOf(minimum, terms) }),
    ...(maximum !== null && { maxCost: limitOf(maximum, terms) }),
  };
}

/** What OCPP 2.1 cannot tell a station that calculates costs itself, so that its sum differs from ours. */
export function tariffLosses({ current }: Tariff): Loss[] {
  if (current === null) return [];
  const { prices, energyStepWh, timeStepSeconds, taxes, taxIncluded } = current.terms;
  const lost = (field: string, why: string): Loss => ({ field: `tariff.${field}`, why });
  return [
    ...conditionLosses(prices).map(({ field, why }) => lost(field, why)),
    ...(energyStepWh > 1 ? [lost('energyStepWh', 'OCPP 2.1 bills energy without steps')] : []),
    ...(timeStepSeconds > 1 ? [lost('timeStepSeconds', 'OCPP 2.1 bills time without steps')] : []),
    ...(taxIncluded && taxes.length > 0
      ? [lost('taxIncluded', 'OCPP 2.1 states prices without taxes: told rounded to six decimals')]
      : []),
  ];
}

function timePrices(terms: Terms, now: Date): Pick<WireTariff, 'chargingTime' | 'idleTime'> {
  const { prices, idleGraceMinutes } = terms;
  const taxed = taxesOf(terms);
  const hasTime = prices.some(({ perMinute }) => Number(perMinute) > 0);
  const hasIdle = prices.some((row) => Number(perIdle(row)) > 0);
  const hasGrace = idleGraceMinutes > 0 && prices.some(({ perIdleMinute }) => perIdleMinute !== null);
  const grace = hasGrace ? { minIdleTime: idleGraceMinutes * 60 } : {};
  return {
    ...(hasTime && {
      chargingTime: { prices: priced(terms, now, ({ perMinute }) => perMinute, 'priceMinute'), ...taxed },
    }),
    ...(hasIdle && { idleTime: { prices: priced(terms, now, perIdle, 'priceMinute', grace), ...taxed } }),
  };
}

function perIdle({ perIdleMinute, perMinute }: Row): string {
  return perIdleMinute ?? perMinute;
}

/** One price for each way in which a row can hold. */
function priced<Name extends 'priceKwh' | 'priceMinute'>(
  terms: Terms,
  now: Date,
  priceOf: (row: Row) => string,
  name: Name,
  more: Condition = {},
): [Priced<Name>, ...Priced<Name>[]] {
  const prices = terms.prices.flatMap((row) =>
    conditionsOf(row, now).map((held) => {
      const conditions = { ...held, ...more };
      const price = { [name]: exclTax(priceOf(row), terms) };
      return (Object.keys(conditions).length === 0 ? price : { ...price, conditions }) as Priced<Name>;
    }),
  );
  return prices as [Priced<Name>, ...Priced<Name>[]];
}
type Priced<Name extends string> = Record<Name, number> & { conditions?: Condition };

function fixed(name: 'fixedFee' | 'reservationFixed', fee: string, terms: Terms) {
  if (Number(fee) === 0) return {};
  return { [name]: { prices: [{ priceFixed: exclTax(fee, terms) }], ...taxesOf(terms) } };
}

const maxNamed = 20;

function taxesOf({ taxes }: Terms) {
  if (taxes.length === 0) return {};
  return { taxRates: taxes.map(({ name, percent }) => ({ type: name.slice(0, maxNamed), tax: Number(percent) })) };
}

/** Prices travel without taxes. A float is what the wire has; what we bill by is our own. */
function exclTax(price: string, { taxes, taxIncluded }: Terms): number {
  if (!taxIncluded || taxes.length === 0) return Number(price);
  const rate = taxes.reduce((sum, { percent }) => sum + Number(percent), 0) / 100;
  return Number((Number(price) / (1 + rate)).toFixed(6));
}

function limitOf(limit: string, { taxes, taxIncluded }: Terms) {
  return taxIncluded && taxes.length > 0 ? { inclTax: Number(limit) } : { exclTax: Number(limit) };
}
