import { z } from 'zod';
import { time } from '../common.ts';
import { sentence } from '../sentence.ts';
import { chargingNeed, effectiveNeed } from './charging-need.ts';
import { energyMode, temporaryLimit } from './site-energy.ts';

/** What the station did with its part of the plan. */
export const planDelivery = z.object({
  state: z.enum(['not-sent', 'sending', 'followed', 'ignored', 'capped', 'rounded', 'refused', 'offline']),
  since: time,
  reason: sentence.nullable(),
});
export type PlanDelivery = z.infer<typeof planDelivery>;

export const plannedCar = z.object({
  sessionId: z.string().nullable().describe('null: a car that is only expected'),
  stationId: z.string(),
  evseId: z.int(),
  nodeId: z.string(),
  driverName: z.string().nullable().describe('null too where the key lacks drivers:read, or they were forgotten'),
  phases: z.int(),
  need: effectiveNeed.nullable(),
  powersW: z.array(z.number()).describe('One for each slot; below zero the car feeds back'),
  currentsA: z.array(z.number()).describe('Per phase'),
  measuredW: z.number().nullable(),
  shortWh: z.number(),
  readyAt: time.nullable(),
  explanation: sentence,
  delivery: planDelivery,
});
export type PlannedCar = z.infer<typeof plannedCar>;

export const nodeLoad = z.object({
  nodeId: z.string(),
  name: z.string().nullable(),
  limitW: z.number().nullable(),
  limitA: z.array(z.number()).nullable(),
  measuredW: z.number().nullable(),
  plannedW: z.array(z.number()).describe('With loads and sun, one for each slot'),
  plannedA: z
    .array(z.array(z.number()))
    .nullable()
    .describe('The line that carries most, first; one row for each slot'),
  worstCaseA: z.number().nullable().describe('Whatever subset of stations is offline or ignores us'),
  worstCaseW: z.number().nullable(),
  isSafe: z.boolean(),
});
export type NodeLoad = z.infer<typeof nodeLoad>;

export const energyPlan = z.object({
  siteId: z.string(),
  mode: energyMode,
  madeAt: time,
  madeBy: z.enum(['solver', 'water-filling']),
  fallbackReason: sentence.nullable().describe("Why it is not the solver's"),
  solveMs: z.number().nullable(),
  slots: z.array(z.object({ from: time, seconds: z.int(), importPerKwh: z.number(), carbonKgPerKwh: z.number() })),
  cars: z.array(plannedCar),
  nodes: z.array(nodeLoad),
  batteryW: z
    .array(z.number())
    .describe(
      'What the battery should do, a number for each slot; below zero it gives. Without a topic for it this is advice; limits hold without it',
    ),
  baseLoadW: z.array(z.number()).describe('Loads less sun at the connection to the grid, one for each slot'),
  cost: z.object({ planned: z.number(), uncontrolled: z.number(), currency: z.string() }),
  warnings: z.array(sentence),
});
export type EnergyPlan = z.infer<typeof energyPlan>;

/** Questions to the planner: what if these limits and needs held? Nothing changes. */
export const whatIf = z.strictObject({
  limits: z.array(temporaryLimit).max(100).default([]),
  needs: z
    .array(z.strictObject({ sessionId: z.string(), need: chargingNeed }))
    .max(1000)
    .default([]),
  caution: z.number().min(0).max(1).nullable().default(null),
});
export type WhatIf = z.output<typeof whatIf>;

export const meterState = z.object({
  meterId: z.string(),
  name: z.string().nullable(),
  nodeId: z.string(),
  kind: z.string(),
  powerW: z.number().nullable(),
  readAt: time.nullable(),
  isSilent: z.boolean(),
  countsW: z.number().describe('What the planner takes it for'),
  error: sentence.nullable(),
});

/** What is learned of how a station takes charging profiles. */
export const stationAbilities = z.object({
  stationId: z.string(),
  unit: z.enum(['A', 'W']),
  maxPeriods: z.int(),
  maxStackLevel: z.int(),
  kind: z.enum(['absolute', 'relative']).describe('relative: its profiles have one period, told again when it changes'),
  purpose: z
    .enum(['tx-profile', 'tx-default-profile', 'charging-station-max-profile'])
    .describe('By which its plans are sent'),
  pauseA: z.number().describe('What is said for a pause'),
  pilotsA: z.array(z.number()).nullable().describe('Currents it can offer; null: any'),
  findings: z.array(
    z.enum([
      'ignores-profiles',
      'caps-current',
      'rounds-down',
      'rejects-stack-level',
      'rejects-zero',
      'rejects-amperes',
      'rejects-watts',
      'rejects-periods',
      'rejects-absolute',
      'rejects-relative',
      'ignores-phases',
      'stale-profile',
      'does-not-wake',
      'slow',
      'zero-ends-session',
      'ignores-tx-profile',
      'ignores-tx-default',
      'smart-charging-off',
    ]),
  ),
  isOfModel: z.boolean().describe('Learned from another station of the same vendor and model'),
  checkedAt: time.nullable(),
});
export type StationAbilities = z.infer<typeof stationAbilities>;

/** A site at a glance: what flows, what may flow, what is silent, what is unsafe. */
export const energyStatus = z.object({
  siteId: z.string(),
  mode: energyMode,
  importW: z.number().nullable(),
  chargingW: z.number(),
  limitW: z.number().nullable(),
  planMadeAt: time.nullable(),
  meters: z.array(meterState),
  stations: z.array(stationAbilities),
  nodes: z.array(nodeLoad.omit({ plannedW: true, plannedA: true })),
  limits: z.array(temporaryLimit),
  warnings: z.array(sentence),
});
export type EnergyStatus = z.infer<typeof energyStatus>;

export const planApplied = z.object({
  madeAt: time,
  sent: z.int(),
  unchanged: z.int(),
  failed: z.array(z.object({ stationId: z.string(), reason: sentence })),
});
export type PlanApplied = z.infer<typeof planApplied>;
