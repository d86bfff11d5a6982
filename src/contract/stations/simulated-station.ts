import { z } from 'zod';
import { ocppVersion } from './station.ts';

/** A charging station that the server itself plays, to try things out. */
export const simulatedStation = z.object({
  stationId: z.string(),
  version: ocppVersion,
  token: z.string().describe('Of its driver: start a session with it, and a vehicle comes'),
});
export type SimulatedStationInfo = z.infer<typeof simulatedStation>;

export const simulatedStationList = z.object({ stations: z.array(simulatedStation) });

export const addSimulatedStation = z.strictObject({ version: ocppVersion.default('2.0.1') });
