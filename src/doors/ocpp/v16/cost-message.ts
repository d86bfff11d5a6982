import type { Charging } from '#charging/open-charging.ts';
import type { Tariff, TariffTerms, TariffText } from '#contract/billing/tariff.ts';

/** OCA's application note on pricing for OCPP 1.6: costs travel in DataTransfer, the price of the place in a configuration key. */
export const costVendor = 'org.openchargealliance.costmsg';
export const defaultPriceKey = 'DefaultPrice';

export function defaultPrice(tariff: Tariff, { text }: TariffText): string {
  return JSON.stringify({
    priceText: text,
    priceTextOffline: text,
    ...(tariff.current && chargingPrice(tariff.current.terms)),
  });
}

/** The note knows one price for the kWh and one for the hour: a tariff that has several is told by its text alone. */
function chargingPrice({ prices: [row, ...others], sessionFee }: TariffTerms) {
  if (row === undefined || others.length > 0) return {};
  return {
    chargingPrice: {
      kWhPrice: Number(row.perKwh),
      hourPrice: hourly(row.perMinute),
      flatFee: Number(sessionFee),
    },
    ...(row.perIdleMinute !== null && { idlePrice: { hourPrice: hourly(row.perIdleMinute) } }),
  };
}

/** Sixty times a price of at most four decimals, without the noise of floats. */
function hourly(perMinute: string): number {
  return Math.round(Number(perMinute) * 600_000) / 10_000;
}

type ToldSession = Pick<
  Awaited<ReturnType<Charging['sessions']['get']>>,
  'ref' | 'lastRegisterWh' | 'chargingState' | 'endedAt'
>;

export function runningCost(
  session: ToldSession,
  { cost, terms, at }: { cost: number; terms: TariffTerms | undefined; at: Date },
) {
  return {
    vendorId: costVendor,
    messageId: 'RunningCost',
    data: JSON.stringify({
      transactionId: Number(session.ref),
      timestamp: at.toISOString(),
      meterValue: session.lastRegisterWh ?? 0,
      cost,
      state: session.chargingState === null || session.chargingState === 'charging' ? 'Charging' : 'Idle',
      ...(terms && chargingPrice(terms)),
    }),
  };
}

export function finalCost(session: Pick<ToldSession, 'ref'>, { cost, text }: { cost: number; text: string }) {
  return {
    vendorId: costVendor,
    messageId: 'FinalCost',
    data: JSON.stringify({ transactionId: Number(session.ref), cost, priceText: text }),
  };
}
