import { z } from 'zod';
import type { Pack } from '../../src/tools/pack.ts';
import { defineTool, type Tool } from '../../src/tools/tool.ts';

type Made = { name: string; level: string; tier?: 'R0' | 'R1' };

function bookTool({ name, level, tier = 'R0' }: Made): Tool {
  return defineTool({
    name,
    level,
    tier,
    title: name,
    category: 'books',
    description: `Stands for ${name} of a shop, and answers with how many copies were asked for.`,
    input: z.object({
      copies: z.int().min(1).max(99).default(1).describe('How many'),
      isGift: z.boolean().optional().describe('Whether it is wrapped'),
      tags: z.array(z.int()).optional().describe('Shelves'),
    }),
    output: z.object({ copies: z.int(), isGift: z.boolean().optional(), tags: z.array(z.int()).optional() }),
    run: (given) => Promise.resolve({ text: 'Here.', data: given }),
  });
}

/** A pack that climbs by itself after three and seven calls, with three tools more each time. */
export function climbingPack(): Pack {
  const toolsAt = (level: string) => [1, 2, 3].map((number) => bookTool({ name: `${level}_${number}`, level }));
  return {
    name: 'shelf',
    title: 'A shelf',
    instructions: '',
    levels: [
      { name: 'basic', about: 'Looking' },
      { name: 'shopping', about: 'Choosing', after: 3 },
      { name: 'advanced', about: 'Buying', after: 7 },
    ],
    tools: ['basic', 'shopping', 'advanced'].flatMap(toolsAt),
  };
}

export type Told = { status: number; headers: Headers; body: Record<string, unknown> };

/** Plain HTTP with a key, as a program without MCP calls. */
export function asker(address: string, secret?: string) {
  return async (method: string, path: string, body?: unknown): Promise<Told> => {
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };
}
