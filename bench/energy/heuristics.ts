import { LineLoads } from '../../src/charging/energy/network/line-loads.ts';
import { batteryMaxA, type Moment, type Policy, type Stay, whPerA } from './replay.ts';

const maxA = 32;

/** What everybody would draw if nobody held them back; limits are broken. */
export const uncontrolled: Policy = ({ stays }) => new Map(stays.map((stay) => [stay, Math.min(maxA, batteryMaxA)]));

const orders = {
  FCFS: (stay: Stay) => stay.arrival,
  EDF: (stay: Stay) => stay.departure,
  LLF: (stay: Stay, period: number) => stay.departure - period - stay.remainingWh / whPerA / maxA,
};

/** One after the other in their order, each as much as still fits; as ACN-Sim does it, found by halving to 0.01 A. */
export function sortedBy(name: keyof typeof orders): Policy {
  return ({ stays, period, network }) => {
    const loads = new LineLoads(network.rows);
    const order = stays.toSorted((a, b) => orders[name](a, period) - orders[name](b, period));
    return new Map(
      order.map((stay) => {
        const { units } = loads.roomFor(stay.shares, Math.min(maxA, stay.remainingWh / whPerA));
        const rate = halved(units, Math.min(maxA, stay.remainingWh / whPerA));
        loads.add(stay.shares, rate);
        return [stay, rate];
      }),
    );
  };
}

/** Where a search by halving between 0 and the most ends, when everything up to `room` fits. */
function halved(room: number, most: number): number {
  let [low, high] = [0, most];
  while (high - low > 0.01) {
    const middle = (low + high) / 2;
    if (middle <= room + 1e-9) low = middle;
    else high = middle;
  }
  return low;
}

/** Everybody in turn one step more, until nothing fits. */
export function roundRobin(stepA: number): Policy {
  return ({ stays, network }: Moment) => {
    const loads = new LineLoads(network.rows);
    const rates = new Map(stays.map((stay) => [stay, 0]));
    const queue = stays.toSorted((a, b) => a.arrival - b.arrival);
    for (let stay = queue.shift(); stay !== undefined; stay = queue.shift()) {
      const rate = rates.get(stay) ?? 0;
      const step = Math.min(stepA, Math.min(maxA, stay.remainingWh / whPerA) - rate);
      if (step <= 0 || loads.roomFor(stay.shares, step).units < step - 1e-9) continue;
      loads.add(stay.shares, step);
      rates.set(stay, rate + step);
      queue.push(stay);
    }
    return rates;
  };
}
