import type { ChargingProfileReports } from '#charging/charging-profiles/charging-profile-reports.ts';
import type { Handler } from '../../handler.ts';
import { readProfile } from '../../shared/charging-profiles/read-profile.ts';
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
