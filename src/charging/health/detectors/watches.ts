import type { FindingCause, FindingDetector, FindingKind } from '#contract/findings/finding.ts';
import type { RateRule, ShareRule } from './cusum.ts';
import type { LevelRule, SpreadRule } from './ewma.ts';

/** What is watched, by which rule, and what it means when it gives the alarm. `station`: one per station, else one per connector. */
export type Watch = {
  of: 'station' | 'connector';
  finding: FindingKind;
  cause: FindingCause;
  detector: FindingDetector;
} & (
  | { type: 'rate'; rule: RateRule }
  | { type: 'share'; rule: ShareRule }
  | { type: 'level'; rule: LevelRule }
  | { type: 'spread'; rule: SpreadRule }
);

/**
 * The numbers are those of a healthy fleet. They were chosen on seeds of `npm run bench -- diagnosis` that are not the ones it reports,
 * so that together they give less than one false alarm per station and year.
 */
export const watches = {
  starts: {
    of: 'connector',
    finding: 'starts-failing',
    cause: 'unknown',
    detector: 'cusum',
    type: 'share',
    rule: { usualShare: 0.08, priorAttempts: 60, ratio: 3.5, limit: 6.5, maxRun: 6 },
  },
  contactor: {
    of: 'connector',
    finding: 'relay-failing',
    cause: 'relay',
    detector: 'cusum',
    type: 'rate',
    rule: { usualPerDay: 0.02, priorDays: 60, ratio: 12, limit: 6.5 },
  },
  energyDelay: {
    of: 'connector',
    finding: 'relay-failing',
    cause: 'relay',
    detector: 'ewma',
    type: 'level',
    rule: { warmUp: 12, weight: 0.25, limit: 2.2, minDeviation: 0.2, direction: 'up' },
  },
  lock: {
    of: 'connector',
    finding: 'lock-failing',
    cause: 'lock',
    detector: 'cusum',
    type: 'rate',
    rule: { usualPerDay: 0.02, priorDays: 60, ratio: 12, limit: 6.5 },
  },
  heat: {
    of: 'connector',
    finding: 'overheating',
    cause: 'connector-contact',
    detector: 'ewma',
    type: 'level',
    rule: { warmUp: 10, weight: 0.3, limit: 2.2, minDeviation: 1.5, direction: 'up' },
  },
  meterRhythm: {
    of: 'connector',
    finding: 'meter-failing',
    cause: 'meter',
    detector: 'ewma',
    type: 'spread',
    rule: { warmUp: 150, weight: 0.02, limit: 2.2, minDeviation: 0.3, maxResidual: 15 },
  },
  meterCount: {
    of: 'connector',
    finding: 'meter-failing',
    cause: 'meter',
    detector: 'cusum',
    type: 'rate',
    rule: { usualPerDay: 0.02, priorDays: 60, ratio: 12, limit: 6.5 },
  },
  power: {
    of: 'connector',
    finding: 'power-low',
    cause: 'power-module',
    detector: 'ewma',
    type: 'level',
    rule: { warmUp: 25, weight: 0.12, limit: 1.9, minDeviation: 0.08, direction: 'down' },
  },
  faults: {
    of: 'connector',
    finding: 'fault-recurring',
    cause: 'unknown',
    detector: 'cusum',
    type: 'rate',
    rule: { usualPerDay: 0.03, priorDays: 60, ratio: 10, limit: 7 },
  },
  link: {
    of: 'station',
    finding: 'link-unstable',
    cause: 'network',
    detector: 'cusum',
    type: 'rate',
    rule: { usualPerDay: 0.35, priorDays: 10, ratio: 4, limit: 9.5 },
  },
  boots: {
    of: 'station',
    finding: 'restarting',
    cause: 'software',
    detector: 'cusum',
    type: 'rate',
    rule: { usualPerDay: 0.03, priorDays: 60, ratio: 10, limit: 6.5 },
  },
  clock: {
    of: 'station',
    finding: 'clock-drifting',
    cause: 'clock',
    detector: 'ewma',
    type: 'level',
    rule: { warmUp: 20, weight: 0.1, limit: 3, minDeviation: 2, direction: 'up' },
  },
  answers: {
    of: 'station',
    finding: 'answers-slow',
    cause: 'memory',
    detector: 'ewma',
    type: 'level',
    rule: { warmUp: 20, weight: 0.15, limit: 2.2, minDeviation: 0.25, direction: 'up' },
  },
} as const satisfies Record<string, Watch>;

export type WatchName = keyof typeof watches;
export const watchNames = Object.keys(watches) as WatchName[];
