import type { ApprovalQuestion } from '../approvals/approvals.ts';
import type { ServerQuestion } from '../servers/servers.ts';
import type { ToolCall, Usage } from './message.ts';

/** A change that our own server wants a person to decide about. */
export type ProposalShown = {
  id: string;
  effect: string;
  targets: string[];
  details: Record<string, unknown>;
  expiresAt: string | null;
};

/** What whoever shows a conversation hears while an answer comes about. */
export type TurnEvent =
  /** A piece of the answer; what stood in <thinking> is not in it. */
  | { type: 'text'; text: string }
  | { type: 'call-started'; call: ToolCall; server: string; title: string }
  | { type: 'call-progress'; callId: string; done: number; total?: number; about?: string }
  | { type: 'call-ended'; callId: string; isError: boolean; text: string; tookMs: number }
  | { type: 'approval-asked'; question: ApprovalQuestion }
  | { type: 'question-asked'; id: string; question: ServerQuestion }
  | { type: 'proposal-made'; proposal: ProposalShown }
  | { type: 'warning'; text: string }
  /** Older messages were replaced by a summary. */
  | { type: 'compacted'; messagesBefore: number; messagesAfter: number }
  | { type: 'retrying'; reason: string; inMs: number }
  | { type: 'ended'; ending: TurnEnding };

export type TurnEnding = {
  reason: 'done' | 'cancelled' | 'budget' | 'loop' | 'failed';
  /** One sentence, where it is not done. */
  about: string | null;
  usage: Usage;
  turns: number;
  tookMs: number;
};

/** How the person answers what was asked during a turn. */
export type Person = {
  decide(question: ApprovalQuestion, signal: AbortSignal): Promise<'once' | 'session' | 'always' | 'deny'>;
  answer(
    question: ServerQuestion,
    signal: AbortSignal,
  ): Promise<{ action: 'accept'; content: Record<string, unknown> } | { action: 'decline' | 'cancel' }>;
};
