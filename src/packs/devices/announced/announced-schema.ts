import type { DeviceTool } from '#contract/devices/device.ts';
import { type ForeignSchema, foreignSchema } from '#tools/foreign-schema.ts';
import { steeringNames } from '#tools/foreign-tool.ts';

/** The arguments of an announced tool as agents see them, or why they cannot. */
export function announcedSchema({ inputSchema }: Pick<DeviceTool, 'inputSchema'>): ForeignSchema {
  const made = foreignSchema(inputSchema);
  if ('schema' in made && steeringNames.some((name) => Object.hasOwn(made.schema.properties, name)))
    return { problem: `an argument is named like one of ours (${steeringNames.join(', ')})` };
  return made;
}
