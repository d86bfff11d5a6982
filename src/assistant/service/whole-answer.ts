import type { AssistantEvent, WholeAnswer } from '#contract/agents/assistant.ts';
import type { Turn } from './remote-turn.ts';

/** The answer in one piece, for whoever reads no stream: once it has ended, or waits for its person. */
export async function wholeAnswer(turn: Turn, conversationId: string, signal: AbortSignal): Promise<WholeAnswer> {
  const heard: AssistantEvent[] = [];
  for await (const { event } of turn.follow(0, signal)) {
    heard.push(event);
    if (isWaiting(turn)) break;
  }
  const ended = heard.find((event) => event.type === 'ended');
  return {
    conversationId,
    ending: ended?.ending ?? null,
    waiting: turn.waiting,
    answer: heard.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    calls: heard.flatMap((event) => (event.type === 'call-started' ? [event.call] : [])),
    proposals: heard.flatMap((event) => (event.type === 'proposal-made' ? [event.proposal] : [])),
    warnings: heard.flatMap((event) => (event.type === 'warning' ? [event.text] : [])),
  };
}

function isWaiting({ waiting: { approvals, questions } }: Turn): boolean {
  return approvals.length + questions.length > 0;
}
