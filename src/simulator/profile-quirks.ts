import type { ChargingProfileType } from 'typed-ocpp/dist/ocpp21/types.js';

/** What real stations do with charging profiles against the book, each seen in the field. */
export const profileQuirks = [
  /** Accepts and does nothing. */
  'ignores-profiles',
  /** With any profile in force it gives 9 A and no more. */
  'sticks-at-9-amperes',
  'rejects-stack-levels',
  'needs-absolute',
  'needs-relative',
  /** Neither watts nor wires are divided by the phases that a profile names. */
  'ignores-number-of-phases',
  'only-watts',
  'only-amperes',
  /** 6, 8, 10, 13, 16, 20, 25 and 32 A, rounded down. */
  'coarse-steps',
  'rejects-zero',
  'zero-ends-session',
  /** Somebody once left a maximum of 8 A at a high level. */
  'stale-profile',
  /** Profiles count only once smart charging was switched on. */
  'load-balancing-off',
  /** A quarter of an hour from power to the first message. */
  'slow-boot',
  /** Told to be inoperative, it is broken until it restarts. */
  'breaks-when-inoperative',
] as const;

export type ProfileQuirk = (typeof profileQuirks)[number];

export const slowBootSeconds = 900;

const coarseSteps = [0, 6, 8, 10, 13, 16, 20, 25, 32] as const;
const stuckA = 9;
const staleA = 8;

/** Why a station with these faults refuses a profile that the book allows. */
export function quirkyRefusal(profile: ChargingProfileType, quirks: readonly ProfileQuirk[]): string | undefined {
  const has = (quirk: ProfileQuirk) => quirks.includes(quirk);
  const { chargingProfileKind: kind, chargingSchedule, stackLevel } = profile;
  const units = chargingSchedule.map(({ chargingRateUnit }) => chargingRateUnit);
  const periods = chargingSchedule.flatMap(({ chargingSchedulePeriod }) => chargingSchedulePeriod);
  if (has('rejects-stack-levels') && stackLevel > 0) return 'InvalidStackLevel';
  if (has('needs-absolute') && kind === 'Relative') return 'InvalidProfile';
  if (has('needs-relative') && kind === 'Absolute') return 'InvalidProfile';
  if (has('only-watts') && units.includes('A')) return 'UnsupportedRateUnit';
  if (has('only-amperes') && units.includes('W')) return 'UnsupportedRateUnit';
  if (has('rejects-zero') && periods.some(({ limit }) => limit === 0)) return 'InvalidSchedule';
  return undefined;
}

/** What such a station makes of the current that its profiles come to; undefined: nothing limits it. */
export function quirkyLimitA(limitA: number | undefined, quirks: readonly ProfileQuirk[]): number | undefined {
  if (quirks.includes('ignores-profiles')) return undefined;
  if (limitA === undefined) return undefined;
  if (limitA > 0 && quirks.includes('sticks-at-9-amperes')) return Math.min(stuckA, limitA);
  if (limitA >= 0 && quirks.includes('coarse-steps')) return coarseSteps.findLast((step) => step <= limitA + 1e-9);
  return limitA;
}

/** What a station like that holds before anybody of us spoke to it. */
export function staleProfile(): ChargingProfileType {
  return {
    id: 99_001,
    stackLevel: 8,
    chargingProfilePurpose: 'ChargingStationMaxProfile',
    chargingProfileKind: 'Absolute',
    chargingSchedule: [
      {
        id: 1,
        chargingRateUnit: 'A',
        startSchedule: '2024-01-01T00:00:00.000Z',
        chargingSchedulePeriod: [{ startPeriod: 0, limit: staleA }],
      },
    ],
  };
}
