import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

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
