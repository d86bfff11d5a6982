import { createHash } from 'node:crypto';
import { z } from 'zod';
import { SigecError } from '#base/errors.ts';
import { type Json, jsonSchemaOf, type ObjectSchema } from '#base/json-schema.ts';
import type { CallContext } from './context.ts';
import { invalidInput } from './invalid-input.ts';
import { notDone, type Plan, planned } from './plan.ts';
import { type Annotations, annotationsOf, needsApproval, type Tier } from './tier.ts';

/** `text` is our own sentence. What stations, devices or drivers wrote goes into the typed fields of `data`, cleaned. */
export type ToolAnswer<Data = Record<string, unknown>> = { text: string; data: Data; images?: readonly AnswerImage[] };

/** Beside the data: doors that can show a picture do, tables never keep one. */
export type AnswerImage = { mimeType: string; data: string };

/** Whether it happened. A tool that asked and heard no, or could not ask, answers all the same, and says `is_done: false`. */
export function isDone({ data }: ToolAnswer): boolean {
  return data['is_done'] !== false && data['status'] !== notDone;
}

/** Where a tool comes from. What is not built in brings its own words, and is trusted by its hash alone. */
export type Source = 'built-in' | `device:${string}` | `remote:${string}`;

export type RateLimit = { calls: number; perSeconds: number };

type Described<Own, Output extends z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  category: string;
  /** The level of its pack from which on it is shown. */
  level: string;
  output: Output;
  /** Other names it answers to; they are not listed. */
  aliases?: readonly string[];
  /** Words that it is also found by; nobody is told them. */
  searchWords?: string;
  /** Whether a second identical call changes nothing more; reading always is. */
  isIdempotent?: boolean;
  timeoutMs?: number;
  /** How long it may take where its caller comes back for the answer; absent: it never goes on that long. */
  taskMs?: number;
  rateLimit?: RateLimit;
  source?: Source;
  /** What a key with scopes has to hold; absent: category and access, such as `stations:operate`; null: nothing. */
  scope?: string | null;
  /** Stands in for what follows from the tier, where a tool reaches others. */
  annotations?: Partial<Annotations>;
  /** What the call is about, for the audit: usually the id of a station. */
  subject?(input: Own): string;
};

type Run<Own, Output extends z.ZodObject> = (input: Own, context: CallContext) => Promise<ToolAnswer<z.input<Output>>>;

/** Looks and computes, and has no effect: a dry run, the question to a person, and the check before the execution are this one. */
type MakePlan<Own> = (input: Own, context: CallContext) => Promise<Plan>;

/** A tool, however its arguments are read. From R2 on it says what it would do before anybody lets it. */
export type ToolBehind<Own, Output extends z.ZodObject> = Described<Own, Output> &
  (
    | { tier: 'R0' | 'R1'; plan?: undefined; run: Run<Own, Output> }
    | { tier: 'R2' | 'R3'; plan: MakePlan<Own>; run: Run<Own, Output> }
  );

export type ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> = ToolBehind<
  z.output<Input>,
  Output
> & {
  input: Input;
  examples?: readonly z.input<Input>[];
  /** Not advertised. */
  otherSpellings?: OtherSpellings;
};

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
  searchWords: string;
  timeoutMs: number;
  taskMs: number | undefined;
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
  const { name, examples = [], otherSpellings = {} } = definition;
  const misspelt = spellingProblem(otherSpellings, Object.keys(definition.input.shape));
  if (misspelt !== undefined) throw new Error(`Tool ${name}: ${misspelt}.`);
  const input = definition.input.safeExtend(steeringOf(definition)).strict(); // keeps what it refines
  for (const example of examples) input.parse(example);
  const inputSchema = {
    ...jsonSchemaOf(input, 'input'),
    ...(examples.length > 0 && { examples: examples as unknown as Json[] }),
  };
  const tool = assembleTool<z.output<Input>, Output>(definition, {
    inputSchema,
    read(given) {
      const read = input.safeParse(inOurSpelling(given, otherSpellings, name));
      if (!read.success) throw invalidInput(name, inputSchema, read.error.issues);
      return read.data;
    },
  });
  return { ...tool, examples: examples as unknown as Json[] };
}

export function steeringOf({ tier }: { tier: Tier }): z.ZodRawShape {
  return {
    ...(needsApproval(tier) && { dry_run: dryRun }),
    ...(tier !== 'R0' && { idempotency_key: idempotencyKey }),
  };
}

