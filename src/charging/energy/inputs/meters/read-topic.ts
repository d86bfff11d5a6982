import { isRecord, parsedJson } from '#base/json.ts';
import type { MeterSource } from '#contract/energy/site-energy.ts';

const longest = 10_000;

/** The power in a message of a meter: the message itself, or a number at a path such as `em.total_act_power` or `phases.0`. */
export function readTopicMessage(
  text: string,
  { field, unit }: Pick<Extract<MeterSource, { kind: 'mqtt' }>, 'field' | 'unit'>,
): number | undefined {
  if (text.length > longest) return undefined;
  const found = field === null ? text.trim() : at(parsedJson(text), field.split('.'));
  const power = typeof found === 'string' && found !== '' ? Number(found) : found;
  if (typeof power !== 'number' || !Number.isFinite(power)) return undefined;
  return unit === 'kW' ? power * 1000 : power;
}

function at(value: unknown, path: readonly string[]): unknown {
  let inner = value;
  for (const name of path) {
    if (Array.isArray(inner)) inner = inner[Number(name)] as unknown;
    else if (isRecord(inner) && Object.hasOwn(inner, name)) inner = inner[name];
    else return undefined;
  }
  return inner;
}
