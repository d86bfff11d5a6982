import type { Tariff } from '#charging/tariffs/open-tariffs.ts';
import type { Messages } from './messages.generated.ts';

type WireTariff = Messages['SetDefaultTariff']['request']['tariff'];

/** Our tariffs know one price per kWh, one per minute of the session and one per session, all before tax. */
export function wireTariff({ id, currency, perKwh, perMinute, sessionFee, texts }: Tariff): WireTariff {
  const minutes = { prices: [{ priceMinute: Number(perMinute) }] };
  return {
    tariffId: id,
    currency,
    ...(texts.length > 0 && {
      description: texts.map(({ language, text }) => ({ format: 'UTF8' as const, language, content: text })),
    }),
    energy: { prices: [{ priceKwh: Number(perKwh) }] },
    ...(Number(perMinute) > 0 && { chargingTime: minutes, idleTime: minutes }),
    ...(Number(sessionFee) > 0 && { fixedFee: { prices: [{ priceFixed: Number(sessionFee) }] } }),
  };
}
