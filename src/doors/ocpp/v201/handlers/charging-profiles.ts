import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import { readAc, readDc, readDer, readOffer, readV2x } from '../../shared/charging-profiles/read-needs.ts';
import { readProfile, readSchedule } from '../../shared/charging-profiles/read-profile.ts';
import { inverse, wireTransfer } from '../../shared/charging-profiles/wire-words.ts';
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

const transferOf = inverse(wireTransfer);
const wireDecision = { accepted: 'Accepted', processing: 'Processing', rejected: 'Rejected' } as const;
const controlModes = { ScheduledControl: 'scheduled', DynamicControl: 'dynamic' } as const;
const mobilityModes = { EVCC: 'car', EVCC_SECC: 'car-and-station' } as const;

/** K15, K17, K20: a car tells what it needs. Read with the types of 2.1, which only tells more than 2.0.1. */
export const onNotifyEvChargingNeeds: Handler<
  Messages['NotifyEVChargingNeeds'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordNeeds'> }
> = async (request: Messages21['NotifyEVChargingNeeds']['request'], { stationId, charging, receivedAt }) => {
  const { evseId, maxScheduleTuples, chargingNeeds, timestamp } = request;
  const { acChargingParameters, dcChargingParameters, v2xChargingParameters, derChargingParameters } = chargingNeeds;
  const { requestedEnergyTransfer, availableEnergyTransfer = [], departureTime, evEnergyOffer } = chargingNeeds;
  const { decision, reason } = await charging.chargingProfiles.recordNeeds({
    stationId,
    evseId,
    at: stationTime(timestamp, receivedAt),
    transfer: transferOf[requestedEnergyTransfer],
    availableTransfers: availableEnergyTransfer.map((transfer) => transferOf[transfer]),
    departureAt: departureTime === undefined ? null : stationTime(departureTime, receivedAt),
    maxPeriods: maxScheduleTuples ?? null,
    controlMode: chargingNeeds.controlMode === undefined ? null : controlModes[chargingNeeds.controlMode],
    mobilityMode: chargingNeeds.mobilityNeedsMode === undefined ? null : mobilityModes[chargingNeeds.mobilityNeedsMode],
    ac: acChargingParameters === undefined ? null : readAc(acChargingParameters),
    dc: dcChargingParameters === undefined ? null : readDc(dcChargingParameters),
    v2x: v2xChargingParameters === undefined ? null : readV2x(v2xChargingParameters),
    der: derChargingParameters === undefined ? null : readDer(derChargingParameters),
    energyOffer: evEnergyOffer === undefined ? null : readOffer(evEnergyOffer, receivedAt),
  });
  return { status: wireDecision[decision], ...(reason !== null && { statusInfo: { reasonCode: reason } }) };
};

/** K15: what the car means to draw. Accepted says that we have read it, not that we like it. */
export const onNotifyEvChargingSchedule: Handler<
  Messages['NotifyEVChargingSchedule'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordEvSchedule'> }
> = async (request: Messages21['NotifyEVChargingSchedule']['request'], { stationId, charging, receivedAt }) => {
  const { evseId, timeBase, chargingSchedule, selectedChargingScheduleId, powerToleranceAcceptance } = request;
  await charging.chargingProfiles.recordEvSchedule({
    stationId,
    evseId,
    timeBase: stationTime(timeBase, receivedAt),
    schedule: readSchedule(chargingSchedule),
    chosenSchedule: selectedChargingScheduleId ?? null,
    acceptsPowerTolerance: powerToleranceAcceptance ?? null,
    at: receivedAt,
  });
  return { status: 'Accepted' };
};
