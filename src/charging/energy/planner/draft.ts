import type { SiteNetwork } from '../network/site-network.ts';
import type { Entry, LinearProgram } from './linear-program.ts';
import type { PlanProblem, PlanVehicle } from './plan-problem.ts';
import type { Slot } from './slots.ts';

/** The columns of a vehicle: one for each slot in which it is there; undefined elsewhere. */
export type VehicleColumns = {
  vehicle: PlanVehicle;
  wattsPerA: number;
  charge: (number | undefined)[];
  discharge: (number | undefined)[];
  /** What the station keeps free for its fallback and the car does not get: the car draws what is in `charge` without it. */
  unused: (number | undefined)[];
  /** Of each slot, how long the vehicle is there. */
  hours: number[];
  short: number;
  shortOfMinimum: number;
};

export type BatteryColumns = { charge: number[]; discharge: number[] };

export type Draft = {
  problem: PlanProblem;
  network: SiteNetwork;
  slots: readonly Slot[];
  program: LinearProgram;
  vehicles: VehicleColumns[];
  battery: BatteryColumns | null;
};

/** What a car draws in a slot, as a sum of columns, what it gives back aside. */
export function drawnIn({ charge, unused }: VehicleColumns, slot: number): Entry[] {
  const [all, not] = [charge[slot], unused[slot]];
  return [...(all === undefined ? [] : [[all, 1] as const]), ...(not === undefined ? [] : [[not, -1] as const])];
}
