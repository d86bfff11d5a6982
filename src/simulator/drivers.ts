import { pick, type Random, randomFrom } from './random.ts';
import { sleep } from './sleep.ts';
import { statedNeed, tellStatedNeed } from './stated-need.ts';
import type { SimulatedStation } from './station.ts';
import type { StationSettings } from './station-settings.ts';
import { anyVehicle, type SimulatedVehicle } from './vehicle.ts';
import { visit } from './visit.ts';

type Range = readonly [least: number, most: number];

export type Habits = {
  tokens: readonly [string, ...string[]];
  pauseSeconds: Range;
  chargeSeconds: Range;
  idleSeconds: Range;
  /** They leave this EVSE to others. */
  freeEvseId?: number | undefined;
  /** Which vehicle comes; absent: any. */
  vehicle?: (random: Random) => SimulatedVehicle;
};

/** Drivers come to each EVSE of a station one after the other, until the signal; then those who are there leave. */
export async function drive(
  station: SimulatedStation,
  habits: Habits,
  { signal, secondMs }: { signal: AbortSignal; secondMs: number },
): Promise<void> {
  const evseIds = [...new Set(station.connectors.all.map(({ evseId }) => evseId))].filter(
    (evseId) => evseId > 0 && evseId !== habits.freeEvseId,
  );
  const wait = (seconds: number) => sleep(seconds * secondMs, signal);
  await Promise.all(
    evseIds.map(async (evseId) => {
      const random = randomFrom(`drivers of ${station.id} ${evseId}`);
      while (await wait(between(random, habits.pauseSeconds))) {
        // Whoever finds it broken, reserved or not yet in service drives on.
        const [connector] = station.connectors.find({ evseId });
        const isFree = connector?.state.status === 'available' && station.visits.vehicleAt(evseId) === undefined;
        if (!isFree || station.registration !== 'accepted') continue;
        const vehicle = (habits.vehicle ?? anyVehicle)(random);
        const chargeSeconds = between(random, habits.chargeSeconds);
        const stated = statedNeed({ vehicle, staysSeconds: chargeSeconds }, random);
        await visit(
          { station, wait },
          {
            evseId,
            vehicle,
            token: pick(random, habits.tokens),
            begins: pick(random, ['cable-first', 'token-first']),
            ends: pick(random, ['token', 'cable']),
            chargeSeconds,
            idleSeconds: between(random, habits.idleSeconds),
            onStarted: () => tellStatedNeed(station, { evseId, vehicle, stated }),
          },
        );
      }
    }),
  );
}

/** A station in the street: its meters have counted before, and somebody comes when a session is started remotely. */
export function usedStation(id: string): Pick<StationSettings, 'initialRegisterWh' | 'nextDriver'> {
  const random = randomFrom(`vehicles of ${id}`);
  return {
    initialRegisterWh: Math.floor(random() * 5_000_000),
    nextDriver: () => ({ vehicle: anyVehicle(random), staysSeconds: between(random, [60, 300]) }),
  };
}

function between(random: Random, [least, most]: Range): number {
  return least + (most - least) * random();
}
