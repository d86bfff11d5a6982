import type { EnergyPlan, PlannedCar } from '#contract/energy/energy-plan.ts';
import { planPicture } from './plan-picture.ts';

type Change<Value> = { before: Value; after: Value };
export type CarChange = {
  car: PlannedCar;
  readyAt: Change<string | null>;
  shortWh: Change<number>;
  energyWh: Change<number>;
};
export type PlanDifference = {
  cost: Change<number>;
  peakW: Change<number>;
  shortWh: Change<number>;
  /** Those whose plan is another one. */
  cars: CarChange[];
};

/** Less than this matters to nobody. */
const noticeableWh = 50;
const noticeableMs = 60_000;

/** What would be different: how much it costs, how high it goes, and which cars are ready at another time. */
export function planDifference(before: EnergyPlan, after: EnergyPlan): PlanDifference {
  const former = new Map(before.cars.map((car) => [placeOf(car), car]));
  const cars = after.cars.flatMap((car): CarChange[] => {
    const was = former.get(placeOf(car));
    if (was === undefined) return [];
    const change = {
      car,
      readyAt: { before: was.readyAt, after: car.readyAt },
      shortWh: { before: was.shortWh, after: car.shortWh },
      energyWh: { before: energyOf(before, was), after: energyOf(after, car) },
    };
    return isNoticed(change) ? [change] : [];
  });
  const shortOf = ({ cars: all }: EnergyPlan) => all.reduce((sum, { shortWh }) => sum + shortWh, 0);
  return {
    cost: { before: before.cost.planned, after: after.cost.planned },
    peakW: { before: peakOf(before), after: peakOf(after) },
    shortWh: { before: shortOf(before), after: shortOf(after) },
    cars,
  };
}

function placeOf({ sessionId, stationId, evseId }: PlannedCar): string {
  return sessionId ?? `${stationId} ${evseId}`;
}

function isNoticed({ readyAt, shortWh, energyWh }: CarChange): boolean {
  if (Math.abs(shortWh.after - shortWh.before) > noticeableWh) return true;
  if (Math.abs(energyWh.after - energyWh.before) > noticeableWh) return true;
  if ((readyAt.before === null) !== (readyAt.after === null)) return true;
  return Math.abs(Date.parse(readyAt.after ?? '') - Date.parse(readyAt.before ?? '')) > noticeableMs;
}

function energyOf({ slots }: EnergyPlan, { powersW }: PlannedCar): number {
  return powersW.reduce((sum, watts, slot) => sum + (watts * (slots[slot]?.seconds ?? 0)) / 3600, 0);
}

function peakOf(plan: EnergyPlan): number {
  const unnamed = { base: '', sun: '', battery: '', others: '', car: () => '' };
  return Math.max(0, ...planPicture(plan, unnamed).totalW);
}
