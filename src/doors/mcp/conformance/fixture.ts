import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CallContext } from '#tools/context.ts';
import { defineTool, type Tool } from '#tools/tool.ts';
import { Host } from '../host.ts';

export const packName = 'conformance';

type Fixture<Shape extends z.ZodRawShape> = {
  name: string;
  /** What its answer holds, after the registry has called, allowed and audited it. */
  answer(given: z.output<z.ZodObject<Shape>>, host: Host, context: CallContext): Promise<void> | void;
  input?: Shape;
  taskMs?: number;
};

/** A tool that the conformance suite calls by its name. It answers through its host: the suite wants more than our tools ever say. */
export function fixture<Shape extends z.ZodRawShape = z.ZodRawShape>({
  name,
  input = {} as Shape,
  taskMs,
  answer,
}: Fixture<Shape>): Tool {
  return defineTool({
    name,
    title: name,
    description: `The tool ${name} of the public conformance suite; it answers what the suite expects.`,
    category: packName,
    level: 'all',
    tier: 'R0',
    input: z.object(input),
    output: z.object({}),
    ...(taskMs !== undefined && { taskMs }),
    async run(given, context) {
      await answer(given as z.output<z.ZodObject<Shape>>, hostOf(context), context);
      return { text: 'Done.', data: {} };
    },
  });
}

export function hostOf({ host }: CallContext): Host {
  if (host instanceof Host) return host;
  throw new Error('This address has no host.');
}

/** Our tools promise structured content, so theirs have it too. */
export function result(...content: ContentBlock[]): CallToolResult {
  return { content, structuredContent: {} };
}

export function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}

/** One pixel, and a silent moment. */
export const pngBase64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
export const wavBase64 = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
