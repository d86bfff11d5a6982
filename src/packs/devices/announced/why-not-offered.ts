import type { DeviceTool } from '#contract/devices/device.ts';
import type { KnownDevice } from '#devices/devices.ts';
import { type ForeignSchema, foreignSchema } from '#tools/foreign-schema.ts';
import { steeringNames } from '#tools/foreign-tool.ts';

/** A name as programs have them: it stands in our sentences. */
const plainName = /^[A-Za-z0-9_.:/-]{1,100}$/;

/** Why agents cannot call an announced tool, with what a person can do; undefined: they can. */
export function whyNotOffered({ state }: Pick<KnownDevice, 'state'>, tool: DeviceTool): string | undefined {
  if (state !== 'active') return state === 'blocked' ? 'The device is blocked.' : 'Nobody has let the device in yet.';
  if (tool.trust !== 'accepted') return untrusted[tool.trust];
  if (!plainName.test(tool.name)) return 'Its name has characters that names of tools do not have.';
  const schema = announcedSchema(tool);
  return 'problem' in schema ? `It cannot be offered: ${schema.problem}.` : undefined;
}

const accept = 'in the console, or with `sigec device accept`';
const untrusted = {
  new: `No person has accepted this tool yet. A person looks at it ${accept}.`,
  changed: `What the device says of this tool has changed since a person accepted it. A person looks at it again ${accept}.`,
  refused: `A person has refused this tool. Only a person can accept it after all, ${accept}.`,
} satisfies Record<Exclude<DeviceTool['trust'], 'accepted'>, string>;

/** `keepsWords`: for where the schema stands among data; the schema of a tool of ours holds our own words alone. */
export function announcedSchema(
  { inputSchema, trust }: Pick<DeviceTool, 'inputSchema' | 'trust'>,
  { keepsWords = false } = {},
): ForeignSchema {
  const isAccepted = trust === 'accepted';
  const made = foreignSchema(inputSchema, { isAccepted, keepsWords: isAccepted && keepsWords });
  if ('schema' in made && steeringNames.some((name) => Object.hasOwn(made.schema.properties, name)))
    return { problem: `an argument is named like one of ours (${steeringNames.join(', ')})` };
  return made;
}
