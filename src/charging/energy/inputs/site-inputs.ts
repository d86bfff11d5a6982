import type { ChargingNeed, EffectiveNeed } from '#contract/energy/charging-need.ts';
import type { EnergyPlan, EnergyStatus } from '#contract/energy/energy-plan.ts';
import type { StoredLimit, StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import type { GridHertz } from '../network/grid-hertz.ts';
import type { GivenPower, PlanPrices, PlanVehicle, SiteBattery } from '../planner/plan-problem.ts';
import type { EvseOrder } from '../profiles/compile-profiles.ts';

/** A running session of the site, with what is known and foreseen of its car. */
export type ChargingCar = {
  sessionId: string;
  stationId: string;
  evseId: number;
  nodeId: string;
  driverName: string | null;
  startedAt: number;
  /** From metering where it tells, else from the EVSE. */
  phases: EvseOrder['phases'];
  maxA: number;
  minA: number;
  /** What it draws now per phase; null: not measured. */
  measuredA: number | null;
  measuredW: number | null;
  pauses: number;
  /** Its meter tells of direct current, and the drawing of the site of alternating. */
  looksDirectCurrent?: boolean;
  /** More periods than these the car cannot take in a schedule; null or absent: it did not say. */
  maxPeriods?: number | null;
  need: EffectiveNeed;
  discharge: { maxA: number; storedWh: number; capacityWh: number; reserveWh: number } | null;
};

export type SiteInputs = {
  settings: StoredSiteEnergy;
  currency: string;
  timeZone: string;
  /** Those that hold now or later. */
  limits: StoredLimit[];
  given: GivenPower[];
  battery: SiteBattery | null;
  prices: PlanPrices;
  /** The highest import of this month until now. */
  peakW: number;
  cars: ChargingCar[];
  /** Cars that are likely to come; absent: nothing is known of former days. */
  expected?: readonly PlanVehicle[];
  meters: EnergyStatus['meters'];
  /** Stations of the tree that stand somewhere else by now: nobody tells them anything from here. */
  elsewhere?: ReadonlySet<string>;
  /** Null or absent: nobody said, and the place of the site does not tell. */
  gridHertz?: GridHertz | null;
  warnings: EnergyPlan['warnings'];
};

export type EnergyInputs = {
  /** Sites whose mode is not off. */
  managedSites(): Promise<string[]>;
  /** `instead`: needs by session that would take the place of what was said, for a question what would be. */
  read(siteId: string, instead?: ReadonlyMap<string, ChargingNeed>): Promise<SiteInputs>;
  /** Whoever asks is told when something changed that a plan rests on; returns how to stop. */
  onChange(listener: (siteId: string, isSaid: boolean) => void): () => void;
};
