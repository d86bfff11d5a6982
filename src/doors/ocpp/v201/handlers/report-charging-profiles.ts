import { readProfile } from '../../shared/schedules/read-schedule.ts';
import type { Handler } from '../../version.ts';
import type { Messages } from '../messages.generated.ts';

/** K09: what the station holds, in as many parts as it likes. */
export const onReportChargingProfiles: Handler<Messages['ReportChargingProfiles']> = async (
  { requestId, chargingLimitSource, chargingProfile, tbc = false, evseId },
  { stationId, charging },
) => {
  await charging.schedules.recordReported({
    stationId,
    requestId,
    source: chargingLimitSource,
    schedules: chargingProfile.map((profile) => readProfile(profile, evseId)),
    isLast: !tbc,
  });
  return {};
};
