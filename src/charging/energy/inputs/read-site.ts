import type { ChargingNeed } from '#contract/energy/charging-need.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import type { GivenPower, PlanPrices, SiteBattery } from '../planner/plan-problem.ts';
import { type RunningSession, readRunningAt } from './cars/car-store.ts';
import { readCars } from './cars/read-cars.ts';
import type { StayHistory } from './cars/stay-history.ts';
import type { BoundInputs } from './input-needs.ts';
import { readLimits } from './limits/limit-store.ts';
import type { CountedMeter } from './meters/count-meter.ts';
import { givenPower } from './meters/given-power.ts';
import type { LoadHistory } from './meters/load-history.ts';
import { measureSite, meterStates, meterWarnings } from './meters/measure-site.ts';
import { readPeak, restKey } from './meters/meter-store.ts';
import type { RecentPowers } from './meters/recent-powers.ts';
import { restOfGridMeters } from './meters/unmanaged-power.ts';
import { monthBegan, planPrices } from './prices/plan-prices.ts';
import { readSeries } from './prices/series-store.ts';
import { mustReadSettings } from './settings/change-settings.ts';
import type { ChargingCar, SiteInputs } from './site-inputs.ts';

export type ReadingNeeds = BoundInputs & {
  history: StayHistory;
  loads: LoadHistory;
  recent: RecentPowers;
  /** Why a meter could not be read, by site and meter. */
  errors: ReadonlyMap<string, Sentence>;
  priceErrors: ReadonlyMap<string, Sentence>;
};

const leastHorizonMs = 36 * 3_600_000;
const maxHorizonMs = 8 * 86_400_000;
const dayMs = 86_400_000;

/** Everything that a plan of a site rests on, as of now. */
export async function readSite(
  needs: ReadingNeeds,
  siteId: string,
  instead?: ReadonlyMap<string, ChargingNeed>,
): Promise<SiteInputs> {
  const { pool, clock, sites, history } = needs;
  const settings = await mustReadSettings(needs, siteId);
  const { timeZone = 'UTC', currency = null } = (await sites.clockAt(siteId)) ?? {};
  const now = clock.now();
  const [sessions, limits, series, peakW, meters, stays] = await Promise.all([
    readRunningAt(pool, siteId),
    readLimits(pool, siteId, now),
    readSeries(pool, siteId, new Date(now.getTime() - dayMs)),
    readPeak(pool, siteId, monthBegan(now.getTime(), timeZone)),
    measureSite(needs, { settings, timeZone, now: now.getTime() }),
    history.of(settings, timeZone),
  ]);
  const cars = await readCars(pool, { settings, sessions, stays, now, instead });
  const until = horizonOf(cars, now.getTime());
  const priced = planPrices({ prices: settings.prices, series, timeZone, now: now.getTime(), until, peakW });
  const battery = batteryOf(settings, meters, priced.prices);
  return {
    settings,
    currency: currency ?? 'XXX',
    timeZone,
    limits,
    given: await givenAt(needs, { settings, timeZone, meters, cars, now: now.getTime(), until }),
    battery: battery.battery,
    prices: priced.prices,
    peakW,
    cars,
    meters: meterStates(siteId, meters, needs.errors),
    warnings: [
      ...meterWarnings(meters),
      ...priced.warnings,
      ...battery.warnings,
      ...[needs.priceErrors.get(siteId)].filter((failed) => failed !== undefined),
      ...(needs.warningsOfGrid?.(siteId) ?? []),
      ...unmanaged(sessions, cars),
    ],
  };
}

function horizonOf(cars: readonly ChargingCar[], now: number): number {
  const last = Math.max(0, ...cars.map(({ need }) => Date.parse(need.departsAt)));
  return Math.min(now + maxHorizonMs, Math.max(now + leastHorizonMs, last));
}

type Given = {
  settings: StoredSiteEnergy;
  timeZone: string;
  meters: readonly CountedMeter[];
  cars: readonly ChargingCar[];
  now: number;
  until: number;
};

async function givenAt({ loads, recent }: ReadingNeeds, facts: Given): Promise<GivenPower[]> {
  const { settings, timeZone, meters, cars, now, until } = facts;
  const { siteId } = settings;
  const rests = restOfGridMeters(settings.tree, meters, powersOf(cars));
  const steering = meters.filter(({ meter }) => meter.kind !== 'battery');
  return Promise.all(
    steering.map(async (counted) => {
      const { id, kind } = counted.meter;
      const powerW = kind === 'grid' ? (rests.get(id) ?? 0) : counted.countsW;
      const key = `${siteId}\n${id}`;
      const meterId = kind === 'grid' ? restKey(id) : id;
      const history = await loads.of({ siteId, meterId, timeZone });
      const cautiousW =
        kind === 'pv' ? Math.min(powerW, recent.lowest(key, now)) : Math.max(powerW, recent.highest(key, now));
      return givenPower({ counted, history, powerW, cautiousW, now, until });
    }),
  );
}

export function powersOf(cars: readonly ChargingCar[]): { nodeId: string; powerW: number }[] {
  return cars.flatMap(({ nodeId, measuredW }) => (measuredW === null ? [] : [{ nodeId, powerW: measuredW }]));
}

type Battery = { battery: SiteBattery | null; warnings: Sentence[] };

/** A battery whose level nobody read stays as it is: it can neither be filled nor emptied by guess. */
function batteryOf({ battery }: StoredSiteEnergy, meters: readonly CountedMeter[], prices: PlanPrices): Battery {
  if (battery === null) return { battery: null, warnings: [] };
  const { nodeId, capacityWh, maxChargeW, maxDischargeW, reservePercent, efficiency, wearPerKwh, meterId } = battery;
  const counted = meters.find(({ meter }) => meter.id === meterId);
  const level = counted?.isSilent === false ? (counted.latest?.storedPercent ?? null) : null;
  if (level === null) return { battery: null, warnings: [sentenceOf('battery-level-unknown')] };
  const values = prices.importPerKwh.map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return {
    battery: {
      nodeId,
      maxChargeW,
      maxDischargeW,
      storedWh: (level * capacityWh) / 100,
      capacityWh,
      reserveWh: (reservePercent * capacityWh) / 100,
      efficiency,
      wearPerKwh,
      valuePerKwh: Math.max(0, mean * efficiency - wearPerKwh),
    },
    warnings: [],
  };
}

function unmanaged(sessions: readonly RunningSession[], cars: readonly ChargingCar[]): Sentence[] {
  const steered = new Set(cars.map(({ sessionId }) => sessionId));
  const stations = sessions.filter(({ id }) => !steered.has(id)).map(({ stationId }) => stationId);
  return [...new Set(stations)].map((stationId) => sentenceOf('energy-unmanaged-session', { stationId }));
}
