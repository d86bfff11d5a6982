import { z } from 'zod';
import { time } from '../common.ts';

export const swappedBattery = z.object({
  direction: z.enum(['in', 'out']),
  evseId: z.int().describe('The slot'),
  serialNumber: z.string(),
  chargePercent: z.number(),
  healthPercent: z.number(),
  producedAt: time.nullable(),
  vendorInfo: z.string().nullable(),
});
export type SwappedBattery = z.infer<typeof swappedBattery>;

/** A driver leaves batteries and takes others (OCPP 2.1 block S). */
export const batterySwap = z.object({
  requestId: z.int(),
  state: z.enum(['requested', 'in', 'out', 'not-taken']).describe('not-taken: the driver left the batteries behind'),
  token: z.string().nullable().describe("The keyed hash of the driver's token"),
  requestedAt: time.nullable().describe('When we asked for it; null: the driver began it at the station'),
  inAt: time.nullable(),
  outAt: time.nullable(),
  batteries: z.array(swappedBattery),
});
export type BatterySwap = z.infer<typeof batterySwap>;
export const batterySwapList = z.object({ batterySwaps: z.array(batterySwap).describe('Newest first') });
export type BatterySwapList = z.infer<typeof batterySwapList>;
