import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { asError } from '#base/errors.ts';
import type { Usage } from '../conversation/message.ts';
import { type Mind, MindProblem, type MindProblemCode, type Question, type Thought } from '../conversation/mind.ts';

const problemCodes = [
  ...(['key-missing', 'key-refused', 'rate-limited', 'unreachable', 'model-unknown', 'too-long'] as const),
  ...(['overloaded', 'other'] as const),
] as const;

const scriptSchema = z.array(
  z.strictObject({
    say: z.string().optional(),
    calls: z
      .array(z.strictObject({ name: z.string().min(1), arguments: z.record(z.string(), z.unknown()).optional() }))
      .optional(),
    problem: z
      .strictObject({ code: z.enum(problemCodes), message: z.string(), retryAfterMs: z.number().min(0).optional() })
      .optional(),
  }),
);

export async function readScript(path: string): Promise<ScriptStep[]> {
  if (path === '')
    throw new MindProblem('other', 'LLM_PROVIDER is scripted, and LLM_MODEL does not name the file with the script.');
  try {
    return scriptSchema.parse(JSON.parse(await readFile(path, 'utf8'))) as ScriptStep[];
  } catch (cause) {
    const about = cause instanceof z.ZodError ? z.prettifyError(cause) : asError(cause).message;
    throw new MindProblem('other', `The script ${path} cannot be used: ${about}`, { cause });
  }
}

/** What it answers at one step: a text, tools it asks for, or a problem in place of both. */
export type ScriptStep = {
  say?: string;
  calls?: readonly { name: string; arguments?: Record<string, unknown> }[];
  problem?: { code: MindProblemCode; message: string; retryAfterMs?: number };
};

export type Script = readonly ScriptStep[] | ((question: Question, step: number) => ScriptStep | Promise<ScriptStep>);

const atItsEnd: ScriptStep = { say: 'The script has no more to say.' };

export function scriptedMind(script: Script): Mind {
  let problems = 0; // they leave no answer in the conversation to count
  return {
    name: 'scripted',
    isModel: true,
    async *think(question) {
      // Counted by what was answered, so that a conversation goes on where it was when it is resumed.
      const step = question.messages.filter(({ role }) => role === 'assistant').length + problems;
      const {
        say = '',
        calls = [],
        problem,
      } = typeof script === 'function' ? await script(question, step) : (script[step] ?? atItsEnd);
      if (problem !== undefined) {
        problems += 1;
        throw new MindProblem(problem.code, problem.message, problem);
      }
      for (const text of say.match(/\S+\s*|\s+/g) ?? []) {
        question.signal.throwIfAborted();
        yield { type: 'text', text };
      }
      for (const [index, { name, arguments: given = {} }] of calls.entries())
        yield { type: 'call', call: { id: `call-${step}-${index}`, name, arguments: filledIn(given, question) } };
      yield { type: 'end', usage: usageOf(question, say) } satisfies Thought;
    },
  };
}

/** `{ "found": "PR-[0-9]+" }` stands for the last such text that a tool answered; with a group, for the group. */
function filledIn(given: Record<string, unknown>, question: Question): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, filledValue(value, question)]));
}

function filledValue(value: unknown, { messages }: Question): unknown {
  if (typeof value !== 'object' || value === null || !('found' in value) || typeof value.found !== 'string')
    return value;
  const pattern = new RegExp(value.found, 'g');
  const found = messages.flatMap((message) => (message.role === 'tool' ? [...message.text.matchAll(pattern)] : []));
  const last = found.at(-1);
  return last?.[1] ?? last?.[0] ?? '';
}

function usageOf({ messages, system }: Question, said: string): Usage {
  const read = JSON.stringify(messages).length + system.length;
  return { inputTokens: Math.ceil(read / 4), outputTokens: Math.ceil(said.length / 4), cachedTokens: 0 };
}
