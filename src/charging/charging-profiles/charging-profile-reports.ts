import type { ChargingProfile, RateUpdate } from '#contract/energy/charging-profile.ts';
import type { Decision, EvScheduleReport, NeedsReport, PriorityRow } from './ev-projections.ts';
import type { LimitRelease, LimitReport } from './limit-projections.ts';

export type ReportedChargingProfiles = {
  stationId: string;
  requestId: number;
  source: string;
  profiles: readonly ChargingProfile[];
  isLast: boolean;
};

export type ChargingProfileReports = {
  recordReported(report: ReportedChargingProfiles): Promise<void>;
  recordLimit(report: LimitReport): Promise<void>;
  recordLimitReleased(release: LimitRelease): Promise<void>;
  /** Once this has answered, the profile that it promised is on its way. */
  recordNeeds(report: NeedsReport): Promise<Decision>;
  /** Whether the car means to stay within what it was given; null: it was given nothing that can be compared. */
  recordEvSchedule(report: EvScheduleReport): Promise<boolean | null>;
  recordPriority(change: PriorityRow): Promise<void>;
  pullUpdate(asked: { stationId: string; chargingProfileId: number }): Promise<RateUpdate | undefined>;
};
