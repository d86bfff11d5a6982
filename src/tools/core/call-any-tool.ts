import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import type { Registry } from '../registry.ts';
import { defineTool, type Tool } from '../tool.ts';

/** Passes a call on. Policy, approval, limits and audit are those of the tool it names, and of this one. */
export function callAnyTool(registry: Registry): Tool {
  return defineTool({
    name: 'call_tool',
    title: 'Call a tool by its name',
    description:
      'Calls a tool that search_tools found, with the arguments that describe_tool shows. The same rules hold as if it were called directly: what needs a person comes back as a proposal. Call tools that are listed by themselves.',
    category: 'tools',
    level: 'core',
    tier: 'R0',
    scope: null,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    timeoutMs: 600_000,
    input: z.object({
      name: z.string().min(1).max(64).describe('As search_tools returns it'),
      arguments: z.record(z.string(), z.unknown()).default({}).describe('As its input_schema says'),
    }),
    output: z.object({ tool: z.string(), text: z.string(), data: z.record(z.string(), z.unknown()) }),
    examples: [{ name: 'list_charge_points', arguments: { status: 'faulted' } }],
    subject: ({ name }) => name,
    async run({ name, arguments: given }, context) {
      if (registry.get(name)?.name === 'call_tool')
        throw new SigecError('INVALID_INPUT', 'call_tool does not call itself. Name the tool that is meant.');
      const { text, data, ...images } = await registry.execute(name, given, context);
      return { text, data: { tool: registry.get(name)?.name ?? name, text, data }, ...images };
    },
  });
}
