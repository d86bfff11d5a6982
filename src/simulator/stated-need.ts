import type { Random } from './random.ts';
import type { SimulatedStation } from './station.ts';
import { tellNeeds } from './v2-charging-profiles.ts';
import type { SimulatedVehicle } from './vehicle.ts';

export type StatedNeed = { energyWh: number; staysSeconds: number };

/**
 * What a driver says of the stay, which in real sessions is worse than a guess: a third leaves long before the time that was said,
 * some stay on, and twice the energy is asked for that the battery takes.
 */
export function statedNeed(
  { vehicle, staysSeconds }: { vehicle: SimulatedVehicle; staysSeconds: number },
  random: Random,
): StatedNeed {
  const mood = random();
  const stretch = mood < 0.32 ? 1.3 + 0.9 * random() : mood < 0.72 ? 0.95 + 0.1 * random() : 0.5 + 0.4 * random();
  const wantedWh = vehicle.model.capacityWh * (1 - vehicle.soc);
  return { staysSeconds: staysSeconds * stretch, energyWh: Math.round(wantedWh * (1 + 2 * random())) };
}

/** OCPP 2.x K15: a car that speaks ISO 15118 hands on what its driver said. */
export function tellStatedNeed(
  station: SimulatedStation,
  { evseId, vehicle, stated }: { evseId: number; vehicle: SimulatedVehicle; stated: StatedNeed },
): void {
  if (station.version === '1.6' || vehicle.model.tellsSoc !== true) return;
  const { secondMs, clock } = station.settings;
  const departureTime = new Date(clock.now().getTime() + stated.staysSeconds * secondMs).toISOString();
  const phases = vehicle.phases;
  void tellNeeds(station, {
    evseId,
    chargingNeeds: {
      requestedEnergyTransfer: phases === 1 ? 'AC_single_phase' : phases === 2 ? 'AC_two_phase' : 'AC_three_phase',
      departureTime,
      acChargingParameters: {
        energyAmount: stated.energyWh,
        evMinCurrent: vehicle.model.minA ?? 6,
        evMaxCurrent: Math.round(vehicle.model.acW / 230 / phases),
        evMaxVoltage: 400,
      },
    },
  });
}
