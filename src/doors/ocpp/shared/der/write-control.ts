import { present } from '#base/present.ts';
import type { DerControl, DerCurve } from '#contract/energy/der.ts';
import type { Messages } from '../../v21/messages.generated.ts';
import { wireControlType, wireUnit } from './wire-words.ts';

type WireControl = Messages['SetDERControl']['request'];
type WireCurve = NonNullable<WireControl['curve']>;

/** R04: a control, of which OCPP wants the one part that its type names. */
export function writeControl(control: DerControl): WireControl {
  const { controlId, type, isDefault, priority, startsAt, durationSeconds } = control;
  const { curve, enterService, powerFactor, fixedVar, frequencyDroop, gradient, maxDischarge } = control;
  const when = present({ startTime: startsAt, duration: durationSeconds });
  const factor = powerFactor && {
    priority,
    displacement: powerFactor.displacement,
    excitation: powerFactor.isExcited,
    ...when,
  };
  return present({
    isDefault,
    controlId,
    controlType: wireControlType[type],
    curve: curve && { ...writeCurve(curve, priority), ...when },
    enterService:
      enterService &&
      present({
        priority,
        highVoltage: enterService.highVolt,
        lowVoltage: enterService.lowVolt,
        highFreq: enterService.highHz,
        lowFreq: enterService.lowHz,
        delay: enterService.delaySeconds,
        randomDelay: enterService.randomDelaySeconds,
        rampRate: enterService.rampSeconds,
      }),
    fixedPFAbsorb: type === 'fixed-power-factor-absorb' ? factor : undefined,
    fixedPFInject: type === 'fixed-power-factor-inject' ? factor : undefined,
    fixedVar: fixedVar && { priority, setpoint: fixedVar.setpoint, unit: wireUnit[fixedVar.unit], ...when },
    freqDroop: frequencyDroop && {
      priority,
      overFreq: frequencyDroop.overHz,
      underFreq: frequencyDroop.underHz,
      overDroop: frequencyDroop.overDroop,
      underDroop: frequencyDroop.underDroop,
      responseTime: frequencyDroop.responseSeconds,
      ...when,
    },
    gradient: gradient && {
      priority,
      gradient: gradient.percentPerSecond,
      softGradient: gradient.softPercentPerSecond,
    },
    limitMaxDischarge: maxDischarge && {
      priority,
      ...present({
        pctMaxDischargePower: maxDischarge.percent,
        powerMonitoringMustTrip: maxDischarge.mustTrip && writeCurve(maxDischarge.mustTrip, priority),
      }),
      ...when,
    },
  });
}

function writeCurve(curve: DerCurve, priority: number): WireCurve {
  const { points, yUnit, responseSeconds, hysteresis, reactive, voltage } = curve;
  return present({
    curveData: points,
    priority,
    yUnit: wireUnit[yUnit],
    responseTime: responseSeconds,
    hysteresis:
      hysteresis &&
      present({
        hysteresisHigh: hysteresis.high,
        hysteresisLow: hysteresis.low,
        hysteresisDelay: hysteresis.delaySeconds,
        hysteresisGradient: hysteresis.gradient,
      }),
    reactivePowerParams:
      reactive &&
      present({
        vRef: reactive.referenceVolt,
        autonomousVRefEnable: reactive.isAutonomous,
        autonomousVRefTimeConstant: reactive.timeConstantSeconds,
      }),
    voltageParams:
      voltage &&
      present({
        hv10MinMeanValue: voltage.tenMinuteMean,
        hv10MinMeanTripDelay: voltage.tripDelaySeconds,
        powerDuringCessation: voltage.powerDuringCessation && cessation[voltage.powerDuringCessation],
      }),
  });
}

const cessation = { active: 'Active', reactive: 'Reactive' } as const;
