import type { ChargingNeed, EffectiveNeed } from '#contract/energy/charging-need.ts';
import type { SiteEnergy } from '#contract/energy/site-energy.ts';
import type { StayPrediction } from '../../forecast/stay-predictor.ts';
import type { StatedNeed } from './need-store.ts';
import type { VehicleReport } from './vehicle-need.ts';

export type NeedFacts = {
  sessionId: string;
  now: number;
  /** What the session has drawn so far. */
  energyWh: number;
  /** How full the battery is by the meter values of the station; null: they do not tell. */
  measuredPercent: number | null;
  /** The station says that the car itself stopped. */
  isFull: boolean;
  isDrawing: boolean;
  stated: StatedNeed | null;
  vehicle: VehicleReport | null;
  prediction: StayPrediction;
  defaults: Pick<SiteEnergy, 'defaultCapacityWh' | 'defaultArrivalPercent'>;
};

type Assumption = EffectiveNeed['assumptions'][number];
type Battery = { percent: number | null; capacityWh: number | null };

/** Of what the meter counts on AC, so much reaches the battery; a DC meter counts behind the losses. */
const chargerEfficiency = 0.9;
/** A car that goes on drawing beyond what was foreseen is given time to end by itself. */
const stillDrawingWh = 2_000;
/** A car that is still there when all like it have gone may go at any moment. */
const anyMomentMs = 15 * 60_000;

/**
 * What counts for a car: what somebody said, then what the car told, then what is foreseen. A promise rests on the earlier of the
 * departure that was said and the one that eight of ten such stays outlast: of 27,407 drivers a third left half an hour or more
 * before the time they had named.
 */
export function effectiveNeed(facts: NeedFacts): EffectiveNeed {
  const { sessionId, now, stated, vehicle, prediction } = facts;
  const assumptions = new Set<Assumption>();
  const said = stated?.need ?? vehicle?.need ?? null;
  const battery = batteryOf(facts, assumptions, (said?.targetPercent ?? null) !== null);
  const energyWh = energyWanted(facts, battery, assumptions);
  const minEnergyWh = minimumWanted(facts);
  const departure = departureOf(facts, assumptions);
  return {
    sessionId,
    stated: said,
    source: stated?.source ?? (vehicle === null ? 'predicted' : 'vehicle'),
    statedAt: (stated?.statedAt ?? vehicle?.reportedAt)?.toISOString() ?? null,
    energyWh: Math.max(energyWh, minEnergyWh),
    minEnergyWh,
    departsAt: iso(departure),
    batteryPercent: battery.percent,
    capacityWh: battery.capacityWh,
    predictedDepartureAt: iso(Math.max(now, prediction.departureAt)),
    earlyDepartureAt: iso(Math.max(now, prediction.earlyDepartureAt)),
    confidence: prediction.confidence,
    assumptions: [...assumptions],
  };
}

/** A target in percent needs a battery; what nobody said of it is assumed, and named. */
function batteryOf(facts: NeedFacts, assumptions: Set<Assumption>, isNeeded: boolean): Battery {
  const { measuredPercent, vehicle, stated, defaults, energyWh } = facts;
  const known = vehicle?.need.capacityWh ?? stated?.need.capacityWh ?? null;
  if (known === null && isNeeded) assumptions.add('battery-size');
  const capacityWh = known ?? (isNeeded ? defaults.defaultCapacityWh : null);
  const since = (percent: number, drawnWh: number) =>
    capacityWh === null ? null : Math.min(100, percent + (drawnWh * efficiencyOf(facts) * 100) / capacityWh);
  if (measuredPercent !== null) return { percent: measuredPercent, capacityWh };
  if (vehicle !== null && vehicle.chargePercent !== null)
    return { percent: since(vehicle.chargePercent, energyWh - vehicle.energyWh), capacityWh };
  const arrival = stated?.need.arrivalPercent ?? null;
  if (arrival !== null) return { percent: since(arrival, energyWh), capacityWh };
  if (!isNeeded) return { percent: null, capacityWh };
  assumptions.add('arrival-level');
  return { percent: since(defaults.defaultArrivalPercent, energyWh), capacityWh };
}

function energyWanted(facts: NeedFacts, battery: Battery, assumptions: Set<Assumption>): number {
  const { stated, vehicle, energyWh } = facts;
  for (const voice of [stated, vehicle]) {
    if (voice === null) continue;
    const { need } = voice;
    const byTarget = toReach(need.targetPercent, battery, facts);
    const byEnergy = need.energyWh === null ? null : Math.max(0, need.energyWh - (energyWh - voice.energyWh));
    if (byTarget !== null || byEnergy !== null) return Math.max(byTarget ?? 0, byEnergy ?? 0);
  }
  assumptions.add('energy');
  if (facts.isFull) return 0;
  const left = Math.max(facts.prediction.highEnergyWh - energyWh, facts.isDrawing ? stillDrawingWh : 0);
  return Math.max(0, Math.min(left, toReach(100, battery, facts) ?? Infinity));
}

function toReach(target: number | null, { percent, capacityWh }: Battery, facts: NeedFacts): number | null {
  if (target === null || percent === null || capacityWh === null) return null;
  return (Math.max(0, target - percent) * capacityWh) / 100 / efficiencyOf(facts);
}

function minimumWanted({ stated, vehicle, energyWh }: NeedFacts): number {
  const voice = [stated, vehicle].find((each) => each !== null && each.need.minEnergyWh !== null);
  const minEnergyWh = voice?.need.minEnergyWh ?? null;
  if (voice === undefined || voice === null || minEnergyWh === null) return 0;
  return Math.max(0, minEnergyWh - (energyWh - voice.energyWh));
}

function departureOf({ now, stated, vehicle, prediction }: NeedFacts, assumptions: Set<Assumption>): number {
  const said = saidDeparture(stated?.need, vehicle?.need);
  // A time that has passed while the car still stands there says nothing of when it will leave.
  const coming = said !== null && said > now ? said : null;
  if (coming === null) assumptions.add('departure');
  const early = prediction.earlyDepartureAt > now ? prediction.earlyDepartureAt : now + anyMomentMs;
  return coming === null ? early : Math.min(coming, early);
}

export function saidDeparture(...needs: readonly (ChargingNeed | undefined)[]): number | null {
  const said = needs.find((need) => need !== undefined && need.departsAt !== null)?.departsAt ?? null;
  return said === null ? null : Date.parse(said);
}

function efficiencyOf({ vehicle }: NeedFacts): number {
  return vehicle?.isDirectCurrent === true ? 1 : chargerEfficiency;
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
