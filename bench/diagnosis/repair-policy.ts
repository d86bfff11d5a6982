import { isSafetyCode, ladderFor, maxStepsPerDay } from '../../src/charging/health/ladder.ts';
import type { RemedyStep } from '../../src/contract/findings/finding.ts';
import type { FaultName } from '../../src/simulator/faults/fault-effects.ts';
import { randomFrom } from '../../src/simulator/random.ts';
import { type Action, isDisturbing } from './climb.ts';
import { isTrue, type StationRun } from './evaluate.ts';
import type { PlannedFault } from './fault-plan.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Assumed alike with and without rules: how long a technician takes once there is a ticket, and how long nobody notices a failure. */
const technicianMs = 36 * hourMs;
const unnoticedMs = 12 * hourMs;
const plannedVisitMs = 1 * hourMs;

/** How often a step helps against a fault for good: assumed, since nothing public says it; a step that is not named never helps. */
const helps: Partial<Record<FaultName, Partial<Record<RemedyStep, number>>>> = {
  'memory-leak': { 'soft-reset': 0.5, 'hard-reset': 0.3 },
  'flapping-link': { 'soft-reset': 0.3 },
  'drifting-clock': { 'soft-reset': 0.6 },
  'lock-failure': { unlock: 0.2, 'toggle-availability': 0.1 },
  'stuck-relay': { 'toggle-availability': 0.1 },
};

export type PolicyRun = {
  actions: Action[];
  /** Outside the policy: a step that the ladder does not have there, while somebody charged, too often, or at a safety code. */
  outsidePolicy: number;
  onHealthy: number;
  downtimeHours: number;
  downtimeWithoutHours: number;
  tickets: number;
};

/** What the steps that were taken would have helped, and how long connectors would have been down. */
export function playPolicy(seed: string, runs: readonly StationRun[], days: number): PolicyRun {
  const actions: Action[] = [];
  let [downtimeHours, downtimeWithoutHours, tickets, onHealthy] = [0, 0, 0, 0];
  for (const run of runs) {
    const random = randomFrom(`${seed} repair ${run.id}`);
    const { fault } = run;
    let repairedAt = Number.POSITIVE_INFINITY;
    for (const { found, taken, ticketAt } of run.climbs) {
      if (found.at >= repairedAt) continue;
      actions.push(...taken);
      tickets += ticketAt === null ? 0 : 1;
      if (fault === null || !isTrue(fault, found)) {
        if (fault === null || found.at < fault.onsetAt) onHealthy += taken.length;
        continue;
      }
      const helped = taken.find(({ step }) => random() < (helps[fault.fault]?.[step] ?? 0));
      const visitAt = (ticketAt ?? days * dayMs) + technicianMs;
      repairedAt = Math.min(repairedAt, helped?.at ?? visitAt);
    }
    if (fault === null || fault.failsAt > days * dayMs || keepsCharging(fault)) continue;
    downtimeWithoutHours += downHours(fault.failsAt, fault.failsAt + unnoticedMs + technicianMs, days);
    const noticedAt = Math.min(repairedAt, fault.failsAt + unnoticedMs + technicianMs);
    downtimeHours += noticedAt <= fault.failsAt ? plannedVisitMs / hourMs : downHours(fault.failsAt, noticedAt, days);
  }
  return { actions, outsidePolicy: countOutside(actions), onHealthy, downtimeHours, downtimeWithoutHours, tickets };
}

/** Its numbers or its clock are wrong, and cars still charge. */
function keepsCharging({ fault }: PlannedFault): boolean {
  return fault === 'drifting-clock' || fault === 'failing-meter' || fault === 'bad-firmware';
}

function downHours(from: number, to: number, days: number): number {
  return Math.max(0, Math.min(to, days * dayMs) - from) / hourMs;
}

/** Counted by itself, from what was done and what was truly so: the rules knew only what they had heard. */
function countOutside(actions: readonly Action[]): number {
  const byStation = Map.groupBy(actions, ({ station }) => station);
  return actions.filter(({ kind, code, step, isCharging, station, at }) => {
    const sameDay = (byStation.get(station) ?? []).filter(
      (each) => isDisturbing(each.step) && each.at <= at && at - each.at < dayMs,
    );
    return (
      !ladderFor(kind, null).includes(step) ||
      (isSafetyCode(code) && isDisturbing(step)) ||
      (isDisturbing(step) && (isCharging || sameDay.length > maxStepsPerDay))
    );
  }).length;
}
