import { present } from '#base/present.ts';
import type { Schedule } from '#contract/energy/schedule.ts';
import type { Messages } from '../../v16/messages.generated.ts';
import { wireKind, wirePurpose, wireRecurrency } from './wire-words.ts';

type WireProfile = Messages['SetChargingProfile']['request']['csChargingProfiles'];

/** A schedule in the words of OCPP 1.6, which has one plan and calls the station's maximum by another name. */
export function writeProfile16(schedule: Schedule): WireProfile {
  return present({
    chargingProfileId: schedule.scheduleId,
    transactionId: schedule.sessionRef === undefined ? undefined : Number(schedule.sessionRef),
    stackLevel: schedule.stackLevel,
    chargingProfilePurpose: wirePurpose16(schedule.purpose),
    chargingProfileKind: wireKind[schedule.kind] as WireProfile['chargingProfileKind'],
    recurrencyKind: schedule.recurrency && wireRecurrency[schedule.recurrency],
    validFrom: schedule.validFrom,
    validTo: schedule.validTo,
    chargingSchedule: present({
      duration: schedule.durationSeconds,
      startSchedule: schedule.startsAt,
      chargingRateUnit: schedule.unit,
      minChargingRate: schedule.minRate,
      chargingSchedulePeriod: schedule.periods.map(({ startSeconds, limit = 0, phases }) =>
        present({ startPeriod: startSeconds, limit, numberPhases: phases }),
      ),
    }),
  });
}

export function wirePurpose16(purpose: Schedule['purpose']): WireProfile['chargingProfilePurpose'] {
  return purpose === 'station-max'
    ? 'ChargePointMaxProfile'
    : (wirePurpose[purpose] as WireProfile['chargingProfilePurpose']);
}
