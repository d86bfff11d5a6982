import { z } from 'zod';
import { ifFound, SigecError } from '#base/errors.ts';
import type { Devices, KnownDevice } from '#devices/devices.ts';

export const deviceArgument = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .describe('Its device_id or name, as list_devices returns them');

/** By its id, or by the name that an operator gave it where no other has it. */
export async function knownDevice(devices: Pick<Devices, 'list' | 'get'>, wanted: string): Promise<KnownDevice> {
  const word = wanted.toLowerCase();
  const byId = await ifFound(devices.get(word));
  if (byId !== undefined) return byId;
  const [named, other] = (await devices.list()).filter(({ name }) => name.toLowerCase() === word);
  if (named !== undefined && other === undefined) return named;
  throw new SigecError(
    'NOT_FOUND',
    named === undefined
      ? 'There is no such device. Call list_devices to see those there are.'
      : 'Several devices have this name. Give the device_id that list_devices returns.',
    { details: { field: 'device' } },
  );
}
