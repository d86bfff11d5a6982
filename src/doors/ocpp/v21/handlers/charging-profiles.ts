import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import { writeRates } from '../../shared/charging-profiles/write-profile.ts';
import type { Messages } from '../messages.generated.ts';

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
