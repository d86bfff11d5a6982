import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

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
