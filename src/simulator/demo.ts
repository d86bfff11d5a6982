import type { OcppVersion } from '#contract/station.ts';
import { randomFrom } from './random.ts';
import { sleep } from './sleep.ts';
import { SimulatedStation } from './station.ts';

type DemoStation = {
  id: string;
  version: OcppVersion;
  faultChance?: number;
  /** Its network goes away for a while from time to time. */
  isRestless?: boolean;
  /** Nobody has told the server about it: it knocks. */
  isStranger?: boolean;
};

/** Stations around Brazil, with names a person remembers. */
const stations: readonly DemoStation[] = [
  { id: 'PAULISTA-01', version: '2.0.1' },
  { id: 'IBIRAPUERA-02', version: '1.6' },
  { id: 'CONGONHAS-03', version: '2.1' },
  { id: 'COPACABANA-04', version: '2.0.1' },
  { id: 'SAVASSI-05', version: '1.6', faultChance: 0.7 },
  { id: 'PELOURINHO-06', version: '2.1', isRestless: true },
  { id: 'BATEL-07', version: '1.6' },
  { id: 'BOA-VIAGEM-08', version: '2.0.1', isStranger: true },
];

/** The stations of the demo that the server should know beforehand; the remaining one is there to knock. */
export const knownDemoStations: readonly string[] = stations
  .filter(({ isStranger }) => isStranger !== true)
  .map(({ id }) => id);

export type DemoOptions = {
  url: string;
  signal?: AbortSignal | undefined;
  /** How long a second takes. */
  secondMs?: number | undefined;
};

export type Demo = { stations: readonly SimulatedStation[]; stop(): Promise<void> };

/** A small network that lives, for a first look at the product. */
export function startDemo({ url, signal, secondMs = 1000 }: DemoOptions): Demo {
  const ending = new AbortController();
  const simulated = stations.map((station) => ({ ...station, station: createStation(station, { url, secondMs }) }));
  const restless = simulated
    .filter(({ isRestless }) => isRestless)
    .map(({ station }) => comeAndGo(station, secondMs, ending.signal));
  const demo: Demo = {
    stations: simulated.map(({ station }) => station),
    async stop() {
      ending.abort();
      await Promise.all([...restless, ...demo.stations.map((station) => station.stop())]);
    },
  };
  for (const station of demo.stations) station.start();
  signal?.addEventListener('abort', () => void demo.stop(), { once: true });
  return demo;
}

type Where = { url: string; secondMs: number };

function createStation({ id, version, faultChance = 0.03 }: DemoStation, where: Where): SimulatedStation {
  const station = new SimulatedStation({ id, version, faultChance, statusEverySeconds: 20, ...where });
  const random = randomFrom(`past ${id}`);
  for (let step = 0; step < 5; step += 1) station.connectors.live({ random, faultChance }); // at the start some are free, most in use, one is broken
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
