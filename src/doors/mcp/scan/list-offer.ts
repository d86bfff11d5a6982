import type { z } from 'zod';
import { type Offer, scannedPrompt, scannedResource, scannedTemplate, scannedTool } from './definitions.ts';
import type { McpCaller } from './mcp-caller.ts';

/** A server that never ends its list is read so far. */
const maxPages = 50;

/** Everything that a server lists; a list it does not have is empty. */
export async function readOffer(caller: McpCaller, opening: Record<string, unknown>): Promise<Offer> {
  const { instructions } = opening;
  return {
    era: caller.era,
    instructions: typeof instructions === 'string' ? instructions : '',
    tools: await listOf(caller, { method: 'tools/list', field: 'tools', shape: scannedTool }),
    resources: await listOf(caller, { method: 'resources/list', field: 'resources', shape: scannedResource }),
    templates: await listOf(caller, {
      ...{ method: 'resources/templates/list', field: 'resourceTemplates', shape: scannedTemplate },
    }),
    prompts: await listOf(caller, { method: 'prompts/list', field: 'prompts', shape: scannedPrompt }),
  };
}

type Listed<Shape extends z.ZodType> = { method: string; field: string; shape: Shape };

async function listOf<Shape extends z.ZodType>(
  caller: McpCaller,
  { method, field, shape }: Listed<Shape>,
): Promise<z.output<Shape>[]> {
  const all: z.output<Shape>[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const reply = await caller.ask(method, cursor === undefined ? {} : { cursor });
    if (reply.kind !== 'result') break;
    const entries = reply.result[field];
    for (const entry of Array.isArray(entries) ? entries : []) {
      const read = shape.safeParse(entry);
      if (read.success) all.push(read.data);
    }
    const { nextCursor } = reply.result;
    if (typeof nextCursor !== 'string' || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return all;
}
