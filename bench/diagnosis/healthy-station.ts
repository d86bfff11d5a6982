import { pick, type Random, randomFrom } from '../../src/simulator/random.ts';

/** What makes one healthy station differ from another. */
export type Habit = {
  id: string;
  model: string;
  vendor: string;
  firmwareVersion: string;
  connectors: number;
  sessionsPerDay: number;
  /** Of sessions: cars, cards and people that fail by themselves. */
  startFailureShare: number;
  dropsPerDay: number;
  bootsPerDay: number;
  clockAheadSeconds: number;
  meterJitterSeconds: number;
  sampleSeconds: number;
  answerSeconds: number;
  energyDelaySeconds: number;
  maxPowerW: number;
  hasTemperature: boolean;
  heatC: number;
  /** Often clean, sometimes a nuisance: codes that come and go. */
  codesPerDay: number;
  isOld: boolean;
};

type Model = Pick<Habit, 'vendor' | 'model' | 'firmwareVersion' | 'maxPowerW' | 'hasTemperature' | 'sampleSeconds'>;

const models: readonly [Model, ...Model[]] = [
  { vendor: 'Alfa', model: 'A22', firmwareVersion: '3.1', maxPowerW: 22_000, hasTemperature: true, sampleSeconds: 60 },
  { vendor: 'Beta', model: 'B50', firmwareVersion: '1.9', maxPowerW: 50_000, hasTemperature: true, sampleSeconds: 60 },
  { vendor: 'Gama', model: 'G11', firmwareVersion: '7.0', maxPowerW: 11_000, hasTemperature: true, sampleSeconds: 60 },
  {
    vendor: 'Delta',
    model: 'D150',
    firmwareVersion: '2.4',
    maxPowerW: 150_000,
    hasTemperature: true,
    sampleSeconds: 60,
  },
];

export function healthyStation(seed: string, number: number): Habit {
  const random = randomFrom(`${seed} habit ${number}`);
  return {
    id: `CP-${number}`,
    ...pick(random, models),
    connectors: random() < 0.7 ? 2 : 1,
    sessionsPerDay: between(random, 1.5, 5),
    startFailureShare: between(random, 0.03, 0.14),
    dropsPerDay: random() < 0.1 ? between(random, 0.5, 1.2) : between(random, 0.05, 0.4),
    bootsPerDay: between(random, 0.005, 0.05),
    clockAheadSeconds: between(random, -3, 3),
    meterJitterSeconds: between(random, 0.2, 1),
    answerSeconds: between(random, 0.15, 1.2),
    energyDelaySeconds: between(random, 8, 25),
    heatC: between(random, 8, 16),
    codesPerDay: between(random, 0, 0.02),
    isOld: random() < 0.3,
  };
}

/** Field conditions at their worst: few sessions, many of which fail anyway, bad links, sparse readings, sensors that are missing. */
export function roughStation(seed: string, number: number): Habit {
  const random = randomFrom(`${seed} rough ${number}`);
  return {
    ...healthyStation(seed, number),
    sessionsPerDay: between(random, 0.3, 3),
    startFailureShare: between(random, 0.05, 0.25),
    dropsPerDay: random() < 0.1 ? between(random, 2, 6) : between(random, 0.1, 1),
    bootsPerDay: between(random, 0.01, 0.15),
    clockAheadSeconds: between(random, -30, 30),
    meterJitterSeconds: between(random, 0.5, 4),
    sampleSeconds: pick(random, [60, 300, 900]),
    energyDelaySeconds: between(random, 8, 60),
    hasTemperature: random() < 0.6,
    codesPerDay: between(random, 0, 0.1),
  };
}

export function between(random: Random, from: number, to: number): number {
  return from + (to - from) * random();
}

/** Normally distributed, by the sum of uniform numbers. */
export function normal(random: Random): number {
  let sum = -6;
  for (let each = 0; each < 12; each += 1) sum += random();
  return sum;
}

/** The pause until the next of events that come at this rate. */
export function nextAfter(random: Random, perDay: number): number {
  return perDay <= 0 ? Number.POSITIVE_INFINITY : (-Math.log(1 - random()) / perDay) * 86_400_000;
}
