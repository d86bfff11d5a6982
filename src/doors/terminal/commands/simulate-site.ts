import { setTimeout as pause } from 'node:timers/promises';
import { asError } from '#base/errors.ts';
import { energyApi } from '#contract/api/energy.ts';
import { siteApi } from '#contract/api/sites.ts';
import type { MeterReading, SiteMeter } from '#contract/energy/site-energy.ts';
import { dayAheadPrices, type PriceFormat, priceFile } from '#simulator/site/day-ahead.ts';
import { buildingW, type SimulatedSite, solarW } from '#simulator/site/site-day.ts';
import { type Api, openApi } from '../api.ts';
import { done, failed } from '../exit-code.ts';
import { optionReader, type ShowOptions, type Texts } from '../read-options.ts';
import type { Terminal } from '../terminal.ts';
import { localTime } from '../times.ts';

type SiteOptions = ShowOptions & Texts<'solar' | 'load' | 'every' | 'duration'> & { site: string };

const maxKw: readonly [number, number] = [0, 100_000];
const everyMs = 10_000;

/** Sun and building of a site as its meters would see them, sent to the API until interrupted. Meters that others read are left alone. */
export async function simulateSite(terminal: Terminal, options: SiteOptions): Promise<number> {
  const words = terminal.text.simulatedSite;
  const read = optionReader(terminal, options);
  const api = openApi(terminal, options);
  const { timeZone } = await api.call(siteApi.get, { params: { id: options.site } });
  const { meters } = await api.call(energyApi.get, { params: { id: options.site } });
  const pushed = meters.filter(({ source }) => source.kind === 'push');
  if (pushed.length === 0) {
    terminal.out(words.noMeters(options.site));
    return failed;
  }
  const site: SimulatedSite = {
    name: options.site,
    timeZone,
    solarPeakW: (read.number('solar', maxKw) ?? 20) * 1000,
    loadPeakW: (read.number('load', maxKw) ?? 15) * 1000,
  };
  const signal = terminal.untilInterrupted();
  const endsAt = terminal.clock.now().getTime() + (read.durationMs('duration') ?? Number.POSITIVE_INFINITY);
  const waitMs = read.durationMs('every') ?? everyMs;
  terminal.out(words.sending(pushed.map(({ id }) => id).join(', ')));
  while (!signal.aborted && terminal.clock.now().getTime() < endsAt) {
    const readings = await readingsOf(api, site, pushed, terminal.clock.now());
    try {
      await api.call(energyApi.addReadings, { params: { id: options.site }, body: { readings } });
      const shown = readings.map(({ meterId, powerW }) => `${meterId} ${(powerW / 1000).toFixed(1)} kW`).join(', ');
      terminal.out(`${terminal.paint('quiet', localTime(terminal.clock.now()))}  ${shown}`);
    } catch (thrown) {
      terminal.out(terminal.paint('bad', words.refused(asError(thrown).message))); // a meter tries again, too
    }
    await pause(waitMs, undefined, { signal }).catch(() => undefined); // rejects only when the signal ends it
  }
  return done;
}

/** The meter at the grid sees all of it: building and cars, less the sun. */
async function readingsOf(
  api: Api,
  site: SimulatedSite,
  meters: readonly SiteMeter[],
  at: Date,
): Promise<MeterReading[]> {
  const [sunW, loadW] = [solarW(site, at), buildingW(site, at)];
  const hasGrid = meters.some(({ kind }) => kind === 'grid');
  const chargingW = hasGrid ? (await api.call(energyApi.status, { params: { id: site.name } })).chargingW : 0;
  const powers = { grid: loadW + chargingW - sunW, load: loadW, pv: sunW, battery: 0 } as const;
  return meters.map(({ id, kind }) => ({
    meterId: id,
    powerW: powers[kind],
    lineA: null,
    storedPercent: kind === 'battery' ? 50 : null,
    at: at.toISOString(),
  }));
}

type PriceOptions = Texts<'hours' | 'timeZone' | 'currency'> & { format: PriceFormat };

/** A file of day-ahead prices per MWh, to be imported. */
export function simulatePrices(terminal: Terminal, options: PriceOptions): Promise<number> {
  const hours = optionReader(terminal, options).number('hours', [1, 24 * 366]) ?? 48;
  const from = new Date(terminal.clock.now());
  from.setUTCHours(0, 0, 0, 0);
  const points = dayAheadPrices({ from, hours, timeZone: options.timeZone ?? 'UTC' });
  terminal.out(priceFile(points, options.format, options.currency).trimEnd());
  return Promise.resolve(done);
}
