import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Asker } from '#assistant/service/assistant.ts';
import type { LiveTurn } from '#assistant/service/live-turn.ts';
import { SigecError } from '#base/errors.ts';
import {
  answerQuestion as answerOfPerson,
  conversation,
  conversationList,
  decideApproval as decision,
  lastingApprovals,
  askAssistant as question,
} from '#contract/agents/assistant.ts';
import type { Actor } from '#principals/actor.ts';
import { admit } from '../identify.ts';
import { defineRoute, type RouteNeeds } from '../route.ts';
import { streamTurn } from '../turn-stream.ts';

// What the assistant may do is decided where its tools are called; talking to it takes no more than a key.
const talking = { access: 'read', scope: 'assistant:use' } as const;
const ofConversation = z.object({ id: z.uuid() });
const ofQuestion = ofConversation.extend({ questionId: z.string().min(1).max(200) });
const events = {
  'text/event-stream': z
    .string()
    .describe('event: the type, id: its number within this answer, data: the event as JSON; the last one is "ended"'),
};

export const listConversations = defineRoute({
  ...{ method: 'GET', path: '/api/assistant/conversations', ...talking },
  summary: 'Your conversations with the assistant, newest first',
  answer: conversationList,
  handle: async ({ actor }, { assistant }) => ({ conversations: await assistant.list(askerOf(actor)) }),
});

export const startConversation = defineRoute({
  ...{ method: 'POST', path: '/api/assistant/conversations', ...talking },
  summary: 'Begins a conversation with the assistant, which may do what your key may and no more',
  answer: conversation,
  status: 201,
  handle: ({ actor }, { assistant }) => assistant.start(askerOf(actor)),
});

export const getConversation = defineRoute({
  ...{ method: 'GET', path: '/api/assistant/conversations/:id', ...talking },
  summary: 'A conversation of yours, and what the assistant waits for',
  params: ofConversation,
  answer: conversation,
  handle: ({ params, actor }, { assistant }) => assistant.read(params.id, askerOf(actor)),
});

export const removeConversation = defineRoute({
  ...{ method: 'DELETE', path: '/api/assistant/conversations/:id', ...talking },
  summary: 'Removes a conversation of yours; an answer that comes about is cancelled first',
  params: ofConversation,
  answer: z.object({ removed: z.literal(true) }),
  async handle({ params, actor }, { assistant }) {
    await assistant.remove(params.id, askerOf(actor));
    return { removed: true as const };
  },
});

export const askAssistant = defineRoute({
  ...{ method: 'POST', path: '/api/assistant/conversations/:id/ask', ...talking },
  summary:
    'Asks the assistant; the answer is streamed as it comes about, goes on when you leave, and may wait for your approval',
  params: ofConversation,
  body: question,
  content: events,
  async handle({ params, body, actor, request, reply }, needs) {
    const turn = await needs.assistant.ask(params.id, askerOf(actor), body);
    return stream(turn, { after: 0, request, reply }, needs);
  },
});

export const followAnswer = defineRoute({
  ...{ method: 'GET', path: '/api/assistant/conversations/:id/stream', ...talking },
  summary: 'Hears the answer that comes about, from its beginning or behind Last-Event-ID',
  params: ofConversation,
  content: events,
  async handle({ params, actor, request, reply }, needs) {
    const turn = await needs.assistant.turnOf(params.id, askerOf(actor));
    return stream(turn, { after: lastNumber(request), request, reply }, needs);
  },
});

export const cancelAnswer = defineRoute({
  ...{ method: 'POST', path: '/api/assistant/conversations/:id/cancel', ...talking },
  summary: 'Ends the answer that comes about; what a call that was under way has done stays done',
  params: ofConversation,
  answer: z.object({ wasAnswering: z.boolean() }),
  handle: async ({ params, actor }, { assistant }) => ({
    wasAnswering: await assistant.cancel(params.id, askerOf(actor)),
  }),
});

export const decideApproval = defineRoute({
  ...{ method: 'POST', path: '/api/assistant/conversations/:id/approvals/:questionId', ...talking },
  summary: 'Allows or denies a call that waits for you; what is proposed is decided about at /api/proposals',
  params: ofQuestion,
  body: decision,
  answer: decision,
  async handle({ params, body, actor }, { assistant }) {
    (await assistant.turnOf(params.id, askerOf(actor))).decide(params.questionId, body.decision);
    return body;
  },
});

export const answerQuestion = defineRoute({
  ...{ method: 'POST', path: '/api/assistant/conversations/:id/questions/:questionId', ...talking },
  summary: 'Answers what a server asks during a call',
  params: ofQuestion,
  body: answerOfPerson,
  answer: z.object({ action: z.enum(['accept', 'decline', 'cancel']) }),
  async handle({ params, body, actor }, { assistant }) {
    (await assistant.turnOf(params.id, askerOf(actor))).answer(params.questionId, body);
    return { action: body.action };
  },
});

export const listLastingApprovals = defineRoute({
  ...{ method: 'GET', path: '/api/assistant/approvals', ...talking },
  summary: 'Tools that your assistant may call without asking you',
  answer: lastingApprovals,
  handle: async ({ actor }, { assistant }) => ({ approvals: await assistant.approvalsOf(askerOf(actor)).list() }),
});

export const forgetLastingApproval = defineRoute({
  ...{ method: 'DELETE', path: '/api/assistant/approvals/:server/:tool', ...talking },
  summary: 'From now on you are asked again before this tool is called',
  params: z.object({ server: z.string().max(100), tool: z.string().max(200) }),
  answer: lastingApprovals,
  async handle({ params: { server, tool }, actor }, { assistant }) {
    const approvals = assistant.approvalsOf(askerOf(actor));
    await approvals.forget(server, tool);
    return { approvals: await approvals.list() };
  },
});

/** Conversations belong to somebody, also where reading is open to everybody. */
function askerOf({ principal, door }: Actor): Asker {
  if (principal === null)
    throw new SigecError('NOT_SIGNED_IN', 'The assistant works for the holder of a key; sign in, or send one.');
  return { principal, door };
}

function lastNumber({ headers }: FastifyRequest): number {
  const given = headers['last-event-id']?.toString() ?? '0';
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new SigecError('INVALID_INPUT', 'Last-Event-ID must be the number of an event of this answer.', {
    details: { field: 'Last-Event-ID' },
  });
}

type Reader = { after: number; request: FastifyRequest; reply: FastifyReply };

async function stream(
  turn: LiveTurn,
  { after, request, reply }: Reader,
  { principals, config, refusals, stopping }: RouteNeeds,
): Promise<FastifyReply> {
  const stillAllowed = () => admit(request, { principals, config, refusals });
  await streamTurn({ turn, after, reply, stopping, stillAllowed });
  return reply;
}
