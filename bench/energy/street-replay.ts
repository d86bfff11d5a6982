import { LineLoads } from '../../src/charging/energy/network/line-loads.ts';
import type { SiteNetwork } from '../../src/charging/energy/network/site-network.ts';
import { type Steps, valueAt } from '../../src/charging/energy/planner/plan-problem.ts';
import { belgianPrices } from './belgian-prices.ts';
import type { StreetSession } from './street-sessions.ts';

export const quarterMs = 900_000;
export const quarterHours = 0.25;
/** The simulation begins on a Sunday in local time. */
export const start = Date.parse('2023-10-01T00:00:00+02:00');
const adder = 0.06;
export const prices: Steps = belgianPrices.flatMap((day, index) =>
  day.map((price, hour) => ({ from: start + (index * 24 + hour) * 3_600_000, value: price / 1000 + adder })),
);

export type Car = StreetSession & { leftWh: number };
/** What every car draws in a quarter of an hour. */
export type Policy = (cars: readonly Car[], quarter: number) => Map<Car, number>;
export type Outcome = { cents: number; energyPercent: number; deadlinePercent: number; peakKw: number };

/** Two weeks of a street under a policy: who comes, what they take and what it costs. */
export function simulate(sessions: readonly StreetSession[], network: SiteNetwork, policy: Policy): Outcome {
  const cars: Car[] = sessions.map((session) => ({ ...session, leftWh: session.energyWh }));
  const end = Math.max(...cars.map(({ departure }) => departure));
  const sums = { cost: 0, deliveredWh: 0, peakKw: 0 };
  for (let quarter = 0; quarter < end; quarter += 1) {
    const here = cars.filter(
      ({ arrival, departure, leftWh }) => arrival <= quarter && departure > quarter && leftWh > 1e-3,
    );
    let kw = 0;
    for (const [car, amperes] of policy(here, quarter)) {
      const wh = Math.min(
        car.leftWh,
        amperes * network.wattsPerAmpere({ evseNodeId: `E${car.evse}`, phases: car.phases }) * quarterHours,
      );
      car.leftWh -= wh;
      kw += wh / quarterHours / 1000;
      sums.cost += (wh / 1000) * valueAt(prices, start + quarter * quarterMs);
      sums.deliveredWh += wh;
    }
    sums.peakKw = Math.max(sums.peakKw, kw);
  }
  const wantedWh = cars.reduce((sum, { energyWh }) => sum + energyWh, 0);
  const met = cars.filter(({ leftWh, energyWh }) => leftWh <= Math.max(50, 0.01 * energyWh)).length;
  return {
    cents: (100 * sums.cost) / (sums.deliveredWh / 1000),
    energyPercent: (100 * sums.deliveredWh) / wantedWh,
    deadlinePercent: (100 * met) / cars.length,
    peakKw: sums.peakKw,
  };
}

export const wattsOf = ({ phases }: Pick<Car, 'phases'>) => 230 * phases;
export const loadOf = ({ evse, phases }: Car) => ({ evseNodeId: `E${evse}`, phases });
export const wantedA = (car: Car) => Math.min(car.maxA, car.leftWh / (wattsOf(car) * quarterHours));

export const uncontrolled: Policy = (cars) => new Map(cars.map((car) => [car, wantedA(car)]));

export function sortedBy(network: SiteNetwork, rank: (car: Car, quarter: number) => number): Policy {
  return (cars, quarter) => {
    const loads = new LineLoads(network.rows);
    return new Map(
      cars
        .toSorted((a, b) => rank(a, quarter) - rank(b, quarter))
        .map((car) => {
          const { units } = loads.roomFor(network.sharesOf(loadOf(car)), wantedA(car));
          loads.add(network.sharesOf(loadOf(car)), units);
          return [car, units];
        }),
    );
  };
}

export function equalShare(network: SiteNetwork): Policy {
  return (cars) => {
    const loads = new LineLoads(network.rows);
    const rates = new Map(cars.map((car) => [car, 0]));
    let queue = [...cars];
    while (queue.length > 0)
      queue = queue.filter((car) => {
        const rate = rates.get(car) ?? 0;
        const step = Math.min(0.5, wantedA(car) - rate);
        const shares = network.sharesOf(loadOf(car));
        if (step <= 1e-9 || loads.roomFor(shares, step).units < step - 1e-9) return false;
        loads.add(shares, step);
        rates.set(car, rate + step);
        return true;
      });
    return rates;
  };
}
