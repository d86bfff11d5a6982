import { type Mind, MindProblem, type MindProblemCode, type Question, type Thought } from '../conversation/mind.ts';

/** What it answers at one step: a text, tools it asks for, or a problem in place of both. */
export type ScriptStep = {
  say?: string;
  calls?: readonly { name: string; arguments?: Record<string, unknown> }[];
  problem?: { code: MindProblemCode; message: string; retryAfterMs?: number };
};

/** Steps one after the other, or whoever decides by what was said. */
export type Script = readonly ScriptStep[] | ((question: Question, step: number) => ScriptStep | Promise<ScriptStep>);

const atItsEnd: ScriptStep = { say: 'The script has no more to say.' };

/** Answers from a script, without any model: for tests and for showing things offline. */
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

/** About as much as a model would count. */
function usageOf({ messages, system }: Question, said: string): { inputTokens: number; outputTokens: number } {
  const read = JSON.stringify(messages).length + system.length;
  return { inputTokens: Math.ceil(read / 4), outputTokens: Math.ceil(said.length / 4) };
}
