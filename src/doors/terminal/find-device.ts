import { SigecError } from '#base/errors.ts';
import { deviceApi } from '#contract/api/devices.ts';
import type { Api } from './api.ts';
import type { Terminal } from './terminal.ts';

/** A device by its id, or by the name that it was given where no other has it. */
export async function deviceIdOf({ text }: Terminal, api: Api, given: string): Promise<string> {
  const wanted = given.trim().toLowerCase();
  if (/^[0-9a-f]{2}([:-][0-9a-f]{2}){5}$/.test(wanted)) return wanted.replaceAll('-', ':');
  const { devices } = await api.call(deviceApi.list);
  if (devices.some(({ id }) => id === wanted)) return wanted;
  const [first, ...others] = devices.filter(({ name }) => name.toLowerCase() === wanted);
  if (first === undefined) return wanted; // the server says that there is none, and which may have been meant
  if (others.length === 0) return first.id;
  throw new SigecError('INVALID_INPUT', text.input.ambiguous(given, [first, ...others].map(({ id }) => id).join(', ')));
}

/** "light.set_rgb" is enough: nearly all begin with "self.". */
export function toolNamed<Tool extends { name: string; toolName: string }>(
  tools: readonly Tool[],
  given: string,
): Tool | undefined {
  const fits = (wanted: string) => tools.find(({ name, toolName }) => name === wanted || toolName === wanted);
  return fits(given) ?? fits(`self.${given}`);
}
