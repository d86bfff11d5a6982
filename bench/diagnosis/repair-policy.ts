import { isSafetyCode, ladderFor, maxStepsPerDay, stepNamed } from '../../src/charging/health/ladder.ts';
import type { RemedyStep } from '../../src/contract/findings/finding.ts';
import type { FaultName } from '../../src/simulator/faults/fault-effects.ts';
import { type Random, randomFrom } from '../../src/simulator/random.ts';
import { type FoundAt, isTrue, type StationRun } from './evaluate.ts';
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

export type Action = {
  station: string;
  at: number;
  step: RemedyStep;
  code: string | null;
  isCharging: boolean;
  kind: FoundAt['alarm']['kind'];
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

/** What rules that climb the ladder would have done about every finding, and how long connectors would have been down. */
export function playPolicy(seed: string, runs: readonly StationRun[], days: number): PolicyRun {
  const actions: Action[] = [];
  let [downtimeHours, downtimeWithoutHours, tickets, onHealthy] = [0, 0, 0, 0];
  for (const run of runs) {
    const random = randomFrom(`${seed} repair ${run.id}`);
    const { fault } = run;
    let repairedAt = Number.POSITIVE_INFINITY;
    for (const found of run.found) {
      if (found.at >= repairedAt) continue;
      const { taken, helpedAt, ticketAt } = climb(run, found, actions, random);
      actions.push(...taken);
      if (!isTrue(fault, found)) onHealthy += taken.length;
      tickets += ticketAt === null ? 0 : 1;
      if (isTrue(fault, found)) repairedAt = Math.min(repairedAt, helpedAt ?? (ticketAt ?? found.at) + technicianMs);
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

type Climbed = { taken: Action[]; helpedAt: number | null; ticketAt: number | null };

function climb(run: StationRun, found: FoundAt, earlier: readonly Action[], random: Random): Climbed {
  const { kind } = found.alarm;
  const code = codeAt(run.fault, found);
  const taken: Action[] = [];
  let at = found.at;
  for (const step of ladderFor(kind, code)) {
    if (step === 'ticket') return { taken, helpedAt: null, ticketAt: at };
    const { commands, needsNoSession, verifyWithinMinutes } = stepNamed(step);
    if (commands.length === 0) continue;
    if (needsNoSession) {
      const today = [...earlier, ...taken].filter(
        (each) => each.station === run.id && needsOf(each.step) && at - each.at < dayMs,
      );
      if (today.length >= maxStepsPerDay) continue;
      at = idleAfter(at, random);
    }
    taken.push({ station: run.id, at, step, code, isCharging: false, kind });
    const chance = run.fault === null ? 0 : (helps[run.fault.fault]?.[step] ?? 0);
    if (isTrue(run.fault, found) && random() < chance) return { taken, helpedAt: at, ticketAt: null };
    at += verifyWithinMinutes * 60_000;
  }
  return { taken, helpedAt: null, ticketAt: at };
}

function needsOf(step: RemedyStep): boolean {
  return stepNamed(step).needsNoSession;
}

/** Sessions take about half an hour: a step that may not disturb one waits for its end. */
function idleAfter(at: number, random: Random): number {
  return random() < 0.2 ? at + random() * 45 * 60_000 : at;
}

function codeAt(fault: PlannedFault | null, found: FoundAt): string | null {
  const codes: Partial<Record<FaultName, string>> = {
    'hot-connector': 'HighTemperature',
    'lock-failure': 'ConnectorLockFailure',
    'stuck-relay': 'PowerSwitchFailure',
  };
  return fault !== null && found.at >= fault.failsAt ? (codes[fault.fault] ?? null) : null;
}

/** Counted by itself, from what was done alone. */
function countOutside(actions: readonly Action[]): number {
  return actions.filter(({ kind, code, step, isCharging, station, at }) => {
    const isDisturbing = needsOf(step);
    const sameDay = actions.filter(
      (each) => each.station === station && needsOf(each.step) && each.at <= at && at - each.at < dayMs,
    );
    return (
      !ladderFor(kind, code).includes(step) ||
      (isSafetyCode(code) && step !== 'ticket') ||
      (isDisturbing && (isCharging || sameDay.length > maxStepsPerDay))
    );
  }).length;
}
