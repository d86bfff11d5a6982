import { z } from 'zod';
import {
  answerQuestion,
  askAssistant,
  askOnce,
  assistantAbout,
  assistantKey,
  conversation,
  conversationList,
  decideApproval,
  lastingApprovals,
  permissionRules,
  providerTest,
  renameConversation,
  testProvider,
  wholeAnswer,
} from '../agents/assistant.ts';
import { ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

// What the assistant may do is decided where its tools are called; talking to it takes no more than a key.
const talking = allow('read', 'assistant:use');
const ofQuestion = ofUuid.extend({ questionId: z.string().min(1).max(200) });
const events = {
  'text/event-stream': z
    .string()
    .describe('event: the type, id: its number within this answer, data: the event as JSON; the last one is "ended"'),
};

export const assistantApi = defineApi('assistant', {
  about: talking('GET /api/assistant', 'Who answers: which model, or the interpreter, and what it costs', {
    answer: assistantAbout,
  }),
  test: allow('administer', 'assistant:use')(
    'POST /api/assistant/test',
    'Asks the provider of models for one word, with the settings that are in force, and tells its answer or why there is none',
    { body: testProvider, patienceSeconds: 60, answer: providerTest },
  ),
  list: talking('GET /api/assistant/conversations', 'Your conversations with the assistant, newest first', {
    answer: conversationList,
  }),
  start: talking(
    'POST /api/assistant/conversations',
    'Begins a conversation with the assistant, which may do what your key may and no more',
    { answer: conversation, status: 201 },
  ),
  get: talking('GET /api/assistant/conversations/:id', 'A conversation of yours, and what the assistant waits for', {
    params: ofUuid,
    answer: conversation,
  }),
  rename: talking('PUT /api/assistant/conversations/:id', 'Gives a conversation of yours another title', {
    params: ofUuid,
    body: renameConversation,
    answer: conversation,
  }),
  remove: talking(
    'DELETE /api/assistant/conversations/:id',
    'Removes a conversation of yours; an answer that comes about is cancelled first',
    { params: ofUuid, answer: z.object({ removed: z.literal(true) }) },
  ),
  ask: talking(
    'POST /api/assistant/conversations/:id/ask',
    'Asks the assistant; the answer is streamed as it comes about, goes on when you leave, and may wait for your approval',
    { params: ofUuid, body: askAssistant, content: events },
  ),
  askOnce: talking(
    'POST /api/assistant/ask',
    'Asks the assistant, in a new conversation or in one of yours, and answers in one piece: at the end, or as soon as it waits for you',
    { body: askOnce, patienceSeconds: 1_800, answer: wholeAnswer },
  ),
  await: talking(
    'GET /api/assistant/conversations/:id/answer',
    'Waits for the answer that comes about, and gives it in one piece: at the end, or as soon as it waits for you',
    { params: ofUuid, patienceSeconds: 1_800, answer: wholeAnswer },
  ),
  follow: talking(
    'GET /api/assistant/conversations/:id/stream',
    'Hears the answer that comes about, from its beginning or behind Last-Event-ID',
    { params: ofUuid, content: events },
  ),
  cancel: talking(
    'POST /api/assistant/conversations/:id/cancel',
    'Ends the answer that comes about; what a call that was under way has done stays done',
    { params: ofUuid, answer: z.object({ wasAnswering: z.boolean() }) },
  ),
  decide: talking(
    'POST /api/assistant/conversations/:id/approvals/:questionId',
    'Allows or denies a call that waits for you; what is proposed is decided about at /api/proposals',
    { params: ofQuestion, body: decideApproval, answer: decideApproval },
  ),
  answer: talking(
    'POST /api/assistant/conversations/:id/questions/:questionId',
    'Answers what a server asks during a call',
    { params: ofQuestion, body: answerQuestion, answer: z.object({ action: z.enum(['accept', 'decline', 'cancel']) }) },
  ),
  key: talking(
    'POST /api/assistant/key',
    'A key for an assistant of yours that runs elsewhere, such as in your terminal: what it proposes you may approve. For twelve hours',
    { answer: assistantKey, status: 201 },
  ),
  approvals: talking('GET /api/assistant/approvals', 'Tools that your assistant may call without asking you', {
    answer: lastingApprovals,
  }),
  permissions: talking('GET /api/assistant/permissions', 'Your rules for what your assistant may call', {
    answer: permissionRules,
  }),
  setPermissions: talking(
    'PUT /api/assistant/permissions',
    'Puts other rules in the place of yours: what is called unasked, asked about, or never called, by tool and argument',
    { body: permissionRules, answer: permissionRules },
  ),
  forgetApproval: talking(
    'DELETE /api/assistant/approvals/:server/:tool',
    'From now on you are asked again before this tool is called',
    { params: z.object({ server: z.string().max(100), tool: z.string().max(200) }), answer: lastingApprovals },
  ),
});
