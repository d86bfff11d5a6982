import { present } from '#base/present.ts';
import { transactionIdOf } from '#charging/sessions/record/session-event.ts';
import type {
  ChargingProfile,
  ChargingSchedule,
  RateUpdate,
  SchedulePeriod,
} from '#contract/energy/charging-profile.ts';
import {
  type WirePeriod,
  type WireProfile,
  type WireSchedule,
  type WireUpdate,
  wireKind,
  wireMode,
  wirePurpose,
  wireRecurrency,
} from './wire-words.ts';

/** A profile in the words of OCPP 2.1; what 2.0.1 lacks has to be left out before. */
export function writeProfile(profile: ChargingProfile): WireProfile {
  const schedules = [profile, ...(profile.alternatives ?? [])];
  return present({
    id: profile.chargingProfileId,
    stackLevel: profile.stackLevel,
    chargingProfilePurpose: wirePurpose[profile.purpose],
    chargingProfileKind: wireKind[profile.kind],
    recurrencyKind: profile.recurrency && wireRecurrency[profile.recurrency],
    validFrom: profile.validFrom,
    validTo: profile.validTo,
    transactionId: profile.sessionRef && transactionIdOf(profile.sessionRef),
    maxOfflineDuration: profile.maxOfflineSeconds,
    invalidAfterOfflineDuration: profile.isInvalidAfterOffline,
    dynUpdateInterval: profile.updateEverySeconds,
    chargingSchedule: schedules.map((schedule, index) => writeSchedule(schedule, index + 1)),
  });
}

/** The number is the schedule's place: by it the car tells which one it chose. */
function writeSchedule(schedule: ChargingSchedule, number: number): WireSchedule {
  return present({
    id: number,
    startSchedule: schedule.startsAt,
    duration: schedule.durationSeconds,
    chargingRateUnit: schedule.unit,
    minChargingRate: schedule.minRate,
    useLocalTime: schedule.usesLocalTime,
    randomizedDelay: schedule.randomDelaySeconds,
    powerTolerance: schedule.powerToleranceW,
    limitAtSoC: schedule.limitAtSoc && { soc: schedule.limitAtSoc.percent, limit: schedule.limitAtSoc.limit },
    salesTariff: schedule.priceLevels && writePriceLevels(schedule.priceLevels, number),
    chargingSchedulePeriod: schedule.periods.map(writePeriod),
  });
}

function writePriceLevels(levels: NonNullable<ChargingSchedule['priceLevels']>, number: number) {
  return {
    id: number,
    numEPriceLevels: new Set(levels.map(({ level }) => level)).size,
    salesTariffEntry: levels.map(({ startSeconds, durationSeconds, level }) => ({
      relativeTimeInterval: present({ start: startSeconds, duration: durationSeconds }),
      ePriceLevel: level,
    })),
  };
}

function writePeriod(period: SchedulePeriod): WirePeriod {
  return present({
    startPeriod: period.startSeconds,
    ...writeRates(period),
    numberPhases: period.phases,
    phaseToUse: period.phaseToUse,
    operationMode: period.operationMode && wireMode[period.operationMode],
    v2xBaseline: period.baselineW,
    v2xFreqWattCurve: period.frequencyCurve?.map(({ frequencyHz, powerW }) => ({
      frequency: frequencyHz,
      power: powerW,
    })),
    v2xSignalWattCurve: period.signalCurve?.map(({ signal, powerW }) => ({ signal, power: powerW })),
    preconditioningRequest: period.shouldPrecondition,
    evseSleep: period.shouldSleep,
  });
}

export function writeRates(rates: RateUpdate): WireUpdate {
  return present({
    limit: rates.limit,
    limit_L2: rates.limitL2,
    limit_L3: rates.limitL3,
    dischargeLimit: rates.dischargeLimit,
    dischargeLimit_L2: rates.dischargeLimitL2,
    dischargeLimit_L3: rates.dischargeLimitL3,
    setpoint: rates.setpoint,
    setpoint_L2: rates.setpointL2,
    setpoint_L3: rates.setpointL3,
    setpointReactive: rates.setpointReactive,
    setpointReactive_L2: rates.setpointReactiveL2,
    setpointReactive_L3: rates.setpointReactiveL3,
  });
}
