import type { KeptBackReason, Rule, StandingApproval } from '#contract/automation/rule.ts';
import { isQuiet } from './quiet-hours.ts';

const dayMs = 86_400_000;

/** When the rule acted, at which station, within the last days. `hasActed` is false where a precondition stopped it. */
export type PastRun = { at: Date; stationId: string | null; hasActed: boolean };

export type Standing = 'not-needed' | StandingApproval | null;

type Moment = {
  at: Date;
  stationId: string | null;
  isOn: boolean;
  approval: Standing;
  /** Newest or oldest first, it does not matter. */
  past: readonly PastRun[];
};

/** Why a rule does not act although its trigger and conditions are met; undefined: it acts. The dry run asks the same. */
export function whyKeptBack(rule: Rule, { at, stationId, isOn, approval, past }: Moment): KeptBackReason | undefined {
  if (!isOn) return 'off';
  if (approval === null) return 'not-approved';
  if (approval !== 'not-needed' && Date.parse(approval.expiresAt) <= at.getTime()) return 'approval-expired';
  const { limits } = rule;
  if (isQuiet(limits.quietHours, at)) return 'quiet-hours';
  const age = (run: PastRun) => at.getTime() - run.at.getTime();
  const here = past.filter((run) => run.stationId === stationId);
  // One that was stopped is not tried again at once either, but uses up nothing.
  if (here.some((run) => age(run) < limits.coolDownMinutes * 60_000)) return 'cool-down';
  const day = past.filter((run) => run.hasActed && age(run) < dayMs);
  if (day.filter((run) => run.stationId === stationId).length >= limits.perStationPerDay) return 'loop';
  const budget = approval === 'not-needed' ? limits.runsPerDay : Math.min(limits.runsPerDay, approval.runsPerDay);
  return day.length >= budget ? 'budget' : undefined;
}
