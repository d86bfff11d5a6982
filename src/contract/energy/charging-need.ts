import { z } from 'zod';
import { time } from '../common.ts';

const percent = z.number().min(0).max(100);
const wattHours = z.number().min(0).max(1e7);

/** What somebody wants for a car that charges: so much energy, or so full, by a time. What is not named is predicted. */
export const chargingNeed = z.strictObject({
  energyWh: wattHours.nullable().default(null).describe('From now on, in Wh'),
  targetPercent: percent.nullable().default(null).describe('How full the battery shall be'),
  minEnergyWh: wattHours.nullable().default(null).describe('The part that matters most, such as the way home'),
  departsAt: time.nullable().default(null),
  arrivalPercent: percent
    .nullable()
    .default(null)
    .describe('How full the battery was on arrival, where somebody knows'),
  capacityWh: wattHours.min(1000).nullable().default(null),
  priority: z.number().min(0.1).max(10).default(1),
  allowsDischarge: z.boolean().default(false),
  reservePercent: percent.default(50).describe('A car that feeds back is never emptied below it'),
});
export type ChargingNeed = z.output<typeof chargingNeed>;

export const needSource = z.enum(['driver', 'operator', 'agent', 'vehicle', 'predicted']);
export type NeedSource = z.infer<typeof needSource>;

/** What counts for a session in the plan: what was said, and what is foreseen where nothing was. */
export const effectiveNeed = z.object({
  sessionId: z.string(),
  stated: chargingNeed.nullable(),
  source: needSource,
  statedAt: time.nullable(),
  energyWh: z.number().describe('Still wanted'),
  minEnergyWh: z.number(),
  departsAt: time,
  batteryPercent: z.number().nullable(),
  capacityWh: z.number().nullable(),
  predictedDepartureAt: time,
  earlyDepartureAt: time.describe('Eight of ten such stays last longer'),
  confidence: z.number().min(0).max(1),
  assumptions: z
    .array(z.enum(['battery-size', 'arrival-level', 'departure', 'energy', 'phases', 'max-current']))
    .describe('What nobody said or measured'),
});
export type EffectiveNeed = z.infer<typeof effectiveNeed>;
