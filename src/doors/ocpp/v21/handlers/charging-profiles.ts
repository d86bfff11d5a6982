import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import { readNeeds } from '../../shared/charging-profiles/read-needs.ts';
import { writeRates } from '../../shared/charging-profiles/write-profile.ts';
import type { Messages } from '../messages.generated.ts';

const wireDecision = {
  accepted: 'Accepted',
  processing: 'Processing',
  'no-profile': 'NoChargingProfile',
  rejected: 'Rejected',
} as const;

/** K15, K17 to K20: a car tells what it needs. */
export const onNotifyEvChargingNeeds: Handler<
  Messages['NotifyEVChargingNeeds'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordNeeds'> }
> = async (request, { stationId, charging, receivedAt }) => {
  const report = readNeeds(request, { stationId, receivedAt });
  const { decision, reason } = await charging.chargingProfiles.recordNeeds(report);
  return { status: wireDecision[decision], ...(reason !== null && { statusInfo: { reasonCode: reason } }) };
};

/** K29: the station asks for the values of a dynamic profile. */
export const onPullDynamicScheduleUpdate: Handler<
  Messages['PullDynamicScheduleUpdate'],
  { chargingProfiles: Pick<ChargingProfileReports, 'pullUpdate'> }
> = async ({ chargingProfileId }, { stationId, charging }) => {
  const rates = await charging.chargingProfiles.pullUpdate({ stationId, chargingProfileId });
  if (rates === undefined) return { status: 'Rejected', statusInfo: { reasonCode: 'UnknownProfile' } };
  return { status: 'Accepted', scheduleUpdate: writeRates(rates) };
};

/** K22: priority was asked for, or given back, at the station itself. */
export const onNotifyPriorityCharging: Handler<
  Messages['NotifyPriorityCharging'],
  { chargingProfiles: Pick<ChargingProfileReports, 'recordPriority'> }
> = async ({ transactionId, activated }, { stationId, charging, receivedAt }) => {
  await charging.chargingProfiles.recordPriority({
    stationId,
    sessionRef: transactionId,
    isActive: activated,
    changedAt: receivedAt,
    changedBy: 'station',
  });
  return {};
};
