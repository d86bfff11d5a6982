import { randomFrom } from '../../src/simulator/random.ts';

/** A stay at one of a hundred EVSEs, in quarters of an hour. */
export type StreetSession = {
  id: string;
  evse: number;
  phases: 1 | 3;
  maxA: number;
  arrival: number;
  departure: number;
  energyWh: number;
};

export const evseCount = 100;
const perEvseAndDay = 0.68;

/** How many of a thousand cars come in each hour, after the distributions of ElaadNL (as EV2Gym has them). */
const arrivals = {
  home: [21, 5, 3, 1, 1, 1, 2, 6, 14, 11, 11, 15, 22, 22, 27, 37, 57, 121, 170, 115, 91, 89, 91, 66],
  work: [0, 0, 0, 0, 1, 14, 43, 142, 267, 181, 77, 49, 54, 53, 40, 30, 20, 10, 6, 5, 3, 1, 1, 1],
};
/** Hours that a car stays on average, by the hour at which it came. */
const stays = {
  home: [
    9.1, 8.9, 7.2, 5.7, 4.7, 4.3, 4.6, 4.5, 3.2, 3.5, 3.4, 3.7, 4.2, 4.7, 7, 14.8, 15.4, 14.7, 13.8, 13, 12.2, 11.2,
    10.2, 9.6,
  ],
  work: [8, 8, 8, 8, 8, 8.3, 8.5, 8.4, 7.9, 6.2, 4.7, 4, 3.6, 3.2, 2.6, 2.2, 2, 2.6, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5],
};
/** What a car takes in kWh that 0, 10, …, 100 of a hundred others exceed. */
const energies = {
  home: [80, 51.4, 40.4, 31.9, 24.9, 19.4, 14.6, 10.1, 6.6, 3.3, 0.5],
  work: [60, 26.1, 19.2, 14.4, 10.9, 8.8, 7.4, 6.2, 4.7, 2.7, 0.3],
};

/** Days of sessions, the same for the same seed. Half of the EVSEs stand at homes, half at work; half of the cars have one phase. */
export function streetSessions(seed: string, days: number): StreetSession[] {
  const random = randomFrom(seed);
  const free = Array.from({ length: evseCount }, () => 0);
  const drawn = Array.from({ length: Math.round(evseCount * days * perEvseAndDay) }, () => {
    const place = random() < 0.5 ? 'home' : 'work';
    const hour = hourFrom(arrivals[place], random());
    const arrival = Math.floor(random() * days) * 96 + hour * 4 + Math.floor(random() * 4);
    const hours = (stays[place][hour] ?? 8) * Math.exp(0.3 * gaussian(random) - 0.045);
    const phases = random() < 0.5 ? (1 as const) : (3 as const);
    const maxKw = phases === 1 ? 7.36 : 11.04;
    const departure = arrival + Math.max(2, Math.round(hours * 4));
    const wanted = quantile(energies[place], random());
    const energyWh = 1000 * Math.min(wanted, 0.95 * maxKw * ((departure - arrival) / 4));
    return { place, arrival, departure, phases, energyWh, maxA: phases === 1 ? 32 : 16 };
  });
  return drawn
    .toSorted((a, b) => a.arrival - b.arrival)
    .flatMap(({ place, ...session }, index) => {
      const first = place === 'home' ? 0 : evseCount / 2;
      const evse = free.findIndex(
        (from, each) => each >= first && each < first + evseCount / 2 && from <= session.arrival,
      );
      if (evse < 0) return []; // nobody waits for a free place
      free[evse] = session.departure;
      return [{ ...session, id: `${seed} ${index}`, evse }];
    });
}

function hourFrom(weights: readonly number[], share: number): number {
  let left = share * weights.reduce((sum, weight) => sum + weight, 0);
  const hour = weights.findIndex((weight) => {
    left -= weight;
    return left <= 0;
  });
  return Math.max(0, hour);
}

function quantile(values: readonly number[], share: number): number {
  const place = share * (values.length - 1);
  const [high = 0, low = 0] = [values[Math.floor(place)], values[Math.ceil(place)]];
  return high + (low - high) * (place - Math.floor(place));
}

/** Around zero with a deviation of one (Box and Muller). */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
