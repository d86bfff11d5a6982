import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import { readSchedule } from '../../shared/charging-profiles/read-profile.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages as Messages21 } from '../../v21/messages.generated.ts';
import type { Messages } from '../messages.generated.ts';

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
