import { z } from 'zod';
import { time } from '../common.ts';
import { derControlType } from './der.ts';
import { energyTransfer } from './energy-transfer.ts';

const amount = z.number().optional();

export const acNeeds = z.object({
  energyWh: z.number(),
  minCurrentA: z.number(),
  maxCurrentA: z.number(),
  maxVoltageV: z.number(),
});
export type AcNeeds = z.infer<typeof acNeeds>;

export const dcNeeds = z.object({
  maxCurrentA: z.number(),
  maxVoltageV: z.number(),
  maxPowerW: amount,
  energyWh: amount,
  capacityWh: amount,
  chargePercent: amount,
  fullPercent: amount,
  bulkPercent: amount,
});
export type DcNeeds = z.infer<typeof dcNeeds>;

/** What a car that can feed back needs and may give (ISO 15118-20). */
export const v2xNeeds = z.object({
  minChargePowerW: amount,
  minChargePowerL2W: amount,
  minChargePowerL3W: amount,
  maxChargePowerW: amount,
  maxChargePowerL2W: amount,
  maxChargePowerL3W: amount,
  minDischargePowerW: amount,
  minDischargePowerL2W: amount,
  minDischargePowerL3W: amount,
  maxDischargePowerW: amount,
  maxDischargePowerL2W: amount,
  maxDischargePowerL3W: amount,
  minChargeCurrentA: amount,
  maxChargeCurrentA: amount,
  minDischargeCurrentA: amount,
  maxDischargeCurrentA: amount,
  minVoltageV: amount,
  maxVoltageV: amount,
  targetEnergyWh: amount,
  minEnergyWh: amount,
  maxEnergyWh: amount,
  minV2xEnergyWh: amount,
  maxV2xEnergyWh: amount,
  targetPercent: amount,
});
export type V2xNeeds = z.infer<typeof v2xNeeds>;

export const islandingDetection = z.enum([
  'none',
  'rate-of-frequency-change',
  'voltage-protection',
  'frequency-protection',
  'voltage-vector-shift',
  'zero-crossing',
  'other-passive',
  'impedance-measurement',
  'impedance-at-frequency',
  'slip-mode-frequency-shift',
  'sandia-frequency-shift',
  'sandia-voltage-shift',
  'frequency-jump',
  'rcl-q-factor',
  'other-active',
]);
export type IslandingDetection = z.infer<typeof islandingDetection>;

/** What the inverter of a car can do for the grid. */
export const derAbilities = z.object({
  supportedControls: z.array(derControlType).optional(),
  overExcitedMaxDischargeW: amount,
  overExcitedPowerFactor: amount,
  underExcitedMaxDischargeW: amount,
  underExcitedPowerFactor: amount,
  maxApparentVa: amount,
  maxChargeApparentVa: amount,
  maxChargeApparentL2Va: amount,
  maxChargeApparentL3Va: amount,
  maxDischargeApparentVa: amount,
  maxDischargeApparentL2Va: amount,
  maxDischargeApparentL3Va: amount,
  maxChargeReactiveVar: amount,
  maxChargeReactiveL2Var: amount,
  maxChargeReactiveL3Var: amount,
  minChargeReactiveVar: amount,
  minChargeReactiveL2Var: amount,
  minChargeReactiveL3Var: amount,
  maxDischargeReactiveVar: amount,
  maxDischargeReactiveL2Var: amount,
  maxDischargeReactiveL3Var: amount,
  minDischargeReactiveVar: amount,
  minDischargeReactiveL2Var: amount,
  minDischargeReactiveL3Var: amount,
  nominalVoltageV: amount,
  nominalVoltageOffsetV: amount,
  maxNominalVoltageV: amount,
  minNominalVoltageV: amount,
  inverterManufacturer: z.string().optional(),
  inverterModel: z.string().optional(),
  inverterSerialNumber: z.string().optional(),
  inverterSoftware: z.string().optional(),
  inverterHardware: z.string().optional(),
  islandingDetection: z.array(islandingDetection).optional(),
  islandingTripSeconds: amount,
  dcInjectionLevel1MilliA: amount,
  dcInjectionLevel1Seconds: amount,
  dcInjectionLevel2MilliA: amount,
  dcInjectionLevel2Seconds: amount,
  reactiveSusceptance: amount,
  dischargeEnergyWh: amount,
});
export type DerAbilities = z.infer<typeof derAbilities>;

/** What the car offers to draw or give, and at which price. */
export const energyOffer = z.object({
  startsAt: time,
  powers: z.array(z.object({ durationSeconds: z.int(), powerW: z.number() })),
  currency: z.string().optional(),
  prices: z.array(z.object({ durationSeconds: z.int(), energyFee: z.number(), fromPowerW: z.number() })),
});
export type EnergyOffer = z.infer<typeof energyOffer>;

export const needsDecision = z.enum(['accepted', 'processing', 'no-profile', 'rejected']);
export type NeedsDecision = z.infer<typeof needsDecision>;

/** What the car at an EVSE last told that it needs. */
export const evNeeds = z.object({
  evseId: z.int(),
  sessionRef: z.string().nullable(),
  toldAt: time,
  transfer: energyTransfer.describe('The way of energy transfer the car asked for'),
  availableTransfers: z.array(energyTransfer),
  departureAt: time.nullable(),
  maxPeriods: z.int().nullable().describe('More periods the car cannot take'),
  controlMode: z.enum(['scheduled', 'dynamic']).nullable(),
  mobilityMode: z.enum(['car', 'car-and-station']).nullable().describe('Who may change departure time and energy'),
  ac: acNeeds.nullable(),
  dc: dcNeeds.nullable(),
  v2x: v2xNeeds.nullable(),
  der: derAbilities.nullable(),
  energyOffer: energyOffer.nullable(),
  decision: needsDecision.describe(
    'What we answered; accepted: a charging profile follows at once; no-profile: none will, and the default of the station holds',
  ),
  reason: z.string().nullable(),
  chargingProfileId: z
    .int()
    .nullable()
    .describe('The charging profile that was ready for it; null: none was, or the energy plan of its site makes one'),
});
export type EvNeeds = z.infer<typeof evNeeds>;

export const allowedTransfer = z.object({
  sessionRef: z.string(),
  transfers: z.array(energyTransfer),
  allowedAt: time,
});
export type AllowedTransfer = z.infer<typeof allowedTransfer>;

export const evNeedsList = z.object({ evNeeds: z.array(evNeeds), allowedTransfers: z.array(allowedTransfer) });
export type EvNeedsList = z.infer<typeof evNeedsList>;
