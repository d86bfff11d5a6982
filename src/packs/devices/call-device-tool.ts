import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { whyNotOffered } from './announced/why-not-offered.ts';
import { deviceArgument, knownDevice } from './known-device.ts';
import type { DevicesPackNeeds } from './needs.ts';

/** Passes a call on to an announced tool. Policy, approval, limits and audit are those of that tool, and of this one. */
export function callDeviceTool({ devices, registry }: Pick<DevicesPackNeeds, 'devices' | 'registry'>): Tool {
  return defineTool({
    name: 'call_device_tool',
    title: 'Have a device do something',
    description:
      'Calls one tool of a device, with the arguments that list_device_tools shows. What needs a person comes back as a proposal. ' +
      'Use it to switch a light, show a text or open a gate; what is asked of a charging station has tools of its own. Returns whether the device did it, and what it answered.',
    category: 'devices',
    level: 'observe',
    tier: 'R0',
    scope: null,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    timeoutMs: 600_000,
    input: z.object({
      device: deviceArgument,
      tool: z.string().min(1).max(100).describe('As list_device_tools returns it, such as self.light.set_rgb'),
      arguments: z.record(z.string(), z.unknown()).default({}).describe('As its input_schema says'),
    }),
    output: z.object({ tool_name: z.string(), text: z.string(), data: z.record(z.string(), z.unknown()) }),
    examples: [{ device: 'lobby-light', tool: 'self.light.set_rgb', arguments: { r: 0, g: 255, b: 0 } }],
    subject: ({ device }) => device,
    async run({ device: wanted, tool: name, arguments: given }, context) {
      const device = await knownDevice(devices, wanted);
      const tool = device.tools.find((each) => each.name === name || each.toolName === name);
      if (tool === undefined)
        throw new SigecError('NOT_FOUND', 'The device has no such tool. Call list_device_tools to see those it has.');
      const why = whyNotOffered(device, tool);
      if (why !== undefined) throw new SigecError('NOT_ALLOWED', why);
      if (registry.get(tool.toolName)?.source !== `device:${device.id}`)
        throw new SigecError('CONFLICT', 'This tool is being taken up at this moment. Try again in a few seconds.');
      const { text, data, ...images } = await registry.execute(tool.toolName, given, context);
      return { text, data: { tool_name: tool.toolName, text, data }, ...images };
    },
  });
}
