import { z } from 'zod';
import { type OfferedTool, offered } from './offered-tools.ts';
import type { ServerConnection } from './server-connection.ts';

/** The tool of our own system that passes a call on to any other, listed or not. */
export const callsOthers = 'call_tool';

const asked = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

const described = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  output_schema: z.looseObject({ type: z.literal('object') }).optional(),
  annotations: z.record(z.string(), z.boolean()),
});

/**
 * What a call by way of call_tool really is, so that a person is asked about that, and a "yes, for this session" to one tool is none to all the
 * others. undefined: nobody knows, and it is taken for what it looks like.
 */
export async function calledThrough(
  connection: ServerConnection,
  given: Record<string, unknown>,
): Promise<{ tool: OfferedTool; given: Record<string, unknown> } | undefined> {
  const read = asked.safeParse(given);
  if (!read.success) return undefined;
  const { name, arguments: passedOn } = read.data;
  const listed = connection.tools.find(({ tool }) => tool === name);
  if (listed !== undefined) return listed.tool === callsOthers ? undefined : { tool: listed, given: passedOn };
  try {
    const answer = await connection.request((client) =>
      client.callTool({ name: 'describe_tool', arguments: { name } }),
    );
    const found = described.safeParse(answer.structuredContent);
    if (!found.success) return undefined;
    const { input_schema: inputSchema, output_schema: outputSchema, ...about } = found.data;
    const tool = offered(connection.settings, { ...about, inputSchema, ...(outputSchema && { outputSchema }) });
    connection.accepted.alsoOffer(tool);
    return { tool, given: passedOn };
  } catch {
    return undefined; // the call itself will say why
  }
}
