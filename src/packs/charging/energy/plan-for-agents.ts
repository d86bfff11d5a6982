import { z } from 'zod';
import { untrustedText } from '#base/untrusted-text.ts';
import type { EnergyPlan, PlannedCar } from '#contract/energy/energy-plan.ts';
import { inWords } from '#contract/problems/problem-words.ts';
import { sentence } from '#contract/sentence.ts';

/** Fields by their names: an agent pays for every field of a shape, in each tool that has it. */
export const plannedCar = z
  .record(z.string(), z.unknown())
  .describe(
    'session_id, charge_point_id, evse_id, needs_kwh, by, need_source, power_kw now, ready_at, short_kwh it will lack, explanation, said (the same by code), delivery: what its charge point does with the plan',
  );

export type CarForAgents = {
  session_id?: string | undefined;
  charge_point_id: string;
  evse_id: number;
  needs_kwh?: number | undefined;
  by?: string | undefined;
  need_source?: string | undefined;
  power_kw: number;
  ready_at?: string | undefined;
  short_kwh?: number | undefined;
  /** Why it charges when it does, in English; `said` is the same by its code, for whoever says it in another language. */
  explanation: string;
  said: PlannedCar['explanation'];
  delivery: string;
};

/** Nodes and sites bear names that people gave: they are cleaned, and stay in the data. */
export function carForAgents(car: PlannedCar): CarForAgents {
  const { need, sessionId, readyAt, shortWh } = car;
  return {
    session_id: sessionId ?? undefined,
    charge_point_id: untrustedText(car.stationId),
    evse_id: car.evseId,
    needs_kwh: need === null ? undefined : kilo(need.energyWh),
    by: need?.departsAt,
    need_source: need?.source,
    power_kw: kilo(car.powersW[0] ?? 0),
    ready_at: readyAt ?? undefined,
    short_kwh: shortWh > 50 ? kilo(shortWh) : undefined,
    explanation: explanationOf(car.explanation),
    said: cleaned(car.explanation),
    delivery: car.delivery.state,
  };
}

type Said = PlannedCar['explanation'];

export function explanationOf(said: Said): string {
  const clean = cleaned(said);
  return untrustedText(inWords(clean, { language: 'en' }) ?? clean.code, 400);
}

export function cleaned({ code, values }: Said): Said {
  const clean = Object.entries(values).map(([name, value]) => [name, cleanValue(value)]);
  return { code, values: Object.fromEntries(clean) as Said['values'] };
}

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return untrustedText(value, 100);
  const inner = sentence.safeParse(value);
  return inner.success ? cleaned(inner.data) : value;
}

/** The cars of a plan that are charging, in the order of the plan. */
export function chargingCars({ cars }: EnergyPlan): PlannedCar[] {
  return cars.filter(({ sessionId }) => sessionId !== null);
}

/** What a change would do to a plan, for whoever approves it. */
export function differenceOf(before: EnergyPlan, after: EnergyPlan) {
  const shortBefore = new Map(chargingCars(before).map(({ sessionId, shortWh }) => [sessionId, shortWh]));
  const worse = chargingCars(after).filter(
    ({ sessionId, shortWh }) => shortWh > (shortBefore.get(sessionId) ?? 0) + 50,
  );
  return {
    cost_before: moneyOf(before),
    cost_after: moneyOf(after),
    cars_that_lack_more: worse.slice(0, 20).map(({ sessionId, stationId, evseId, shortWh }) => ({
      session_id: sessionId,
      charge_point_id: untrustedText(stationId),
      evse_id: evseId,
      short_kwh_before: kilo(shortBefore.get(sessionId) ?? 0),
      short_kwh: kilo(shortWh),
    })),
    warnings: after.warnings.slice(0, 10).map(explanationOf),
  };
}

export function moneyOf({ cost }: EnergyPlan): string {
  return `${cost.planned.toFixed(2)} ${cost.currency}`;
}

export function kilo(amount: number): number {
  return Math.round(amount / 100) / 10;
}
