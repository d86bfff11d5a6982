import { present } from '#base/present.ts';
import type { NeedsReport } from '#charging/charging-profiles/ev-projections.ts';
import type {
  AcNeeds,
  DcNeeds,
  DerAbilities,
  EnergyOffer,
  IslandingDetection,
  V2xNeeds,
} from '#contract/energy/ev-needs.ts';
import type { Messages } from '../../v21/messages.generated.ts';
import { readControlType } from '../der/wire-words.ts';
import { stationTime } from '../station-time.ts';
import { inverse, wireTransfer } from './wire-words.ts';

type WireRequest = Messages['NotifyEVChargingNeeds']['request'];
type WireNeeds = WireRequest['chargingNeeds'];
type WireAc = NonNullable<WireNeeds['acChargingParameters']>;
type WireDc = NonNullable<WireNeeds['dcChargingParameters']>;
type WireV2x = NonNullable<WireNeeds['v2xChargingParameters']>;
type WireDer = NonNullable<WireNeeds['derChargingParameters']>;
type WireOffer = NonNullable<WireNeeds['evEnergyOffer']>;

const transferOf = inverse(wireTransfer);
const controlModes = { ScheduledControl: 'scheduled', DynamicControl: 'dynamic' } as const;
const mobilityModes = { EVCC: 'car', EVCC_SECC: 'car-and-station' } as const;

/** Read with the types of 2.1, which only tells more than 2.0.1. */
export function readNeeds(
  { evseId, maxScheduleTuples, chargingNeeds, timestamp }: WireRequest,
  { stationId, receivedAt }: { stationId: string; receivedAt: Date },
): NeedsReport {
  const { acChargingParameters, dcChargingParameters, v2xChargingParameters, derChargingParameters } = chargingNeeds;
  const { requestedEnergyTransfer, availableEnergyTransfer = [], departureTime, evEnergyOffer } = chargingNeeds;
  return {
    stationId,
    evseId,
    at: stationTime(timestamp, receivedAt),
    transfer: transferOf[requestedEnergyTransfer],
    availableTransfers: availableEnergyTransfer.map((transfer) => transferOf[transfer]),
    departureAt: departureTime === undefined ? null : stationTime(departureTime, receivedAt),
    maxPeriods: maxScheduleTuples ?? null,
    controlMode: chargingNeeds.controlMode === undefined ? null : controlModes[chargingNeeds.controlMode],
    mobilityMode: chargingNeeds.mobilityNeedsMode === undefined ? null : mobilityModes[chargingNeeds.mobilityNeedsMode],
    ac: acChargingParameters === undefined ? null : readAc(acChargingParameters),
    dc: dcChargingParameters === undefined ? null : readDc(dcChargingParameters),
    v2x: v2xChargingParameters === undefined ? null : readV2x(v2xChargingParameters),
    der: derChargingParameters === undefined ? null : readDer(derChargingParameters),
    energyOffer: evEnergyOffer === undefined ? null : readOffer(evEnergyOffer, receivedAt),
  };
}

function readAc(wire: WireAc): AcNeeds {
  return {
    energyWh: wire.energyAmount,
    minCurrentA: wire.evMinCurrent,
    maxCurrentA: wire.evMaxCurrent,
    maxVoltageV: wire.evMaxVoltage,
  };
}

function readDc(wire: WireDc): DcNeeds {
  return present({
    maxCurrentA: wire.evMaxCurrent,
    maxVoltageV: wire.evMaxVoltage,
    maxPowerW: wire.evMaxPower,
    energyWh: wire.energyAmount,
    capacityWh: wire.evEnergyCapacity,
    chargePercent: wire.stateOfCharge,
    fullPercent: wire.fullSoC,
    bulkPercent: wire.bulkSoC,
  });
}

type Named<Wire> = Exclude<keyof Wire, 'customData'>;

const v2xNames = {
  minChargePower: 'minChargePowerW',
  minChargePower_L2: 'minChargePowerL2W',
  minChargePower_L3: 'minChargePowerL3W',
  maxChargePower: 'maxChargePowerW',
  maxChargePower_L2: 'maxChargePowerL2W',
  maxChargePower_L3: 'maxChargePowerL3W',
  minDischargePower: 'minDischargePowerW',
  minDischargePower_L2: 'minDischargePowerL2W',
  minDischargePower_L3: 'minDischargePowerL3W',
  maxDischargePower: 'maxDischargePowerW',
  maxDischargePower_L2: 'maxDischargePowerL2W',
  maxDischargePower_L3: 'maxDischargePowerL3W',
  minChargeCurrent: 'minChargeCurrentA',
  maxChargeCurrent: 'maxChargeCurrentA',
  minDischargeCurrent: 'minDischargeCurrentA',
  maxDischargeCurrent: 'maxDischargeCurrentA',
  minVoltage: 'minVoltageV',
  maxVoltage: 'maxVoltageV',
  evTargetEnergyRequest: 'targetEnergyWh',
  evMinEnergyRequest: 'minEnergyWh',
  evMaxEnergyRequest: 'maxEnergyWh',
  evMinV2XEnergyRequest: 'minV2xEnergyWh',
  evMaxV2XEnergyRequest: 'maxV2xEnergyWh',
  targetSoC: 'targetPercent',
} as const satisfies Record<Named<WireV2x>, keyof V2xNeeds>;

function readV2x(wire: WireV2x): V2xNeeds {
  return renamed(wire, v2xNames);
}

