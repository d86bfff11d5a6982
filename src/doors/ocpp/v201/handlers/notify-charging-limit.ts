import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import { readSchedule } from '../../shared/charging-profiles/read-profile.ts';
import type { Messages } from '../messages.generated.ts';

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
