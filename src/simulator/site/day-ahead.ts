import { randomFrom } from '../random.ts';
import { localHour } from './site-day.ts';

export type PricePoint = { from: string; perMwh: number };

export const priceFormats = ['csv', 'json', 'entsoe'] as const;
export type PriceFormat = (typeof priceFormats)[number];

const hourMs = 3_600_000;

/** Prices as an exchange makes them: dear in the morning and the evening, cheap at noon, now and then below zero on a weekend. */
export function dayAheadPrices({
  from,
  hours,
  timeZone,
}: {
  from: Date;
  hours: number;
  timeZone: string;
}): PricePoint[] {
  const start = Math.floor(from.getTime() / hourMs) * hourMs;
  return Array.from({ length: hours }, (_, index) => {
    const at = new Date(start + index * hourMs);
    const { hour, isWeekend } = localHour(at, timeZone);
    const peak = (around: number, width: number) => Math.exp(-(((hour - around) / width) ** 2));
    const noise = randomFrom(`prices ${at.toISOString()}`)();
    const level = 70 + 60 * peak(8, 2) + 110 * peak(19, 2.5) - (isWeekend ? 95 : 55) * peak(13, 3);
    return { from: at.toISOString(), perMwh: Math.round((level + 20 * (noise - 0.5)) * 100) / 100 };
  });
}

/** A file as an exchange publishes it: prices are per MWh. */
export function priceFile(points: readonly PricePoint[], format: PriceFormat, currency = 'EUR'): string {
  if (format === 'csv') return ['from,value', ...points.map(({ from, perMwh }) => `${from},${perMwh}`), ''].join('\n');
  if (format === 'json')
    return `${JSON.stringify(
      points.map(({ from, perMwh }) => ({ from, value: perMwh })),
      null,
      2,
    )}\n`;
  return entsoe(points, currency);
}

/** The Publication_MarketDocument of the transparency platform, one period with a point for each hour. */
function entsoe(points: readonly PricePoint[], currency: string): string {
  const minute = (time: string | undefined) => `${(time ?? '').slice(0, 16)}Z`;
  const last = points.at(-1)?.from;
  const end = last === undefined ? undefined : new Date(Date.parse(last) + hourMs).toISOString();
  const lines = points.map(
    ({ perMwh }, index) =>
      `      <Point><position>${index + 1}</position><price.amount>${perMwh.toFixed(2)}</price.amount></Point>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Publication_MarketDocument xmlns="urn:iec62325.351:tc57wg16:451-3:publicationdocument:7:3">',
    '  <type>A44</type>',
    '  <TimeSeries>',
    `    <currency_Unit.name>${currency}</currency_Unit.name>`,
    '    <price_Measure_Unit.name>MWH</price_Measure_Unit.name>',
    '    <Period>',
    `      <timeInterval><start>${minute(points[0]?.from)}</start><end>${minute(end)}</end></timeInterval>`,
    '      <resolution>PT60M</resolution>',
    ...lines,
    '    </Period>',
    '  </TimeSeries>',
    '</Publication_MarketDocument>',
    '',
  ].join('\n');
}
