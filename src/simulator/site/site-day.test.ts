import { expect, test } from 'vitest';
import { dayAheadPrices, priceFile } from './day-ahead.ts';
import { buildingW, type SimulatedSite, solarW } from './site-day.ts';

const site: SimulatedSite = { name: 'GARAGE', timeZone: 'America/Sao_Paulo', solarPeakW: 20_000, loadPeakW: 15_000 };
const at = (time: string) => new Date(`2026-03-${time}-03:00`);

test('the sun shines by day only, and never above its peak', () => {
  expect([solarW(site, at('02T03:00')), solarW(site, at('02T22:00'))]).toEqual([0, 0]);
  const noon = solarW(site, at('02T12:00'));
  expect(noon).toBeGreaterThan(7_000);
  expect(noon).toBeLessThanOrEqual(20_000);
});

test('a building draws most while people work', () => {
  const [night, noon, sunday] = ['02T03:00', '02T12:00', '01T12:00'].map((time) => buildingW(site, at(time)));
  expect(noon).toBeGreaterThan((night ?? 0) * 2);
  expect(sunday).toBeLessThan((noon ?? 0) / 1.5);
});

test('the evening is dear, noon is cheap, and the same day has the same prices', () => {
  const asked = { from: at('02T00:00'), hours: 24, timeZone: site.timeZone };
  const prices = dayAheadPrices(asked).map(({ perMwh }) => perMwh);
  expect(prices[19]).toBeGreaterThan((prices[13] ?? 0) * 2);
  expect(dayAheadPrices(asked).map(({ perMwh }) => perMwh)).toEqual(prices);
});

test('a file of the transparency platform has a point for each hour and ends an hour after the last', () => {
  const points = dayAheadPrices({ from: at('02T00:00'), hours: 24, timeZone: site.timeZone });
  const xml = priceFile(points, 'entsoe');
  expect(xml.match(/<Point>/g)).toHaveLength(24);
  expect(xml).toContain('<start>2026-03-02T03:00Z</start><end>2026-03-03T03:00Z</end>');
});
