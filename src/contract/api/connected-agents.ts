import { z } from 'zod';
import {
  connectedAgent,
  connectedAgentList,
  consentAnswer,
  consentOutcome,
  consentQuery,
  consentRequest,
} from '../agents/connected-agent.ts';
import { allow, defineApi } from './define-api.ts';

/** About whoever asks, and what they let in. */
const own = allow('read', 'account');
const one = { params: z.object({ id: z.string().regex(/^[0-9a-z]{8}$/, 'must be the 8 characters of a key id') }) };

export const connectedAgentApi = defineApi('account', {
  list: own(
    'GET /api/connected-agents',
    'Agents that are connected over OAuth: your own, and for administrators those of all',
    { answer: connectedAgentList },
  ),
  disconnect: own(
    'DELETE /api/connected-agents/:id',
    'Shuts an agent out: its tokens are worth nothing from now on. Your own; for administrators any',
    { ...one, answer: connectedAgent },
  ),
  /** Open, so that the page says who asks before it asks anybody to sign in. */
  readRequest: allow('open')('GET /api/connected-agents/request', 'What a program asks for that sent a browser here', {
    query: consentQuery,
    answer: consentRequest,
    isInternal: true,
  }),
  decide: own('POST /api/connected-agents/request', 'Lets an agent in, or does not', {
    body: consentAnswer,
    answer: consentOutcome,
    isInternal: true,
  }),
});