const derNames = {
  evOverExcitedMaxDischargePower: 'overExcitedMaxDischargeW',
  evOverExcitedPowerFactor: 'overExcitedPowerFactor',
  evUnderExcitedMaxDischargePower: 'underExcitedMaxDischargeW',
  evUnderExcitedPowerFactor: 'underExcitedPowerFactor',
  maxApparentPower: 'maxApparentVa',
  maxChargeApparentPower: 'maxChargeApparentVa',
  maxChargeApparentPower_L2: 'maxChargeApparentL2Va',
  maxChargeApparentPower_L3: 'maxChargeApparentL3Va',
  maxDischargeApparentPower: 'maxDischargeApparentVa',
  maxDischargeApparentPower_L2: 'maxDischargeApparentL2Va',
  maxDischargeApparentPower_L3: 'maxDischargeApparentL3Va',
  maxChargeReactivePower: 'maxChargeReactiveVar',
  maxChargeReactivePower_L2: 'maxChargeReactiveL2Var',
  maxChargeReactivePower_L3: 'maxChargeReactiveL3Var',
  minChargeReactivePower: 'minChargeReactiveVar',
  minChargeReactivePower_L2: 'minChargeReactiveL2Var',
  minChargeReactivePower_L3: 'minChargeReactiveL3Var',
  maxDischargeReactivePower: 'maxDischargeReactiveVar',
  maxDischargeReactivePower_L2: 'maxDischargeReactiveL2Var',
  maxDischargeReactivePower_L3: 'maxDischargeReactiveL3Var',
  minDischargeReactivePower: 'minDischargeReactiveVar',
  minDischargeReactivePower_L2: 'minDischargeReactiveL2Var',
  minDischargeReactivePower_L3: 'minDischargeReactiveL3Var',
  nominalVoltage: 'nominalVoltageV',
  nominalVoltageOffset: 'nominalVoltageOffsetV',
  maxNominalVoltage: 'maxNominalVoltageV',
  minNominalVoltage: 'minNominalVoltageV',
  evInverterManufacturer: 'inverterManufacturer',
  evInverterModel: 'inverterModel',
  evInverterSerialNumber: 'inverterSerialNumber',
  evInverterSwVersion: 'inverterSoftware',
  evInverterHwVersion: 'inverterHardware',
  evIslandingTripTime: 'islandingTripSeconds',
  evMaximumLevel1DCInjection: 'dcInjectionLevel1MilliA',
  evDurationLevel1DCInjection: 'dcInjectionLevel1Seconds',
  evMaximumLevel2DCInjection: 'dcInjectionLevel2MilliA',
  evDurationLevel2DCInjection: 'dcInjectionLevel2Seconds',
  evReactiveSusceptance: 'reactiveSusceptance',
  evSessionTotalDischargeEnergyAvailable: 'dischargeEnergyWh',
} as const satisfies Record<
  Exclude<Named<WireDer>, 'evSupportedDERControl' | 'evIslandingDetectionMethod'>,
  keyof DerAbilities
>;

const islanding = {
  NoAntiIslandingSupport: 'none',
  RoCoF: 'rate-of-frequency-change',
  UVP_OVP: 'voltage-protection',
  UFP_OFP: 'frequency-protection',
  VoltageVectorShift: 'voltage-vector-shift',
  ZeroCrossingDetection: 'zero-crossing',
  OtherPassive: 'other-passive',
  ImpedanceMeasurement: 'impedance-measurement',
  ImpedanceAtFrequency: 'impedance-at-frequency',
  SlipModeFrequencyShift: 'slip-mode-frequency-shift',
  SandiaFrequencyShift: 'sandia-frequency-shift',
  SandiaVoltageShift: 'sandia-voltage-shift',
  FrequencyJump: 'frequency-jump',
  RCLQFactor: 'rcl-q-factor',
  OtherActive: 'other-active',
} satisfies Record<NonNullable<WireDer['evIslandingDetectionMethod']>[number], IslandingDetection>;

function readDer(wire: WireDer): DerAbilities {
  return present({
    ...renamed<DerAbilities>(wire, derNames),
    supportedControls: wire.evSupportedDERControl?.map(readControlType),
    islandingDetection: wire.evIslandingDetectionMethod?.map((method) => islanding[method]),
  });
}

function readOffer({ evPowerSchedule, evAbsolutePriceSchedule }: WireOffer, receivedAt: Date): EnergyOffer {
  return present({
    startsAt: stationTime(evPowerSchedule.timeAnchor, receivedAt).toISOString(),
    powers: evPowerSchedule.evPowerScheduleEntries.map(({ duration, power }) => ({
      durationSeconds: duration,
      powerW: power,
    })),
    currency: evAbsolutePriceSchedule?.currency,
    prices: (evAbsolutePriceSchedule?.evAbsolutePriceScheduleEntries ?? []).flatMap(({ duration, evPriceRule }) =>
      evPriceRule.map(({ energyFee, powerRangeStart }) => ({
        durationSeconds: duration,
        energyFee,
        fromPowerW: powerRangeStart,
      })),
    ),
  });
}

function renamed<Ours extends object>(wire: object, names: Readonly<Record<string, keyof Ours & string>>): Ours {
  const told = Object.entries(wire).flatMap(([name, value]) =>
    names[name] === undefined ? [] : [[names[name], value]],
  );
  return Object.fromEntries(told) as Ours;
}
