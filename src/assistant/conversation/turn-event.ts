import type { CallQuestion } from '../allowances/decide-call.ts';
import type { ServerQuestion } from '../servers/servers.ts';
import type { ToolCall, Usage } from './message.ts';

export type ProposalShown = {
  id: string;
  effect: string;
  targets: string[];
  details: Record<string, unknown>;
  expiresAt: string | null;
};

export type TurnEvent =
  /** A piece of the answer; what stood in <thinking> is not in it. */
  | { type: 'text'; text: string }
  | { type: 'call-started'; call: ToolCall; server: string; tool: string; title: string }
  | { type: 'call-progress'; callId: string; done: number; total?: number; about?: string }
  | { type: 'call-ended'; callId: string; isError: boolean; text: string; tookMs: number }
  | { type: 'approval-asked'; question: CallQuestion }
  | { type: 'question-asked'; id: string; question: ServerQuestion }
  | { type: 'proposal-made'; proposal: ProposalShown }
  | { type: 'warning'; text: string }
  /** Older messages were replaced by a summary. */
  | { type: 'compacted'; messagesBefore: number; messagesAfter: number }
  | { type: 'retrying'; reason: string; inMs: number }
  | { type: 'ended'; ending: TurnEnding };

export type TurnEnding = {
  reason: 'done' | 'cancelled' | 'budget' | 'loop' | 'failed';
  about: string | null;
  usage: Usage;
  turns: number;
  tookMs: number;
  /** In the currency of the price table; null: no price is known. */
  cost: number | null;
  answeredBy: 'model' | 'interpreter';
};

export type Person = {
  decide(question: CallQuestion, signal: AbortSignal): Promise<'once' | 'session' | 'always' | 'deny'>;
  answer(
    question: ServerQuestion,
    signal: AbortSignal,
  ): Promise<{ action: 'accept'; content: Record<string, unknown> } | { action: 'decline' | 'cancel' }>;
};
