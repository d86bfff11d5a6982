import type { Alarm } from '../../src/charging/health/detectors/judge-station.ts';
import type { FindingKind } from '../../src/contract/findings/finding.ts';
import type { FaultName } from '../../src/simulator/faults/fault-effects.ts';
import type { Climb } from './climb.ts';
import type { PlannedFault } from './fault-plan.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** One alarm of the run, by the clock of the simulation. */
export type FoundAt = { station: string; at: number; alarm: Alarm };
/** `isWearing`: it has a fault, which shows and is not going to end it within the horizon. */
export type Sample = { score: number; willFail: boolean; isWearing: boolean };

export type StationRun = {
  id: string;
  fault: PlannedFault | null;
  found: FoundAt[];
  samples: Sample[];
  /** What a rule would have done about each of its findings. */
  climbs: Climb[];
  /** When the firmware or model that it has was found to be in trouble. */
  cohortFoundAt?: number;
};

/** After it has failed, a finding still counts as found for so long. */
const graceMs = 24 * hourMs;

export type Score = {
  faults: number;
  found: number;
  alarms: number;
  falseAlarms: number;
  precision: number;
  recall: number;
  medianLeadHours: number;
  falsePerChargerYear: number;
  auc: number;
  /** With stations that wear out and fail later counted among those that do not fail. */
  strictAuc: number;
  rightCause: number;
  byFault: Map<FaultName, { faults: number; found: number; leads: number[] }>;
  falseByKind: Map<string, number>;
};

/** A fault is found where an alarm that is true came before its failure was a day old. */
export function evaluate(runs: readonly StationRun[], days: number): Score {
  const byFault: Score['byFault'] = new Map();
  const falseByKind: Score['falseByKind'] = new Map();
  const leads: number[] = [];
  let [faults, found, alarms, falseAlarms, rightCause] = [0, 0, 0, 0, 0];
  for (const { fault, found: all, cohortFoundAt = Number.POSITIVE_INFINITY } of runs) {
    for (const each of all) {
      alarms += 1;
      if (isTrue(fault, each)) continue;
      falseAlarms += 1;
      const { kind, detector } = each.alarm;
      falseByKind.set(`${kind} ${detector}`, (falseByKind.get(`${kind} ${detector}`) ?? 0) + 1);
    }
    // One that has hardly begun when the month is over is no miss yet.
    if (fault === null || fault.failsAt > days * dayMs) continue;
    const known = byFault.get(fault.fault) ?? { faults: 0, found: 0, leads: [] };
    byFault.set(fault.fault, known);
    faults += 1;
    known.faults += 1;
    const first = all.find((each) => isTrue(fault, each) && each.at <= fault.failsAt + graceMs);
    const isFoundByCohort = fault.fault === 'bad-firmware' && cohortFoundAt <= fault.failsAt + graceMs;
    if (isFoundByCohort) rightCause += 1;
    if (first === undefined && !isFoundByCohort) continue;
    found += 1;
    known.found += 1;
    if (first === undefined || fault.fault === 'bad-firmware') continue;
    if (causesOf[fault.fault].includes(first.alarm.cause)) rightCause += 1;
    if (fault.isSudden) continue;
    leads.push((fault.failsAt - first.at) / hourMs);
    known.leads.push((fault.failsAt - first.at) / hourMs);
  }
  const years = (runs.length * days) / 365;
  return {
    faults,
    found,
    alarms,
    falseAlarms,
    precision: alarms === 0 ? 0 : (alarms - falseAlarms) / alarms,
    recall: faults === 0 ? 0 : found / faults,
    medianLeadHours: median(leads),
    falsePerChargerYear: falseAlarms / years,
    auc: areaUnderCurve(runs.flatMap(({ samples }) => samples.filter(({ isWearing }) => !isWearing))),
    strictAuc: areaUnderCurve(runs.flatMap(({ samples }) => samples)),
    rightCause: found === 0 ? 0 : rightCause / found,
    byFault,
    falseByKind,
  };
}

/**
 * An alarm is true where it tells of what is wrong: from the beginning of the fault on, at the connector that has it or of the station as
 * a whole, and of a kind that such a fault has. An alarm about the link of a station whose contactor wears out is a false one.
 */
export function isTrue(fault: PlannedFault | null, { at, alarm }: FoundAt): boolean {
  if (fault === null || at < fault.onsetAt || !kindsOf[fault.fault].includes(alarm.kind)) return false;
  return fault.connector === null || alarm.connector === null || alarm.connector === `${fault.connector}.1`;
}

const kindsOf: Record<FaultName, readonly FindingKind[]> = {
  'stuck-relay': ['relay-failing', 'starts-failing', 'fault-recurring'],
  'flapping-link': ['link-unstable'],
  'drifting-clock': ['clock-drifting'],
  'failing-meter': ['meter-failing'],
  'memory-leak': ['memory-leak', 'answers-slow', 'restarting', 'link-unstable'],
  'lock-failure': ['lock-failing', 'starts-failing', 'fault-recurring'],
  'hot-connector': ['overheating', 'fault-recurring'],
  'bad-firmware': [
    ...(['restarting', 'answers-slow', 'memory-leak', 'starts-failing', 'link-unstable'] as const),
    ...(['relay-failing', 'firmware-regression'] as const),
  ],
};

const causesOf: Record<FaultName, readonly string[]> = {
  'stuck-relay': ['relay'],
  'flapping-link': ['network'],
  'drifting-clock': ['clock'],
  'failing-meter': ['meter'],
  'memory-leak': ['memory', 'software'],
  'lock-failure': ['lock'],
  'hot-connector': ['connector-contact'],
  'bad-firmware': ['firmware', 'software'],
};

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How likely one that fails stands before one that does not; equal ranks count half. */
export function areaUnderCurve(samples: readonly Sample[]): number {
  const sorted = samples.toSorted((one, other) => one.score - other.score);
  const positives = sorted.filter(({ willFail }) => willFail).length;
  const negatives = sorted.length - positives;
  if (positives === 0 || negatives === 0) return 0;
  let ranks = 0;
  for (let from = 0; from < sorted.length; ) {
    let to = from;
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at += 1) if (sorted[at]?.willFail === true) ranks += rank;
    from = to;
  }
  return (ranks - (positives * (positives + 1)) / 2) / (positives * negatives);
}
