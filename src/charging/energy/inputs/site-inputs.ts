import type { ChargingNeed, EffectiveNeed } from '#contract/energy/charging-need.ts';
import type { EnergyPlan, EnergyStatus } from '#contract/energy/energy-plan.ts';
import type { StoredLimit, StoredSiteEnergy } from '#contract/energy/site-energy.ts';
import type { GivenPower, PlanPrices, SiteBattery } from '../planner/plan-problem.ts';
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
  meters: EnergyStatus['meters'];
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
