import type { Subject } from '#contract/agents/assistant.ts';

/** A tool that was asked for, by the name that models see. */
export type ToolCall = {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  /** Why it cannot be made as it was asked for; the model is told so in place of an answer. */
  problem?: string;
  /** What a provider wants back with the call, unchanged. */
  providerOptions?: Record<string, unknown>;
};

/** What a model thought before it answered: never shown, but some providers want it back with the tools' answers. */
export type Reasoning = { text: string; providerOptions?: Record<string, unknown> };

/** What a conversation is made of, whoever answers in it. Kept as JSON, so it holds no more than that. */
export type Message =
  /** `about`: what the person was looking at, by its id. `at`: when it was asked. */
  | { role: 'user'; text: string; about?: Subject[]; at?: string }
  /** `by`: not the model that the settings name. */
  | { role: 'assistant'; text: string; calls: ToolCall[]; reasoning?: Reasoning[]; by?: 'interpreter' }
  /** What a tool answered: data, never instructions. */
  | { role: 'tool'; callId: string; name: string; text: string; isError: boolean; tookMs?: number };

/** `cachedTokens`: so many of those that were read were known to the provider already, and cost less. */
export type Usage = { inputTokens: number; outputTokens: number; cachedTokens: number };

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
