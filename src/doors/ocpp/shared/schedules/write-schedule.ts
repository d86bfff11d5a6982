import { present } from '#base/present.ts';
import { transactionIdOf } from '#charging/sessions/record/session-name.ts';
import type { RatePlan, RateUpdate, Schedule, SchedulePeriod } from '#contract/energy/schedule.ts';
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

/** A schedule in the words of OCPP 2.1; what 2.0.1 lacks has to be left out before. */
export function writeProfile(schedule: Schedule): WireProfile {
  const plans = [schedule, ...(schedule.alternatives ?? [])];
  return present({
    id: schedule.scheduleId,
    stackLevel: schedule.stackLevel,
    chargingProfilePurpose: wirePurpose[schedule.purpose],
    chargingProfileKind: wireKind[schedule.kind],
    recurrencyKind: schedule.recurrency && wireRecurrency[schedule.recurrency],
    validFrom: schedule.validFrom,
    validTo: schedule.validTo,
    transactionId: schedule.sessionRef && transactionIdOf(schedule.sessionRef),
    maxOfflineDuration: schedule.maxOfflineSeconds,
    invalidAfterOfflineDuration: schedule.isInvalidAfterOffline,
    dynUpdateInterval: schedule.updateEverySeconds,
    chargingSchedule: plans.map((plan, index) => writePlan(plan, index + 1)),
  });
}

/** The number is the plan's place: by it the car tells which one it chose. */
function writePlan(plan: RatePlan, number: number): WireSchedule {
  return present({
    id: number,
    startSchedule: plan.startsAt,
    duration: plan.durationSeconds,
    chargingRateUnit: plan.unit,
    minChargingRate: plan.minRate,
    useLocalTime: plan.usesLocalTime,
    randomizedDelay: plan.randomDelaySeconds,
    powerTolerance: plan.powerToleranceW,
    limitAtSoC: plan.limitAtSoc && { soc: plan.limitAtSoc.percent, limit: plan.limitAtSoc.limit },
    salesTariff: plan.priceLevels && writePriceLevels(plan.priceLevels, number),
    chargingSchedulePeriod: plan.periods.map(writePeriod),
  });
}

function writePriceLevels(levels: NonNullable<RatePlan['priceLevels']>, number: number) {
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