/** How arguments are read: throws INVALID_INPUT, otherwise gives them with what steers the call. */
export type ArgumentReader = { inputSchema: ObjectSchema; read(given: unknown): Record<string, unknown> };

export function assembleTool<Own, Output extends z.ZodObject>(
  definition: ToolBehind<Own, Output>,
  { inputSchema, read }: ArgumentReader,
): Tool {
  const { name, title, description, category, level, tier, plan } = definition;
  if (needsApproval(tier) !== (plan !== undefined))
    throw new Error(`Tool ${name}: what needs a person's approval has a plan, and nothing else has.`);
  const seen: McpTool = {
    name,
    title,
    description,
    inputSchema,
    outputSchema: outputSchemaOf(definition.output, tier),
    annotations: { ...annotationsOf(tier, definition.isIdempotent ?? false), ...definition.annotations },
  };
  return {
    ...seen,
    category,
    level,
    tier,
    aliases: definition.aliases ?? [],
    searchWords: definition.searchWords ?? '',
    timeoutMs: definition.timeoutMs ?? 30_000,
    taskMs: definition.taskMs,
    rateLimit: definition.rateLimit ?? (tier === 'R0' ? readingLimit : actingLimit),
    source: definition.source ?? 'built-in',
    scope: definition.scope,
    requiresAuth: tier !== 'R0',
    examples: [],
    contentHash: createHash('sha256')
      .update(JSON.stringify({ ...seen, tier }))
      .digest('hex'),
    prepare(given) {
      const { dry_run, idempotency_key, ...rest } = read(given) as Steered;
      const { dry_run: _dry, idempotency_key: _key, ...asGiven } = given as Steered;
      const own = rest as unknown as Own;
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

const outputSchemas = new WeakMap<z.ZodObject, Map<boolean, ObjectSchema>>();

/** Many tools of one kind share a shape, and making a schema of it takes a millisecond. */
function outputSchemaOf(shape: z.ZodObject, tier: Tier): ObjectSchema {
  const known = outputSchemas.get(shape) ?? new Map<boolean, ObjectSchema>();
  const isPlanned = needsApproval(tier);
  const schema =
    known.get(isPlanned) ?? jsonSchemaOf(isPlanned ? planned.extend({ result: shape.optional() }) : shape, 'output');
  outputSchemas.set(shape, known.set(isPlanned, schema));
  return schema;
}

type Steered = { dry_run?: boolean; idempotency_key?: string; [name: string]: unknown };

export function mcpToolOf({ name, title, description, inputSchema, outputSchema, annotations }: Tool): McpTool {
  return { name, title, description, inputSchema, outputSchema, annotations };
}

/** How else arguments may be written. Agents are told of one spelling; whoever was taught another is understood all the same. */
export type OtherSpellings = {
  /** Other names of arguments, each with the one it stands for. */
  names?: Readonly<Record<string, string>>;
  /** For single arguments: other words for a value, made ours. */
  values?: Readonly<Record<string, (given: string) => string>>;
};

/** Arguments in our own spelling, before anything reads them. */
function inOurSpelling(given: unknown, { names = {}, values = {} }: OtherSpellings, tool: string): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const ours = new Map<string, unknown>();
  for (const [written, value] of Object.entries(given)) {
    const name = Object.hasOwn(names, written) ? (names[written] ?? written) : written;
    if (ours.has(name)) throw saidTwice(tool, name);
    ours.set(name, typeof value === 'string' && Object.hasOwn(values, name) ? values[name]?.(value) : value);
  }
  return Object.fromEntries(ours);
}

function saidTwice(tool: string, name: string): SigecError {
  const sentence = `${tool} was not run. ${name} was given twice, once by another name of it: give it once.`;
  return new SigecError('INVALID_INPUT', sentence, { details: { fields: [{ field: name, accepts: 'one value' }] } });
}

/** Another name must not be one that the tool has itself, and must stand for one that it has. */
function spellingProblem({ names = {}, values = {} }: OtherSpellings, own: readonly string[]): string | undefined {
  const strange = [...Object.values(names), ...Object.keys(values)].find((name) => !own.includes(name));
  if (strange !== undefined) return `${strange} is no argument of it`;
  const hidden = Object.keys(names).find((name) => own.includes(name));
  return hidden === undefined ? undefined : `${hidden} is an argument of its own`;
}
