import type { SiteNetwork } from '../network/site-network.ts';
import type { LinearProgram } from './linear-program.ts';
import type { PlanProblem, PlanVehicle } from './plan-problem.ts';
import type { Slot } from './slots.ts';

/** The columns of a vehicle: one for each slot in which it is there; undefined elsewhere. */
export type VehicleColumns = {
  vehicle: PlanVehicle;
  wattsPerA: number;
  charge: (number | undefined)[];
  discharge: (number | undefined)[];
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
