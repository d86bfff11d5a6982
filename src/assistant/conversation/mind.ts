import type { AgentTool } from '../servers/agent-tool.ts';
import type { Message, Reasoning, ToolCall, Usage } from './message.ts';
import type { TurnTrouble } from './turn-trouble.ts';

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
