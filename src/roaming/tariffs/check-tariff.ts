import { sessionCost } from '#charging/tariffs/cost/session-cost.ts';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import type { Party } from '../model/party.ts';
import type { RoamingTariff } from '../model/shapes.ts';
import { chargingPeriods, type Used } from './charging-periods.ts';
import { type Obstacle, obstaclesOf, ocpiTariff } from './ocpi-tariff.ts';
import { priceByOcpi } from './price-by-ocpi.ts';

export type CheckedTariff = { tariff: RoamingTariff; obstacles: [] } | { tariff: null; obstacles: Obstacle[] };

const probes = 120;

/** Published is only what somebody else, who reads the published tariff, prices to the same coin as we do. */
export function checkTariff(given: {
  id: string;
  terms: TariffTerms;
  party: Party;
  timeZone: string;
  at: Date;
}): CheckedTariff {
  const obstacles = obstaclesOf(given.id, given.terms);
  if (obstacles.length > 0) return { tariff: null, obstacles };
  const tariff = ocpiTariff({ ...given, from: given.at });
  for (let probe = 0; probe < probes; probe += 1) {
    const usage = probeOf(given, probe);
    if (!isPricedAlike({ ...given, tariff, usage })) return { tariff: null, obstacles: ['priced-otherwise'] };
  }
  return { tariff, obstacles: [] };
}

export function isPricedAlike({
  terms,
  tariff,
  usage,
  timeZone,
}: {
  terms: TariffTerms;
  tariff: RoamingTariff;
  usage: Used;
  timeZone: string;
}): boolean {
  const ours = sessionCost({ segments: [{ terms, from: null }], usage: { ...usage, reservation: null }, timeZone });
  const periods = chargingPeriods(usage, { tariff, timeZone });
  const theirs = priceByOcpi({ tariff, periods, endedAt: usage.until, timeZone });
  return Number(ours.net) === Number(theirs.beforeTaxes);
}

/** Sessions of all lengths and hours, the same ones each time. */
function probeOf({ at }: { at: Date }, probe: number): Used {
  const random = randomFrom(probe + 1);
  const startedAt = new Date(at.getTime() + Math.floor(random() * 360 * 86_400) * 1_000);
  const minutes = 1 + Math.floor(random() ** 3 * 3_000);
  const ms = minutes * 60_000 + Math.floor(random() * 60_000);
  const idleMs = random() < 0.5 ? 0 : Math.floor(random() * ms * 0.6);
  const until = new Date(startedAt.getTime() + ms);
  const full = new Date(until.getTime() - idleMs);
  const mwh = 1 + Math.floor(random() * 90_000_000);
  return {
    startedAt,
    until,
    readings: [
      { at: startedAt, mwh: 0 },
      { at: full, mwh },
    ],
    idle: idleMs === 0 ? [] : [{ from: full, to: until }],
  };
}

/** A small generator of its own: probes have to be the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}
