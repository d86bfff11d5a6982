import { z } from 'zod';
import { isOffered } from '../address.ts';
import { UnknownTool } from '../call-tool.ts';
import type { Registry } from '../registry.ts';
import { needsApproval } from '../tier.ts';
import { defineTool, mcpToolOf, type Tool } from '../tool.ts';

export function describeTool(registry: Registry): Tool {
  return defineTool({
    name: 'describe_tool',
    title: 'Read what a tool takes',
    description:
      'Gives the whole definition of one tool: what it is for, its arguments, its answer, its tier and who has to approve it. Use it before the first call_tool of a tool that is not listed.',
    category: 'tools',
    level: 'core',
    tier: 'R0',
    scope: null,
    input: z.object({ name: z.string().min(1).max(64).describe('As search_tools returns it') }),
    output: z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      pack: z.string(),
      level: z.string(),
      category: z.string(),
      tier: z.string(),
      needs_approval: z.boolean(),
      source: z.string(),
      content_hash: z.string(),
      input_schema: z.record(z.string(), z.unknown()),
      output_schema: z.record(z.string(), z.unknown()),
      annotations: z.record(z.string(), z.boolean()),
    }),
    examples: [{ name: 'reset_charge_point' }],
    run({ name }, context) {
      const wanted = registry.get(name);
      const tool = registry.listAllowed(context.actor).find((each) => each.name === wanted?.name);
      if (tool === undefined || !isOffered(tool, context)) throw new UnknownTool(name);
      const { inputSchema, outputSchema, ...seen } = mcpToolOf(tool);
      const { pack, level, category, tier, source, contentHash } = tool;
      const data = {
        ...{ ...seen, pack, level, category, tier, source, needs_approval: needsApproval(tier) },
        ...{ content_hash: contentHash, input_schema: inputSchema, output_schema: outputSchema },
      };
      return Promise.resolve({ text: `${tool.title}, of tier ${tier}.`, data });
    },
  });
}
