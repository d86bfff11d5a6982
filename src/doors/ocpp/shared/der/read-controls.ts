import { present } from '#base/present.ts';
import type { ReportedControl } from '#charging/der/open-der.ts';
import type { DerControl, DerCurve } from '#contract/energy/der.ts';
import type { Messages } from '../../v21/messages.generated.ts';
import { readTime } from '../charging-profiles/read-profile.ts';
import { readControlType, unitOf } from './wire-words.ts';

type Report = Messages['ReportDERControl']['request'];
type WireCurve = NonNullable<Report['curve']>[number]['curve'];
type WireFactor = NonNullable<Report['fixedPFAbsorb']>[number];

export function readControls(report: Report): ReportedControl[] {
  return [
    ...(report.curve ?? []).map(({ curve, curveType, ...about }) =>
      reported(about, curve, { type: readControlType(curveType), curve: readCurve(curve) }),
    ),
    ...(report.enterService ?? []).map(({ id, enterService: entry }) =>
      reported({ id, isDefault: true, isSuperseded: false }, entry, {
        type: 'enter-service',
        enterService: present({
          highVolt: entry.highVoltage,
          lowVolt: entry.lowVoltage,
          highHz: entry.highFreq,
          lowHz: entry.lowFreq,
          delaySeconds: entry.delay,
          randomDelaySeconds: entry.randomDelay,
          rampSeconds: entry.rampRate,
        }),
      }),
    ),
    ...(report.fixedPFAbsorb ?? []).map((entry) => readFactor('fixed-power-factor-absorb', entry)),
    ...(report.fixedPFInject ?? []).map((entry) => readFactor('fixed-power-factor-inject', entry)),
    ...(report.fixedVar ?? []).map(({ fixedVar, ...about }) =>
      reported(about, fixedVar, {
        type: 'fixed-var',
        fixedVar: { setpoint: fixedVar.setpoint, unit: unitOf[fixedVar.unit] },
      }),
    ),
    ...(report.freqDroop ?? []).map(({ freqDroop, ...about }) =>
      reported(about, freqDroop, {
        type: 'frequency-droop',
        frequencyDroop: {
          overHz: freqDroop.overFreq,
          underHz: freqDroop.underFreq,
          overDroop: freqDroop.overDroop,
          underDroop: freqDroop.underDroop,
          responseSeconds: freqDroop.responseTime,
        },
      }),
    ),
    ...(report.gradient ?? []).map(({ id, gradient: entry }) =>
      reported({ id, isDefault: true, isSuperseded: false }, entry, {
        type: 'gradients',
        gradient: { percentPerSecond: entry.gradient, softPercentPerSecond: entry.softGradient },
      }),
    ),
    ...(report.limitMaxDischarge ?? []).map(({ limitMaxDischarge: entry, ...about }) =>
      reported(about, entry, {
        type: 'limit-max-discharge',
        maxDischarge: present({
          percent: entry.pctMaxDischargePower,
          mustTrip: entry.powerMonitoringMustTrip && readCurve(entry.powerMonitoringMustTrip),
        }),
      }),
    ),
  ];
}

type About = { id: string; isDefault: boolean; isSuperseded: boolean };
type When = { priority: number; startTime?: string; duration?: number };

/** Enter-service and gradients are always the default: OCPP does not say it of them. */
function reported(
  { id, isDefault, isSuperseded }: About,
  { priority, startTime, duration }: When,
  content: Omit<DerControl, 'controlId' | 'isDefault' | 'priority'>,
): ReportedControl {
  const when = present({ startsAt: readTime(startTime), durationSeconds: duration });
  return { control: { controlId: id, isDefault, priority, ...when, ...content }, isSuperseded };
}

function readFactor(type: DerControl['type'], { fixedPF, ...about }: WireFactor): ReportedControl {
  const { displacement, excitation } = fixedPF;
  return reported(about, fixedPF, { type, powerFactor: { displacement, isExcited: excitation } });
}

function readCurve(curve: WireCurve): DerCurve {
  const { hysteresis, reactivePowerParams: reactive, voltageParams: voltage } = curve;
  return present({
    points: curve.curveData.map(({ x, y }) => ({ x, y })),
    yUnit: unitOf[curve.yUnit],
    responseSeconds: curve.responseTime,
    hysteresis:
      hysteresis &&
      present({
        high: hysteresis.hysteresisHigh,
        low: hysteresis.hysteresisLow,
        delaySeconds: hysteresis.hysteresisDelay,
        gradient: hysteresis.hysteresisGradient,
      }),
    reactive:
      reactive &&
      present({
        referenceVolt: reactive.vRef,
        isAutonomous: reactive.autonomousVRefEnable,
        timeConstantSeconds: reactive.autonomousVRefTimeConstant,
      }),
    voltage:
      voltage &&
      present({
        tenMinuteMean: voltage.hv10MinMeanValue,
        tripDelaySeconds: voltage.hv10MinMeanTripDelay,
        powerDuringCessation: voltage.powerDuringCessation && cessationOf[voltage.powerDuringCessation],
      }),
  });
}

const cessationOf = { Active: 'active', Reactive: 'reactive' } as const;
