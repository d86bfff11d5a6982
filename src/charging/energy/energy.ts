import type { ChargingNeed, EffectiveNeed, NeedSource } from '#contract/energy/charging-need.ts';
import type { EnergyPlan, EnergyStatus, PlanApplied, WhatIf } from '#contract/energy/energy-plan.ts';
import type { EnergyTransfer } from '#contract/energy/energy-transfer.ts';
import type {
  EnergySite,
  MeterReading,
  Series,
  SeriesImport,
  SeriesImported,
  SeriesKind,
  SiteEnergy,
  StoredLimit,
  StoredSiteEnergy,
  TemporaryLimit,
} from '#contract/energy/site-energy.ts';
import type { Actor } from '#principals/actor.ts';

/** Smart charging as the doors and packs see it: settings and inputs of a site, what cars need, and the plan. */
export type Energy = {
  /** Those that have settings, whatever their mode. */
  list(): Promise<EnergySite[]>;
  get(siteId: string): Promise<StoredSiteEnergy>;
  set(siteId: string, settings: SiteEnergy, actor: Actor): Promise<StoredSiteEnergy>;
  remove(siteId: string, actor: Actor): Promise<void>;
  status(siteId: string): Promise<EnergyStatus>;
  /** The plan that holds; made now where there is none yet. */
  plan(siteId: string): Promise<EnergyPlan>;
  preview(siteId: string, question: WhatIf): Promise<EnergyPlan>;
  /** With the names of drivers, for whoever may know them. */
  nameDrivers(plan: EnergyPlan): Promise<EnergyPlan>;
  apply(siteId: string, actor: Actor): Promise<PlanApplied>;
  limits(siteId: string): Promise<StoredLimit[]>;
  setLimit(siteId: string, limit: TemporaryLimit, actor: Actor): Promise<StoredLimit[]>;
  removeLimit(siteId: string, nodeId: string, actor: Actor): Promise<StoredLimit[]>;
  /** Which ways of energy transfer cars may choose at a station (OCPP 2.1 Q01); null: nothing is said, and they only charge. */
  allowedTransfers(stationId: string): Promise<readonly EnergyTransfer[] | null>;
  /** Forgets what was learned of a station by watching it. */
  unlearn(siteId: string, stationId: string, actor: Actor): Promise<void>;
  addReadings(siteId: string, readings: readonly MeterReading[]): Promise<void>;
  series(siteId: string): Promise<Series[]>;
  importSeries(siteId: string, file: SeriesImport, actor: Actor): Promise<SeriesImported>;
  removeSeries(siteId: string, kind: SeriesKind, actor: Actor): Promise<void>;
  need(sessionId: string): Promise<EffectiveNeed>;
  setNeed(sessionId: string, need: ChargingNeed, by: { actor: Actor; source: NeedSource }): Promise<EffectiveNeed>;
  removeNeed(sessionId: string, actor: Actor): Promise<EffectiveNeed>;
};
