import { SigecError } from '#base/errors.ts';
import type { StationRegister } from './station-register.ts';

/** Throws NOT_FOUND for a station that is not ours: an empty view would look like one that has nothing. */
export async function mustBeKnown(register: StationRegister, stationId: string): Promise<void> {
  if ((await register.find(stationId)) !== undefined) return;
  throw noStation(stationId);
}

export function noStation(stationId: string): SigecError {
  return new SigecError('NOT_FOUND', `There is no station "${stationId}". List the stations to see which there are.`);
}
