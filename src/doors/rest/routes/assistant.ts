import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asker } from '#assistant/service/assistant.ts';
import type { Turn } from '#assistant/service/remote-turn.ts';
import { wholeAnswer } from '#assistant/service/whole-answer.ts';
import { SigecError } from '#base/errors.ts';
import { assistantApi } from '#contract/api/assistant.ts';
import type { Actor } from '#principals/actor.ts';
import { admit } from '../identify.ts';
import { type RouteNeeds, serve } from '../route.ts';
import { streamTurn } from '../turn-stream.ts';
import { untilLeft } from '../until-left.ts';

export const assistantRoutes = serve(assistantApi, {
  about: (_given, { assistant }) => assistant.about(),
  test: ({ body, reply }, { assistant }) => assistant.test(body.language, untilLeft(reply)),
  list: async ({ actor }, { assistant }) => ({ conversations: await assistant.list(askerOf(actor)) }),
  start: ({ actor }, { assistant }) => assistant.start(askerOf(actor)),
  get: ({ params, actor }, { assistant }) => assistant.read(params.id, askerOf(actor)),
  rename: ({ params, body, actor }, { assistant }) => assistant.rename(params.id, askerOf(actor), body.title),
  async remove({ params, actor }, { assistant }) {
    await assistant.remove(params.id, askerOf(actor));
    return { removed: true as const };
  },
  async ask({ params, body, actor, request, reply }, needs) {
    const turn = await needs.assistant.ask(params.id, askerOf(actor), body);
    return stream(turn, { after: 0, request, reply }, needs);
  },
  async askOnce({ body: { conversationId, ...asked }, actor, reply }, { assistant }) {
    const asker = askerOf(actor);
    const id = conversationId ?? (await assistant.start(asker)).id;
    return wholeAnswer(await assistant.ask(id, asker, asked), id, untilLeft(reply));
  },
  await: async ({ params, actor, reply }, { assistant }) =>
    wholeAnswer(await assistant.turnOf(params.id, askerOf(actor)), params.id, untilLeft(reply)),
  async follow({ params, actor, request, reply }, needs) {
    const turn = await needs.assistant.turnOf(params.id, askerOf(actor));
    return stream(turn, { after: lastNumber(request), request, reply }, needs);
  },
  cancel: async ({ params, actor }, { assistant }) => ({
    wasAnswering: await assistant.cancel(params.id, askerOf(actor)),
  }),
  async decide({ params, body, actor }, { assistant }) {
    await (await assistant.turnOf(params.id, askerOf(actor))).decide(params.questionId, body.decision);
    return body;
  },
  async answer({ params, body, actor }, { assistant }) {
    await (await assistant.turnOf(params.id, askerOf(actor))).answer(params.questionId, body);
    return { action: body.action };
  },
  async key({ actor }, { principals }) {
    const { principal, door } = askerOf(actor);
    const { secret, expiresAt } = await principals.lendAgentAway(principal, door);
    return { secret, expiresAt: expiresAt.toISOString() };
  },
  approvals: async ({ actor }, { assistant }) => ({ approvals: await assistant.allowancesOf(askerOf(actor)).list() }),
  permissions: async ({ actor }, { assistant }) => ({ rules: await assistant.allowancesOf(askerOf(actor)).rules() }),
  async setPermissions({ body: { rules }, actor }, { assistant }) {
    await assistant.allowancesOf(askerOf(actor)).setRules(rules);
    return { rules };
  },
  async forgetApproval({ params: { server, tool }, actor }, { assistant }) {
    const approvals = assistant.allowancesOf(askerOf(actor));
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

async function stream(
  turn: Turn,
  { after, request, reply }: Reader,
  { principals, config, refusals, stopping }: RouteNeeds,
): Promise<FastifyReply> {
  const stillAllowed = () => admit(request, { principals, config, refusals });
  await streamTurn({ turn, after, reply, stopping, stillAllowed });
  return reply;
}

type Reader = { after: number; request: FastifyRequest; reply: FastifyReply };
