import type { Slot } from './slots.ts';

export type PlannedVehicle = {
  id: string;
  evseNodeId: string;
  phases: 1 | 2 | 3;
  /** Per phase, one for each slot; below zero the car feeds back. */
  currentsA: number[];
  /** What it will lack at its departure. */
  shortWh: number;
};

export type SitePlan = {
  madeAt: number;
  slots: readonly Slot[];
  vehicles: PlannedVehicle[];
  /** Of the site's battery, one for each slot; below zero it gives. */
  batteryW: number[];
  madeBy: 'solver' | 'water-filling';
};
