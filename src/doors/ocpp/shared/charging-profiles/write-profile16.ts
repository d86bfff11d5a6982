import { present } from '#base/present.ts';
import type { ChargingProfile } from '#contract/energy/charging-profile.ts';
import type { Messages } from '../../v16/messages.generated.ts';
import { wireKind, wirePurpose, wireRecurrency } from './wire-words.ts';

type WireProfile = Messages['SetChargingProfile']['request']['csChargingProfiles'];

/** A profile in the words of OCPP 1.6, which has one schedule and calls the station's maximum by another name. */
export function writeProfile16(profile: ChargingProfile): WireProfile {
  return present({
    chargingProfileId: profile.chargingProfileId,
    transactionId: profile.sessionRef === undefined ? undefined : Number(profile.sessionRef),
    stackLevel: profile.stackLevel,
    chargingProfilePurpose: wirePurpose16(profile.purpose),
    chargingProfileKind: wireKind[profile.kind] as WireProfile['chargingProfileKind'],
    recurrencyKind: profile.recurrency && wireRecurrency[profile.recurrency],
    validFrom: profile.validFrom,
    validTo: profile.validTo,
    chargingSchedule: present({
      duration: profile.durationSeconds,
      startSchedule: profile.startsAt,
      chargingRateUnit: profile.unit,
      minChargingRate: profile.minRate,
      chargingSchedulePeriod: profile.periods.map(({ startSeconds, limit = 0, phases }) =>
        present({ startPeriod: startSeconds, limit, numberPhases: phases }),
      ),
    }),
  });
}

export function wirePurpose16(purpose: ChargingProfile['purpose']): WireProfile['chargingProfilePurpose'] {
  return purpose === 'charging-station-max-profile'
    ? 'ChargePointMaxProfile'
    : (wirePurpose[purpose] as WireProfile['chargingProfilePurpose']);
}
