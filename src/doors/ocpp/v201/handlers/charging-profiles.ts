import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import { readNeeds } from '../../shared/charging-profiles/read-needs.ts';
import { readProfile, readSchedule } from '../../shared/charging-profiles/read-profile.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages as Messages21 } from '../../v21/messages.generated.ts';
import type { Messages } from '../messages.generated.ts';

/** K09: what the station holds, in as many parts as it likes. */
export const onReportChargingProfiles: Handler<
  Messages['ReportChargingProfiles'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordReported'> }
> = async ({ requestId, chargingLimitSource, chargingProfile, tbc = false, evseId }, { stationId, charging }) => {
  await charging.chargingProfiles.recordReported({
    stationId,
    requestId,
    source: chargingLimitSource,
    profiles: chargingProfile.map((profile) => readProfile(profile, evseId)),
    isLast: !tbc,
  });
  return {};
};

/** K11, K12, K14: someone else, such as an energy manager at the site, limits the station. */
export const onNotifyChargingLimit: Handler<
  Messages['NotifyChargingLimit'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordLimit'> }
> = async ({ chargingLimit, chargingSchedule = [], evseId = 0 }, { stationId, charging, receivedAt }) => {
  const { chargingLimitSource, isGridCritical, isLocalGeneration } = chargingLimit as WireLimit;
  await charging.chargingProfiles.recordLimit({
    stationId,
    evseId,
    source: chargingLimitSource,
    isGridCritical: isGridCritical ?? null,
    isLocalGeneration: isLocalGeneration ?? null,
    schedules: chargingSchedule.map(readSchedule),
    at: receivedAt,
  });
  return {};
};

/** 2.1 tells as well whether the limit stands for energy that is made on site. */
type WireLimit = Messages['NotifyChargingLimit']['request']['chargingLimit'] & { isLocalGeneration?: boolean };

/** K13: a limit of someone else no longer holds. */
export const onClearedChargingLimit: Handler<
  Messages['ClearedChargingLimit'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordLimitReleased'> }
> = async ({ chargingLimitSource, evseId }, { stationId, charging, receivedAt }) => {
  await charging.chargingProfiles.recordLimitReleased({
    stationId,
    evseId: evseId ?? null,
    source: chargingLimitSource,
    at: receivedAt,
  });
  return {};
};

// K15.FR.04: 2.0.1 has one word for a car that must not charge like this and for one that charges without a profile of ours.
const wireDecision = {
  accepted: 'Accepted',
  processing: 'Processing',
  'no-profile': 'Rejected',
  rejected: 'Rejected',
} as const;

/** K15, K17: a car tells what it needs. */
export const onNotifyEvChargingNeeds: Handler<
  Messages['NotifyEVChargingNeeds'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordNeeds'> }
> = async (request, { stationId, charging, receivedAt }) => {
  const report = readNeeds(request, { stationId, receivedAt });
  const { decision, reason } = await charging.chargingProfiles.recordNeeds(report);
  return { status: wireDecision[decision], ...(reason !== null && { statusInfo: { reasonCode: reason } }) };
};

/** K15, K16: what the car means to draw. Rejected: it is more than the car may, and a profile follows. */
export const onNotifyEvChargingSchedule: Handler<
  Messages['NotifyEVChargingSchedule'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordEvSchedule'> }
> = async (request: Messages21['NotifyEVChargingSchedule']['request'], { stationId, charging, receivedAt }) => {
  const { evseId, timeBase, chargingSchedule, selectedChargingScheduleId, powerToleranceAcceptance } = request;
  const isWithin = await charging.chargingProfiles.recordEvSchedule({
    stationId,
    evseId,
    timeBase: stationTime(timeBase, receivedAt),
    schedule: readSchedule(chargingSchedule),
    chosenSchedule: selectedChargingScheduleId ?? null,
    acceptsPowerTolerance: powerToleranceAcceptance ?? null,
    at: receivedAt,
  });
  return { status: isWithin === false ? 'Rejected' : 'Accepted' };
};
