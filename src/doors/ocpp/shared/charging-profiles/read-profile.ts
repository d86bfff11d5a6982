import { present } from '#base/present.ts';
import type {
  ChargingProfile,
  ChargingSchedule,
  RateUpdate,
  SchedulePeriod,
} from '#contract/energy/charging-profile.ts';
import {
  inverse,
  type WirePeriod,
  type WireProfile,
  type WireSchedule,
  type WireUpdate,
  wireKind,
  wireMode,
  wirePurpose,
  wireRecurrency,
} from './wire-words.ts';

// Written with the types of OCPP 2.1, these read 2.0.1 and, as far as schedules go, 1.6 as well: each only says less.

const purposeOf = inverse(wirePurpose);
const kindOf = inverse(wireKind);
const modeOf = inverse(wireMode);
const recurrencyOf = inverse(wireRecurrency);

export function readProfile(profile: WireProfile, evseId: number): ChargingProfile {
  const [schedule, ...alternatives] = profile.chargingSchedule.map(readSchedule);
  if (schedule === undefined) throw new Error('A charging profile without a schedule passed its schema.');
  return present({
    ...schedule,
    chargingProfileId: profile.id,
    evseId,
    purpose: purposeOf[profile.chargingProfilePurpose],
    kind: kindOf[profile.chargingProfileKind],
    stackLevel: profile.stackLevel,
    recurrency: profile.recurrencyKind && recurrencyOf[profile.recurrencyKind],
    validFrom: readTime(profile.validFrom),
    validTo: readTime(profile.validTo),
    sessionRef: profile.transactionId,
    maxOfflineSeconds: profile.maxOfflineDuration,
    isInvalidAfterOffline: profile.invalidAfterOfflineDuration,
    updateEverySeconds: profile.dynUpdateInterval,
    alternatives: alternatives.length > 0 ? alternatives : undefined,
  });
}

export function readSchedule(schedule: Omit<WireSchedule, 'id'>): ChargingSchedule {
  return present({
    unit: schedule.chargingRateUnit,
    startsAt: readTime(schedule.startSchedule),
    durationSeconds: schedule.duration,
    minRate: schedule.minChargingRate,
    usesLocalTime: schedule.useLocalTime,
    randomDelaySeconds: schedule.randomizedDelay,
    powerToleranceW: schedule.powerTolerance,
    limitAtSoc: schedule.limitAtSoC && { percent: schedule.limitAtSoC.soc, limit: schedule.limitAtSoC.limit },
    priceLevels: readPriceLevels(schedule),
    periods: schedule.chargingSchedulePeriod.map(readPeriod),
  });
}

/** A sales tariff (ISO 15118-2) or a schedule of price levels (15118-20), whichever the station was given. */
function readPriceLevels({
  salesTariff,
  priceLevelSchedule,
}: Omit<WireSchedule, 'id'>): ChargingSchedule['priceLevels'] {
  const told = salesTariff?.salesTariffEntry.flatMap(({ relativeTimeInterval: { start, duration }, ePriceLevel }) =>
    ePriceLevel === undefined ? [] : [present({ startSeconds: start, durationSeconds: duration, level: ePriceLevel })],
  );
  if (told !== undefined && told.length > 0) return told;
  let startSeconds = 0;
  return priceLevelSchedule?.priceLevelScheduleEntries.map(({ duration, priceLevel }) => {
    const entry = { startSeconds, durationSeconds: duration, level: priceLevel };
    startSeconds += duration;
    return entry;
  });
}

export function readPeriod(period: WirePeriod): SchedulePeriod {
  return present({
    startSeconds: period.startPeriod,
    ...readRates(period),
    phases: period.numberPhases,
    phaseToUse: period.phaseToUse,
    operationMode: period.operationMode && modeOf[period.operationMode],
    baselineW: period.v2xBaseline,
    frequencyCurve: period.v2xFreqWattCurve?.map(({ frequency, power }) => ({ frequencyHz: frequency, powerW: power })),
    signalCurve: period.v2xSignalWattCurve?.map(({ signal, power }) => ({ signal, powerW: power })),
    shouldPrecondition: period.preconditioningRequest,
    shouldSleep: period.evseSleep,
  });
}

function readRates(rates: WireUpdate): RateUpdate {
  return present({
    limit: rates.limit,
    limitL2: rates.limit_L2,
    limitL3: rates.limit_L3,
    dischargeLimit: rates.dischargeLimit,
    dischargeLimitL2: rates.dischargeLimit_L2,
    dischargeLimitL3: rates.dischargeLimit_L3,
    setpoint: rates.setpoint,
    setpointL2: rates.setpoint_L2,
    setpointL3: rates.setpoint_L3,
    setpointReactive: rates.setpointReactive,
    setpointReactiveL2: rates.setpointReactive_L2,
    setpointReactiveL3: rates.setpointReactive_L3,
  });
}

/** A time that cannot be read is no time: a profile is not lost for it. */
export function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
