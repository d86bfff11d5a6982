import type { Tariff, TariffText } from '#contract/tariff.ts';

/** What a driver is shown: in their language where it was written, else the first one written, else the bare prices. */
export function textFor(tariff: Tariff, language: string | null): TariffText {
  const { texts } = tariff;
  const own = texts.find((told) => told.language.toLowerCase() === language?.toLowerCase());
  return own ?? texts[0] ?? { language: 'en', text: priceText(tariff) };
}

function priceText({ perKwh, perMinute, sessionFee, currency }: Tariff): string {
  const prices = [
    [perKwh, '/kWh'],
    [perMinute, '/min'],
    [sessionFee, ' per session'],
  ] as const;
  const said = prices.filter(([price]) => Number(price) > 0).map(([price, per]) => `${price} ${currency}${per}`);
  return said.join(' + ') || 'Free of charge';
}
