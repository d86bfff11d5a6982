import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { OcppVersion } from '#contract/stations/station.ts';
import { drive, type Habits, usedStation } from './drivers.ts';
import { randomFrom } from './random.ts';
import { sleep } from './sleep.ts';
import { SimulatedStation } from './station.ts';
import { fileMemory } from './station-memory.ts';

type DemoStation = {
  id: string;
  version: OcppVersion;
  faultChance?: number;
  /** Its network goes away for a while from time to time. */
  isRestless?: boolean;
  /** Somebody with a card that they found tries it here. */
  hasFinder?: boolean;
  /** Who has no account finds this EVSE free, and pays there. */
  guestEvseId?: number;
  /** Nobody has told the server about it: it is pending. */
  isStranger?: boolean;
};

/** Stations around Brazil, with names a person remembers. */
const stations: readonly DemoStation[] = [
  { id: 'PAULISTA-01', version: '2.0.1', guestEvseId: 2 },
  { id: 'IBIRAPUERA-02', version: '1.6' },
  { id: 'CONGONHAS-03', version: '2.1' },
  { id: 'COPACABANA-04', version: '2.0.1', hasFinder: true },
  { id: 'SAVASSI-05', version: '1.6', faultChance: 0.7 },
  { id: 'PELOURINHO-06', version: '2.1', isRestless: true },
  { id: 'BATEL-07', version: '1.6' },
  { id: 'BOA-VIAGEM-08', version: '2.0.1', isStranger: true },
];

/** The stations of the demo that the server should know beforehand; the remaining one is there to be pending. */
export const knownDemoStations: readonly string[] = stations
  .filter(({ isStranger }) => isStranger !== true)
  .map(({ id }) => id);

/** By the id of the site where they stand. */
export const demoStationsAtSites: Readonly<Record<string, readonly string[]>> = {
  'sao-paulo': ['PAULISTA-01', 'IBIRAPUERA-02', 'CONGONHAS-03'],
  'rio-de-janeiro': ['COPACABANA-04'],
  'belo-horizonte': ['SAVASSI-05'],
  salvador: ['PELOURINHO-06'],
  curitiba: ['BATEL-07'],
};

export type DemoOptions = {
  url: string;
  signal?: AbortSignal | undefined;
  /** How long a second takes. */
  secondMs?: number | undefined;
  /** Where the stations keep what outlives a loss of power: after a crash they end their sessions, as real ones do. */
  memoryDir?: string | undefined;
  /** By the id of the station; absent: it has none, or remembers it. */
  passwords?: ReadonlyMap<string, string> | undefined;
};

/** Cards that the server should know beforehand; the drivers of the demo carry them. */
export const demoTokens: readonly [string, ...string[]] = ['DEMO-ANA', 'DEMO-BENTO', 'DEMO-CLARA', 'DEMO-DAVI'];

/** One that the server should know as blocked: who found it is refused now and then. */
export const blockedDemoToken = 'DEMO-ELISA';

const habits: Habits = {
  tokens: demoTokens,
  pauseSeconds: [1, 20],
  chargeSeconds: [40, 160],
  idleSeconds: [2, 15],
};

export type Demo = {
  stations: readonly SimulatedStation[];
  /** As a person does at the display of a real one; it comes back with it. */
  typePassword(stationId: string, password: string): void;
  stop(): Promise<void>;
};

/** A small network that lives, for a first look at the product. */
export function startDemo({ url, signal, secondMs = 1000, memoryDir, passwords }: DemoOptions): Demo {
  const ending = new AbortController();
  const simulated = stations.map((station) => ({
    ...station,
    station: createStation(station, { url, secondMs, memoryDir, password: passwords?.get(station.id) }),
  }));
  const drivers = simulated
    .filter(({ faultChance }) => faultChance === undefined) // nobody comes to the one that is broken most of the time
    .map(({ station, guestEvseId }) =>
      drive(station, { ...habits, freeEvseId: guestEvseId }, { signal: ending.signal, secondMs }),
    );
  const restless = simulated
    .filter(({ isRestless }) => isRestless)
    .map(({ station }) => comeAndGo(station, secondMs, ending.signal));
  const finders = simulated
    .filter(({ hasFinder }) => hasFinder)
    .map(({ station }) => tryFoundCard(station, secondMs, ending.signal));
  const demo: Demo = {
    stations: simulated.map(({ station }) => station),
    typePassword: (stationId, password) => demo.stations.find(({ id }) => id === stationId)?.changePassword(password),
    async stop() {
      ending.abort();
      await Promise.race([lastWords(demo.stations, [...restless, ...finders, ...drivers]), pause(lastWordsMs)]);
      await Promise.all(demo.stations.map((station) => station.stop()));
    },
  };
  for (const station of demo.stations) {
    station.start();
    if (passwords?.has(station.id)) station.remember(); // it is told this once
  }
  signal?.addEventListener('abort', () => void demo.stop(), { once: true });
  return demo;
}

/** How long the end waits for it; what is not told by then, a station with a memory tells the next time. */
const lastWordsMs = 2_000;

/** The drivers leave, and the stations tell it. */
async function lastWords(stations: readonly SimulatedStation[], leaving: readonly Promise<void>[]): Promise<void> {
  await Promise.all(leaving);
  while (stations.some(({ isOnline, hasQueuedMessages }) => isOnline && hasQueuedMessages)) await pause(20);
}

type Where = { url: string; secondMs: number; memoryDir: string | undefined; password: string | undefined };

function createStation({ id, version, faultChance }: DemoStation, { memoryDir, ...where }: Where): SimulatedStation {
  // Drivers move what happens at a station; only the broken one changes by itself.
  const life = faultChance === undefined ? { statusEverySeconds: 0 } : { statusEverySeconds: 20, faultChance };
  const station = new SimulatedStation({
    id,
    version,
    ...life,
    ...where,
    ...usedStation(id),
    sampleEverySeconds: 10,
    ...(memoryDir !== undefined && { memory: fileMemory(join(memoryDir, `${id}.json`)) }),
  });
  const [connector] = station.connectors.find({ evseId: 1 });
  if (faultChance !== undefined && connector !== undefined) {
    const fault = { code: 'GroundFailure', info: 'isolation below 100 kOhm', vendorCode: 'E-17' } as const;
    station.changeConnector(connector, { status: 'faulted', activity: null, fault });
  }
  return station;
}

async function comeAndGo(station: SimulatedStation, secondMs: number, signal: AbortSignal): Promise<void> {
  const random = randomFrom(`network of ${station.id}`);
  while (await sleep((90 + 120 * random()) * secondMs, signal)) {
    station.loseNetwork();
    await sleep((30 + 30 * random()) * secondMs, signal);
    station.regainNetwork();
  }
}

/** Before the cable, so that there is a refusal and no session. */
async function tryFoundCard(station: SimulatedStation, secondMs: number, signal: AbortSignal): Promise<void> {
  let seconds = 1;
  while (await sleep(seconds * secondMs, signal)) {
    const [connector] = station.connectors.find({ evseId: 1 });
    const isFree = connector?.state.status === 'available' && station.registration === 'accepted';
    if (isFree) await station.present({ evseId: 1, token: blockedDemoToken, isBeforeCable: true });
    seconds = isFree ? 240 : 1;
  }
}
