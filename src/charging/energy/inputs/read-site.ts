import type { ChargingNeed } from '#contract/energy/charging-need.ts';
import type { StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import { type Sentence, sentenceOf } from '#contract/problems/problem-words.ts';
import { type GridHertz, gridHertzAt } from '../network/grid-hertz.ts';
import type { GivenPower, PlanPrices, SiteBattery } from '../planner/plan-problem.ts';
import { readRunningAt, readStationsAt } from './cars/car-store.ts';
import { carsToCome } from './cars/cars-to-come.ts';
import { derWarnings, readDerState, withinDer } from './cars/der-state.ts';
import { readCars } from './cars/read-cars.ts';
import type { StayHistory } from './cars/stay-history.ts';
import { unmanagedSessions } from './cars/unmanaged-sessions.ts';
import type { BoundInputs } from './input-needs.ts';
import { readAllLimits } from './limits/change-limits.ts';
import { batteryPower } from './meters/battery-power.ts';
import { busiestLineW } from './meters/busiest-line.ts';
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
  const gridHertz = settings.gridHertz ?? (await hertzOf(needs, settings, timeZone));
  const now = clock.now();
  const stationIds = settings.tree.nodes.flatMap(({ evse }) => evse?.stationId ?? []);
  const [sessions, there, limits, series, peakW, meters, stays, der] = await Promise.all([
    readRunningAt(pool, siteId),
    readStationsAt(pool, siteId),
    readAllLimits(pool, settings, now),
    readSeries(pool, siteId, new Date(now.getTime() - dayMs)),
    readPeak(pool, siteId, monthBegan(now.getTime(), timeZone)),
    measureSite(needs, { settings, timeZone, now: now.getTime() }),
    history.of(settings, timeZone),
    readDerState(pool, stationIds, now),
  ]);
  const cars = withinDer(await readCars(pool, { settings, sessions, stays, now, instead }), der);
  const until = horizonOf(cars, now.getTime());
  const priced = planPrices({ prices: settings.prices, series, timeZone, now: now.getTime(), until, peakW });
  const battery = batteryOf(settings, meters, priced.prices);
  const gone = evsesElsewhere(settings, there);
  const others = await unmanagedSessions(pool, { settings, sessions, cars, meters, recent: needs.recent, now });
  return {
    settings,
    currency: currency ?? 'XXX',
    timeZone,
    limits,
    given: [
      ...(await givenAt(needs, {
        settings,
        timeZone,
        meters,
        cars,
        plannedBatteryId: battery.battery === null ? null : (settings.battery?.meterId ?? null),
        now: now.getTime(),
        until,
      })),
      ...others.given,
    ],
    battery: battery.battery,
    prices: priced.prices,
    peakW,
    cars,
    expected: carsToCome(stays, settings.tree, now.getTime()),
    meters: meterStates(siteId, meters, needs.errors),
    gridHertz,
    elsewhere: new Set(gone.map(({ stationId }) => stationId)),
    warnings: [
      ...meterWarnings(meters),
      ...priced.warnings,
      ...battery.warnings,
      ...[needs.priceErrors.get(siteId)].filter((failed) => failed !== undefined),
      ...(needs.warningsOfGrid?.(siteId) ?? []),
      ...derWarnings(der),
      ...(settings.answersFrequency && gridHertz === null ? [sentenceOf('energy-no-grid-hertz')] : []),
      ...others.warnings,
      ...wronglyDrawn(cars),
      ...gone.map((each) => sentenceOf('energy-station-elsewhere', each)),
    ],
  };
}

/** By the place of the site, where it matters. */
async function hertzOf(
  { sites }: ReadingNeeds,
  { siteId, answersFrequency }: StoredSiteEnergy,
  timeZone: string,
): Promise<GridHertz | null> {
  if (!answersFrequency) return null;
  const { address } = await sites.get(siteId);
  return gridHertzAt({ country: address?.country ?? null, timeZone });
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
  /** The meter of the battery that is planned for, if one is. */
  plannedBatteryId: string | null;
  now: number;
  until: number;
};

async function givenAt({ loads, recent }: ReadingNeeds, facts: Given): Promise<GivenPower[]> {
  const { settings, timeZone, meters, cars, plannedBatteryId, now, until } = facts;
  const { siteId } = settings;
  const rests = restOfGridMeters(settings.tree, meters, powersOf(cars));
  return Promise.all(
    meters.map(async (counted) => {
      const { id, kind } = counted.meter;
      const powerW = kind === 'grid' ? (rests.get(id) ?? 0) : counted.countsW;
      const key = `${siteId}\n${id}`;
      if (kind === 'battery') {
        const cautiousW = Math.max(powerW, recent.highest(key, now));
        return batteryPower({ counted, cautiousW, isPlanned: id === plannedBatteryId, now });
      }
      const meterId = kind === 'grid' ? restKey(id) : id;
      const history = await loads.of({ siteId, meterId, timeZone });
      const lineW = busiestLineW(counted, { tree: settings.tree, meters, cars });
      if (lineW !== null) recent.note(`${key}\nbusiest line`, now, lineW);
      const cautiousW =
        kind === 'pv'
          ? Math.min(powerW, recent.lowest(key, now))
          : Math.max(powerW, recent.highest(key, now), recent.highest(`${key}\nbusiest line`, now));
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
      givesRoom: false,
    },
    warnings: [],
  };
}

function evsesElsewhere({ tree }: StoredSiteEnergy, there: ReadonlySet<string>) {
  return tree.nodes.flatMap(({ id: nodeId, evse }) =>
    evse === null || there.has(evse.stationId) ? [] : [{ nodeId, stationId: evse.stationId }],
  );
}

/** Its meter is understood; what it is told is not what its car draws until the drawing says so. */
function wronglyDrawn(cars: readonly ChargingCar[]): Sentence[] {
  return cars.flatMap(({ looksDirectCurrent, nodeId, stationId }) =>
    looksDirectCurrent === true ? [sentenceOf('energy-looks-direct-current', { nodeId, stationId })] : [],
  );
}
