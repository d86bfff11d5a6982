import type { OcppVersion } from '#contract/stations/station.ts';

/** By which purpose plans are sent to a station, in the order in which they are tried. */
export const planPurposes = ['tx-profile', 'tx-default-profile', 'charging-station-max-profile'] as const;
export type PlanPurpose = (typeof planPurposes)[number];

/** What a station can take of charging profiles, as it told or as it was learned. */
export type ProfileAbilities = {
  version: OcppVersion;
  unit: 'A' | 'W';
  /** ChargingScheduleMaxPeriods (1.6), PeriodsPerSchedule (2.x). */
  maxPeriods: number;
  /** ChargeProfileMaxStackLevel (1.6), ProfileStackLevel (2.x). */
  maxStackLevel: number;
  /** MaxChargingProfilesInstalled; null: not known. */
  maxProfiles: number | null;
  /** Absent: absolute. A relative one has a single period, since stations disagree from when they count. */
  kind?: 'absolute' | 'relative';
  /** What is said instead of 0 A to a station that refuses it: no car charges with so little. Absent: 0. */
  pauseA?: number;
  /** Absent: the plan of a session is the session's own profile. */
  purpose?: PlanPurpose;
  /** Takes watts as those of three phases, whatever the profile says. */
  ignoresPhases?: boolean;
  /** Absent: it may take watts where they are better than amperes. */
  refusesWatts?: boolean;
};
