import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Actor } from '#principals/actor.ts';
import { invalidInput } from './invalid-input.ts';
import { type Json, jsonSchemaOf, type ObjectSchema } from './json-schema.ts';
import { type Annotations, annotationsOf, type Tier } from './tier.ts';

/** Who calls, and until when the answer is wanted. */
export type ToolContext = { actor: Actor; signal: AbortSignal };

/** `text` is our own sentence. What stations, devices or drivers wrote goes into the typed fields of `data`, cleaned. */
export type ToolAnswer<Data = Record<string, unknown>> = { text: string; data: Data };

export type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string;
  title: string;
  /** When to use it, when not, and what comes back. */
  description: string;
  category: string;
  /** The level of its pack from which on it is shown. */
  level: string;
  tier: Tier;
  input: Input;
  output: Output;
  /** Calls that work, shown to agents. */
  examples?: readonly z.input<Input>[];
  /** Other names it answers to; they are not listed. */
  aliases?: readonly string[];
  /** Whether a second identical call changes nothing more; reading always is. */
  isIdempotent?: boolean;
  timeoutMs?: number;
  /** What the call is about, for the audit: usually the id of a station. */
  subject?(input: z.output<Input>): string;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolAnswer<z.input<Output>>>;
};

/** What agents see of a tool, and all that its content hash covers. */
export type McpTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: Annotations;
};

export type Tool = McpTool & {
  category: string;
  level: string;
  tier: Tier;
  aliases: readonly string[];
  timeoutMs: number;
  /** SHA-256 over what agents see: another hash is another tool, and trust in the old one ends. */
  contentHash: string;
  /** Reads the arguments; throws INVALID_INPUT naming the field and what it accepts. */
  prepare(given: unknown): PreparedCall;
};

export type PreparedCall = { subject: string | null; run(context: ToolContext): Promise<ToolAnswer> };

/** The one way to write a tool. Schemas and hash are computed here, once. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, category, level, tier, examples = [] } = definition;
  const input = z.strictObject(definition.input.shape) as unknown as Input;
  for (const example of examples) input.parse(example);
  const inputSchema = {
    ...jsonSchemaOf(input, 'input'),
    ...(examples.length > 0 && { examples: examples as unknown as Json[] }),
  };
  const seen: McpTool = {
    name,
    title,
    description,
    inputSchema,
    outputSchema: jsonSchemaOf(definition.output, 'output'),
    annotations: annotationsOf(tier, definition.isIdempotent ?? false),
  };
  return {
    ...seen,
    category,
    level,
    tier,
    aliases: definition.aliases ?? [],
    timeoutMs: definition.timeoutMs ?? 30_000,
    contentHash: createHash('sha256').update(JSON.stringify(seen)).digest('hex'),
    prepare(given) {
      const read = input.safeParse(given);
      if (!read.success) throw invalidInput(name, inputSchema, read.error.issues);
      return {
        subject: definition.subject?.(read.data) ?? null,
        async run(context) {
          const { text, data } = await definition.run(read.data, context);
          return { text, data: definition.output.parse(data) };
        },
      };
    },
  };
}

export function mcpToolOf({ name, title, description, inputSchema, outputSchema, annotations }: Tool): McpTool {
  return { name, title, description, inputSchema, outputSchema, annotations };
}
