import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import type { Registry } from '../registry.ts';
import { defineTool, type Tool } from '../tool.ts';

export const raiseLevelName = 'raise_level';

/** Listed where there is a session: elsewhere the address and the key say what is shown. */
export function raiseLevel(registry: Registry): Tool {
  return defineTool({
    name: raiseLevelName,
    title: 'Show more tools',
    description:
      'Raises the level of this session in a pack, so that more of its tools are listed. It allows nothing that the key does not allow. Use it when a tool that you need belongs to a higher level.',
    category: 'tools',
    level: 'core',
    tier: 'R0',
    scope: null,
    annotations: { readOnlyHint: false, idempotentHint: true },
    input: z.object({
      pack: z.string().min(1).max(64).describe('Such as charging'),
      level: z.string().min(1).max(64).describe('Such as operate; a wrong one is answered with those there are'),
    }),
    output: z.object({ pack: z.string(), level: z.string(), new_tools: z.array(z.string()) }),
    examples: [{ pack: 'charging', level: 'operate' }],
    async run({ pack, level }, { sessionId, actor }) {
      if (sessionId === undefined) {
        const sentence =
          'There is no session here: the address and the key say what is listed. Use search_tools and call_tool.';
        throw new SigecError('CONFLICT', sentence);
      }
      const { newTools } = await registry.disclosure.upgrade(pack, level, { sessionId, actor });
      return { text: `More tools are listed now: ${newTools.length}.`, data: { pack, level, new_tools: newTools } };
    },
  });
}
