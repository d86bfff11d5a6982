import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CallContext } from './context.ts';
import { invalidInput } from './invalid-input.ts';
import { type Json, jsonSchemaOf, type ObjectSchema } from './json-schema.ts';
import { notDone, type Plan, planned } from './plan.ts';
import { type Annotations, annotationsOf, needsApproval, type Tier } from './tier.ts';

/** `text` is our own sentence. What stations, devices or drivers wrote goes into the typed fields of `data`, cleaned. */
export type ToolAnswer<Data = Record<string, unknown>> = { text: string; data: Data };

/** Whether it happened. A tool that asked and heard no, or could not ask, answers all the same, and says `is_done: false`. */
export function isDone({ data }: ToolAnswer): boolean {
  return data['is_done'] !== false && data['status'] !== notDone;
}

/** Where a tool comes from. What is not built in brings its own words, and is trusted by its hash alone. */
export type Source = 'built-in' | `device:${string}` | `remote:${string}`;

/** How often one principal may call it. */
export type RateLimit = { calls: number; perSeconds: number };

type Described<Input extends z.ZodObject, Output extends z.ZodObject> = {
  name: string;
  title: string;
  /** When to use it, when not, and what comes back. */
  description: string;
  category: string;
  /** The level of its pack from which on it is shown. */
  level: string;
  input: Input;
  output: Output;
  /** Calls that work, shown to agents. */
  examples?: readonly z.input<Input>[];
  /** Other names it answers to; they are not listed. */
  aliases?: readonly string[];
  /** Whether a second identical call changes nothing more; reading always is. */
  isIdempotent?: boolean;
  timeoutMs?: number;
  rateLimit?: RateLimit;
  source?: Source;
  /** What a key with scopes has to hold; absent: category and access, such as `stations:operate`; null: nothing. */
  scope?: string | null;
  /** Stands in for what follows from the tier, where a tool reaches others. */
  annotations?: Partial<Annotations>;
  /** What the call is about, for the audit: usually the id of a station. */
  subject?(input: z.output<Input>): string;
};

type Run<Input extends z.ZodObject, Output extends z.ZodObject> = (
  input: z.output<Input>,
  context: CallContext,
) => Promise<ToolAnswer<z.input<Output>>>;

/** Looks and computes, and has no effect: a dry run, the question to a person, and the check before the execution are this one. */
type MakePlan<Input extends z.ZodObject> = (input: z.output<Input>, context: CallContext) => Promise<Plan>;

/** From R2 on a tool says what it would do before anybody lets it. */
export type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = Described<Input, Output> &
  (
    | { tier: 'R0' | 'R1'; plan?: undefined; run: Run<Input, Output> }
    | { tier: 'R2' | 'R3'; plan: MakePlan<Input>; run: Run<Input, Output> }
  );

/** What agents see of a tool. */
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
  rateLimit: RateLimit;
  source: Source;
  /** Undefined: the usual one, by category and tier; null: none is needed. */
  scope: string | null | undefined;
  /** Whether a key is needed whatever the address: only reading can be open. */
  requiresAuth: boolean;
  examples: readonly Json[];
  /** SHA-256 over what agents see and the tier: another hash is another tool, and trust in the old one ends. */
  contentHash: string;
  /** Reads the arguments; throws INVALID_INPUT naming the field and what it accepts. */
  prepare(given: unknown): PreparedCall;
};

export type PreparedCall = {
  subject: string | null;
  /** As given, without what steers the call itself: what reads them again gets the same call. */
  arguments: Record<string, unknown>;
  idempotencyKey: string | undefined;
  isDryRun: boolean;
  plan: ((context: CallContext) => Promise<Plan>) | undefined;
  run(context: CallContext): Promise<ToolAnswer>;
};

/** Reading is cheap; a command is not. */
const readingLimit: RateLimit = { calls: 600, perSeconds: 60 };
const actingLimit: RateLimit = { calls: 60, perSeconds: 60 };

const idempotencyKey = z
  .string()
  .min(8)
  .max(100)
  .refine((text) => /^[!-~]+$/.test(text), 'must be visible ASCII characters')
  .optional()
  .describe('Your own text; the same call with it again gets the first answer and does nothing');
const dryRun = z.boolean().optional().describe('true: only tell what it would do');

/** The one way to write a tool. Schemas and hash are computed here, once. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { name, title, description, category, level, tier, plan, examples = [] } = definition;
  if (needsApproval(tier) !== (plan !== undefined))
    throw new Error(`Tool ${name}: what needs a person's approval has a plan, and nothing else has.`);
  const steering = {
    ...(plan !== undefined && { dry_run: dryRun }),
    ...(tier !== 'R0' && { idempotency_key: idempotencyKey }),
  };
  const input = definition.input.safeExtend(steering).strict(); // keeps what it refines
  for (const example of examples) input.parse(example);
  const inputSchema = {
    ...jsonSchemaOf(input, 'input'),
    ...(examples.length > 0 && { examples: examples as unknown as Json[] }),
  };
  const output = needsApproval(tier) ? planned.extend({ result: definition.output.optional() }) : definition.output;
  const seen: McpTool = {
    name,
    title,
    description,
    inputSchema,
    outputSchema: jsonSchemaOf(output, 'output'),
    annotations: { ...annotationsOf(tier, definition.isIdempotent ?? false), ...definition.annotations },
  };
  return {
    ...seen,
    category,
    level,
    tier,
    aliases: definition.aliases ?? [],
    timeoutMs: definition.timeoutMs ?? 30_000,
    rateLimit: definition.rateLimit ?? (tier === 'R0' ? readingLimit : actingLimit),
    source: definition.source ?? 'built-in',
    scope: definition.scope,
    requiresAuth: tier !== 'R0',
    examples: examples as unknown as Json[],
    contentHash: createHash('sha256')
      .update(JSON.stringify({ ...seen, tier }))
      .digest('hex'),
    prepare(given) {
      const read = input.safeParse(given);
      if (!read.success) throw invalidInput(name, inputSchema, read.error.issues);
      const { dry_run, idempotency_key, ...rest } = read.data as Steered;
      const { dry_run: _dry, idempotency_key: _key, ...asGiven } = given as Steered;
      const own = rest as unknown as z.output<Input>;
      return {
        subject: definition.subject?.(own) ?? null,
        arguments: asGiven,
        idempotencyKey: idempotency_key,
        isDryRun: dry_run ?? false,
        plan: plan && ((context) => plan(own, context)),
        async run(context) {
          const answer = await definition.run(own, context);
          return { ...answer, data: definition.output.parse(answer.data) };
        },
      };
    },
  };
}

type Steered = { dry_run?: boolean; idempotency_key?: string; [name: string]: unknown };

export function mcpToolOf({ name, title, description, inputSchema, outputSchema, annotations }: Tool): McpTool {
  return { name, title, description, inputSchema, outputSchema, annotations };
}
