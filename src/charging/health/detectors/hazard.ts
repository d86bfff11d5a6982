import type { Cohort } from '#contract/findings/finding.ts';

/** What a station has shown since it has its firmware. */
export type CohortMember = {
  stationId: string;
  vendor: string;
  model: string;
  firmwareVersion: string | null;
  days: number;
  troubles: number;
  failures: number;
};

/** Failures per day of a place, by what its kind has shown, drawn towards the whole fleet as long as little is known. */
export type Hazard = { failures: number; days: number };

/** So many days of the fleet's experience stand behind a cohort of which nothing is known. */
const priorDays = 200;
/** Before a fleet has failed at all: one failure in two years. */
const firstGuessPerDay = 1 / 730;

export function fleetRate(members: readonly Pick<CohortMember, 'days' | 'failures'>[]): number {
  const days = members.reduce((sum, each) => sum + each.days, 0);
  const failures = members.reduce((sum, each) => sum + each.failures, 0);
  return (failures + firstGuessPerDay * priorDays) / (days + priorDays);
}

/** How likely something of this kind fails within these days: a Gamma prior of the fleet, updated by its own failures. */
export function failureProbability({ failures, days }: Hazard, ratePerDay: number, horizonDays: number): number {
  const shape = ratePerDay * priorDays + failures;
  const scale = priorDays + days;
  return 1 - (scale / (scale + horizonDays)) ** shape;
}

/** How likely it fails within its horizon, by how far a detector has risen and by what its kind does anyway. */
export function riskOf(score: number, usualProbability: number): number {
  return 1 - (1 - usualProbability) * Math.exp(-1.2 * score * score);
}

export type CohortAlarm = {
  cohort: Cohort;
  isFirmware: boolean;
  stations: number;
  affected: readonly string[];
  /** How many times as often as elsewhere. */
  times: number;
};

const minAffected = 3;
const minEvidence = 8;
const minTimes = 2.5;
/** Stations that have not been seen for so long say nothing yet. */
const minDays = 0.5;

/**
 * Firmware or models whose stations are in trouble more often than others. Stations are counted, not their signs, so that one bad
 * station does not give its model a bad name.
 */
export function judgeCohorts(members: readonly CohortMember[]): CohortAlarm[] {
  const seen = members.filter(({ days }) => days >= minDays);
  const days = seen.reduce((sum, each) => sum + each.days, 0);
  const usualTroubles = (median(seen.map((each) => each.troubles / each.days)) * days + 1) / (days + 10);
  const isAffected = (member: CohortMember) =>
    member.troubles >= Math.max(4, 3 * usualTroubles * member.days + 3 * Math.sqrt(usualTroubles * member.days));
  const alarms: CohortAlarm[] = [];
  for (const ofModel of Map.groupBy(seen, ({ vendor, model }) => `${vendor}\n${model}`).values()) {
    const byFirmware = [...Map.groupBy(ofModel, ({ firmwareVersion }) => firmwareVersion).values()];
    const ofFirmware = byFirmware.flatMap((cohort) => judgeCohort(cohort, { all: seen, isAffected, isFirmware: true }));
    alarms.push(...ofFirmware);
    if (ofFirmware.length === 0 || byFirmware.length === 1)
      alarms.push(...judgeCohort(ofModel, { all: seen, isAffected, isFirmware: false }));
  }
  return alarms;
}

type Judging = { all: readonly CohortMember[]; isAffected: (member: CohortMember) => boolean; isFirmware: boolean };

function judgeCohort(cohort: readonly CohortMember[], { all, isAffected, isFirmware }: Judging): CohortAlarm[] {
  const [first] = cohort;
  const affected = cohort.filter(isAffected);
  if (first === undefined || affected.length < minAffected || cohort.length === all.length) return [];
  const others = all.length - cohort.length;
  const affectedOthers = all.filter(isAffected).length - affected.length;
  const usual = Math.max(0.02, (affectedOthers + 1) / (others + 20));
  const share = affected.length / cohort.length;
  const evidence = binomialEvidence(affected.length, cohort.length, usual);
  if (share / usual < minTimes || evidence < minEvidence) return [];
  const { vendor, model, firmwareVersion } = first;
  return [
    {
      cohort: { vendor, model, firmwareVersion: isFirmware ? firmwareVersion : null },
      isFirmware,
      stations: cohort.length,
      affected: affected.map(({ stationId }) => stationId),
      times: share / usual,
    },
  ];
}

/** The logarithm of how much likelier the share that was seen is than the usual one. */
function binomialEvidence(hits: number, of: number, usual: number): number {
  const share = hits / of;
  const missed = of - hits;
  return hits * Math.log(share / usual) + (missed === 0 ? 0 : missed * Math.log((1 - share) / (1 - usual)));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
