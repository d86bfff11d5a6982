import type { Charging } from '#charging/charging.ts';
import type { Tariff, TariffText } from '#charging/tariffs/open-tariffs.ts';

/** OCA's application note on pricing for OCPP 1.6: costs travel in DataTransfer, the price of the place in a configuration key. */
export const costVendor = 'org.openchargealliance.costmsg';
export const defaultPriceKey = 'DefaultPrice';

/** The value of the configuration key. */
export function defaultPrice(tariff: Tariff, { text }: TariffText): string {
  return JSON.stringify({ priceText: text, priceTextOffline: text, chargingPrice: chargingPrice(tariff) });
}

function chargingPrice({ perKwh, perMinute, sessionFee }: Tariff) {
  return { kWhPrice: Number(perKwh), hourPrice: Number(perMinute) * 60, flatFee: Number(sessionFee) };
}

/** What a running session costs so far, and by which price it goes on. */
export function runningCost(
  session: Awaited<ReturnType<Charging['sessions']['get']>>,
  { cost, tariff, at }: { cost: number; tariff: Tariff | undefined; at: Date },
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
      ...(tariff && { chargingPrice: chargingPrice(tariff) }),
    }),
  };
}
