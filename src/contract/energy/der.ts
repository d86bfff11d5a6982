import { z } from 'zod';
import { time } from '../common.ts';

/** What a small power plant behind an EVSE is told to do for the grid (OCPP 2.1 block R). */
export const derControlType = z.enum([
  'enter-service',
  'frequency-droop',
  'frequency-watt',
  'fixed-power-factor-absorb',
  'fixed-power-factor-inject',
  'fixed-var',
  'gradients',
  'high-frequency-must-trip',
  'high-frequency-may-trip',
  'high-voltage-must-trip',
  'high-voltage-momentary-cessation',
  'high-voltage-may-trip',
  'limit-max-discharge',
  'low-frequency-must-trip',
  'low-voltage-must-trip',
  'low-voltage-momentary-cessation',
  'low-voltage-may-trip',
  'power-monitoring-must-trip',
  'volt-var',
  'volt-watt',
  'watt-power-factor',
  'watt-var',
]);
export type DerControlType = z.infer<typeof derControlType>;

export const derUnit = z.enum([
  'none',
  'percent-max-watt',
  'percent-max-var',
  'percent-watt-available',
  'percent-var-available',
  'percent-effective-volt',
]);
export type DerUnit = z.infer<typeof derUnit>;

export const derCurve = z.object({
  yUnit: derUnit,
  responseSeconds: z.number().optional(),
  points: z
    .array(z.object({ x: z.number(), y: z.number() }))
    .min(1)
    .max(10),
  hysteresis: z
    .object({
      high: z.number().optional(),
      low: z.number().optional(),
      delaySeconds: z.number().optional(),
      gradient: z.number().optional(),
    })
    .optional(),
  reactive: z
    .object({
      referenceVolt: z.number().optional(),
      isAutonomous: z.boolean().optional(),
      timeConstantSeconds: z.number().optional(),
    })
    .optional(),
  voltage: z
    .object({
      tenMinuteMean: z.number().optional(),
      tripDelaySeconds: z.number().optional(),
      powerDuringCessation: z.enum(['active', 'reactive']).optional(),
    })
    .optional(),
});
export type DerCurve = z.infer<typeof derCurve>;

/** The one part of these that a control's type calls for. */
export const derSettings = z.object({
  curve: derCurve.optional(),
  enterService: z
    .object({
      highVolt: z.number(),
      lowVolt: z.number(),
      highHz: z.number(),
      lowHz: z.number(),
      delaySeconds: z.number().optional(),
      randomDelaySeconds: z.number().optional(),
      rampSeconds: z.number().optional(),
    })
    .optional(),
  powerFactor: z.object({ displacement: z.number(), isExcited: z.boolean() }).optional(),
  fixedVar: z.object({ setpoint: z.number(), unit: derUnit }).optional(),
  frequencyDroop: z
    .object({
      overHz: z.number(),
      underHz: z.number(),
      overDroop: z.number(),
      underDroop: z.number(),
      responseSeconds: z.number(),
    })
    .optional(),
  gradient: z.object({ percentPerSecond: z.number(), softPercentPerSecond: z.number() }).optional(),
  maxDischarge: z.object({ percent: z.number().optional(), mustTrip: derCurve.optional() }).optional(),
});
export type DerSettings = z.infer<typeof derSettings>;

/** Which settings a type is made of; every other type is a curve. */
const partOfType: Partial<Record<DerControlType, keyof DerSettings>> = {
  'enter-service': 'enterService',
  'fixed-power-factor-absorb': 'powerFactor',
  'fixed-power-factor-inject': 'powerFactor',
  'fixed-var': 'fixedVar',
  'frequency-droop': 'frequencyDroop',
  gradients: 'gradient',
  'limit-max-discharge': 'maxDischarge',
};

export function derPartOf(type: DerControlType): keyof DerSettings {
  return partOfType[type] ?? 'curve';
}

export const derControl = derSettings.extend({
  controlId: z.string().min(1).max(36),
  type: derControlType,
  isDefault: z.boolean().describe('Holds whenever no other control of its type does'),
  priority: z.int().min(0).describe('Lower numbers win'),
  startsAt: time.optional(),
  durationSeconds: z.number().min(0).optional(),
});
export type DerControl = z.infer<typeof derControl>;

export const keptDerControl = derControl.extend({
  state: z.enum(['active', 'cleared']),
  since: time.describe('In this state'),
  isSuperseded: z.boolean().describe('Another control with a better priority is in force'),
  isRunning: z.boolean().nullable().describe('null: the station has not told a start or stop'),
  reportedAt: time.nullable(),
});
export type KeptDerControl = z.infer<typeof keptDerControl>;

export const gridFault = z.enum([
  'current-imbalance',
  'local-emergency',
  'low-input-power',
  'over-current',
  'over-frequency',
  'over-voltage',
  'phase-rotation',
  'remote-emergency',
  'under-frequency',
  'under-voltage',
  'voltage-imbalance',
]);
export type GridFault = z.infer<typeof gridFault>;

export const derAlarm = z.object({
  type: derControlType,
  fault: gridFault.nullable(),
  raisedAt: time,
  endedAt: time.nullable(),
  info: z.string().nullable(),
});
export type DerAlarm = z.infer<typeof derAlarm>;

export const derStartStop = z.object({
  controlId: z.string(),
  hasStarted: z.boolean(),
  at: time,
  supersededIds: z.array(z.string()),
});
export type DerStartStop = z.infer<typeof derStartStop>;

export const derView = z.object({
  controls: z.array(keptDerControl),
  alarms: z.array(derAlarm).describe('Newest first'),
  startStops: z.array(derStartStop).describe('Newest first'),
});
export type DerView = z.infer<typeof derView>;
