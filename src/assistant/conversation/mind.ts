import { setTimeout as pause } from 'node:timers/promises';
import { asError } from '#base/errors.ts';
import type { AgentTool } from '../servers/servers.ts';
import type { Message, Reasoning, ToolCall, Usage } from './message.ts';
import type { TurnTrouble } from './turn-trouble.ts';

const maxAttempts = 4;
/** Nobody sits before a screen for longer; a provider that asks for more is not asked again. */
const longestPauseMs = 30_000;
const firstPauseMs = 1_000;

/** Asks again when a provider is busy, with a longer pause each time; what has been said already is never said twice. */
export async function* thinkPatiently(
  mind: Mind,
  question: Question,
  onRetry: (problem: MindProblem, inMs: number) => void,
): AsyncGenerator<Thought, void> {
  for (let attempt = 1; ; attempt += 1) {
    let hasSpoken = false;
    try {
      for await (const thought of mind.think(question)) {
        hasSpoken = true;
        yield thought;
      }
      return;
    } catch (error) {
      if (hasSpoken || !(error instanceof MindProblem) || attempt === maxAttempts) throw error;
      const { retryAfterMs } = error;
      if (retryAfterMs === undefined || retryAfterMs > longestPauseMs) throw error;
      const inMs = Math.min(longestPauseMs, Math.max(retryAfterMs, firstPauseMs * 2 ** (attempt - 1)));
      onRetry(error, inMs);
      await pause(inMs, undefined, { signal: question.signal });
    }
  }
}

export type Thought =
  | { type: 'text'; text: string }
  | { type: 'call'; call: ToolCall }
  /** Kept for the provider, shown to nobody. */
  | { type: 'reasoning'; reasoning: Reasoning }
  /** Always the last one. `isCut`: it had more to say, and may not. */
  | { type: 'end'; usage: Usage; isCut?: boolean };

export type Question = {
  /** What it is told about its work, from the packs' prompts. */
  system: string;
  messages: readonly Message[];
  tools: readonly AgentTool[];
  signal: AbortSignal;
};

/** Whoever answers: a model of a provider, the interpreter, or a script. Throws `MindProblem` with one clear sentence. */
export type Mind = {
  /** Shown to people: "anthropic claude-…" or "interpreter". */
  name: string;
  /** The interpreter says plainly that it is none. */
  isModel: boolean;
  think(question: Question): AsyncIterable<Thought>;
};

/** Knows beforehand whether it can answer: the last words of the person, after what was said before them, with every word of theirs used. */
export type Interpreter = Mind & { understands(messages: readonly Message[]): boolean };

export type MindProblemCode =
  | 'key-missing'
  | 'key-refused'
  | 'rate-limited'
  | 'unreachable'
  | 'model-unknown'
  | 'too-long'
  | 'overloaded'
  | 'other';

export class MindProblem extends Error {
  readonly code: MindProblemCode;
  /** Worth trying again after so many milliseconds; undefined: not at all. */
  readonly retryAfterMs: number | undefined;
  /** For those who say it in another language. */
  readonly trouble: TurnTrouble | undefined;

  constructor(
    code: MindProblemCode,
    message: string,
    { retryAfterMs, trouble, cause }: { retryAfterMs?: number; trouble?: TurnTrouble; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'MindProblem';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.trouble = trouble;
  }
}

/** Waits no longer than the person does, whether or not whoever works on it listens to the signal. */
export async function whileWanted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(asError(signal.reason));
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
