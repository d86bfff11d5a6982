import { z } from 'zod';
import { time } from '../common.ts';
import { language } from '../stations/message.ts';

const given = z.record(z.string(), z.unknown());

export const listedConversation = z.object({
  id: z.uuid(),
  title: z.string().describe('The beginning of the first question; empty before it'),
  createdAt: time,
  changedAt: time,
});
export type ListedConversation = z.infer<typeof listedConversation>;

/** Newest first. */
export const conversationList = z.object({ conversations: z.array(listedConversation) });

/** Something that the console has a page for, by its id: names and other texts of strangers never go with a question. */
export const subject = z.object({
  kind: z.enum(['station', 'session', 'driver', 'site', 'device', 'tariff', 'finding', 'ticket', 'campaign']),
  id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\w.:@+-]+$/, 'an id: letters, digits and . : @ + _ -'),
});
export type Subject = z.infer<typeof subject>;
export const maxSubjects = 12;
const about = z.array(subject).max(maxSubjects);

const call = z.object({ id: z.string(), name: z.string(), arguments: given });
const usage = z.object({
  inputTokens: z.int(),
  outputTokens: z.int(),
  cachedTokens: z.int().describe('Of inputTokens, those that the provider knew already and charges less for'),
});

export const assistantMessage = z.discriminatedUnion('role', [
  z.object({
    role: z.literal('user'),
    text: z.string(),
    about: about.optional().describe('What the person was looking at'),
  }),
  z.object({ role: z.literal('assistant'), text: z.string().describe('Markdown'), calls: z.array(call) }),
  z.object({
    role: z.literal('tool'),
    callId: z.string(),
    name: z.string(),
    text: z.string().describe('What a tool answered; others may have written in it'),
    isError: z.boolean(),
    tookMs: z.number().optional(),
  }),
]);
export type AssistantMessage = z.infer<typeof assistantMessage>;

export const approvalChoice = z.enum(['once', 'session', 'always', 'deny']);
export type ApprovalChoice = z.infer<typeof approvalChoice>;

/** A call that leaves only once its person has allowed it. */
export const approvalQuestion = z.object({
  id: z.string(),
  tool: z.object({ name: z.string(), server: z.string(), title: z.string(), description: z.string() }),
  arguments: given,
  because: z
    .enum(['changes', 'foreign', 'tainted', 'rule'])
    .describe(
      'tainted: texts of others were read before, so what was allowed for longer is asked again. rule: a rule of yours says so',
    ),
  choices: z.array(approvalChoice),
});

/** What a server asks before it goes on with a call. */
export const serverQuestion = z.object({
  id: z.string(),
  server: z.string(),
  isForeign: z.boolean().describe('Asked by a server that is not ours: whoever shows it says so'),
  message: z.string(),
  schema: given.nullable().describe('Of the form to be filled in, as JSON Schema'),
  url: z.string().nullable().describe('A page to be visited instead of a form'),
});

const ending = z.object({
  reason: z.enum(['done', 'cancelled', 'budget', 'loop', 'failed']),
  about: z.string().nullable().describe('One sentence, where it is not done'),
  usage,
  turns: z.int().describe('How often the model was asked'),
  tookMs: z.number(),
  cost: z.number().nullable().describe('In the currency of GET /api/assistant; null: no price is known'),
  answeredBy: z.enum(['model', 'interpreter']).describe('interpreter: it cost nothing'),
});

const shownProposal = z.object({
  id: z.string().describe('Decided about at /api/proposals/{id}, with the own key of a person'),
  effect: z.string(),
  targets: z.array(z.string()),
  details: given,
  expiresAt: z.string().nullable(),
});

/** What is heard while an answer comes about. The last one is `ended`. */
export const assistantEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('asked'), text: z.string(), about }),
  z.object({ type: z.literal('text'), text: z.string().describe('A piece of the answer, which is Markdown') }),
  z.object({ type: z.literal('call-started'), call, server: z.string(), tool: z.string(), title: z.string() }),
  z.object({
    type: z.literal('call-progress'),
    callId: z.string(),
    done: z.number(),
    total: z.number().optional(),
    about: z.string().optional(),
  }),
  z.object({
    type: z.literal('call-ended'),
    callId: z.string(),
    isError: z.boolean(),
    text: z.string(),
    tookMs: z.number(),
  }),
  z.object({ type: z.literal('approval-asked'), question: approvalQuestion }),
  z.object({ type: z.literal('approval-decided'), id: z.string(), decision: approvalChoice }),
  z.object({ type: z.literal('question-asked'), question: serverQuestion }),
  z.object({ type: z.literal('question-answered'), id: z.string(), action: z.enum(['accept', 'decline', 'cancel']) }),
  z.object({ type: z.literal('proposal-made'), proposal: shownProposal }),
  z.object({ type: z.literal('warning'), text: z.string() }),
  z.object({ type: z.literal('compacted'), messagesBefore: z.int(), messagesAfter: z.int() }),
  z.object({ type: z.literal('retrying'), reason: z.string(), inMs: z.number() }),
  z.object({ type: z.literal('ended'), ending }),
]);
export type AssistantEvent = z.infer<typeof assistantEvent>;

const waiting = z
  .object({ approvals: z.array(approvalQuestion), questions: z.array(serverQuestion) })
  .describe('What the answer waits for');

export const conversation = listedConversation.extend({
  messages: z.array(assistantMessage),
  usage,
  isTainted: z.boolean().describe('Texts of others were read in it: every change is asked about'),
  isAnswering: z.boolean().describe('An answer comes about: GET …/stream hears it'),
  waiting,
});
export type AssistantConversation = z.infer<typeof conversation>;

export const askAssistant = z.object({
  text: z.string().trim().min(1).max(20_000),
  language: language.default('en').describe('Where the words do not tell'),
  about: about.default([]).describe('What the person is looking at, by its id: "it" means the first of them'),
});
export type AskAssistant = z.output<typeof askAssistant>;

export const askOnce = askAssistant.extend({
  conversationId: z.uuid().optional().describe('Goes on with this conversation; absent: a new one begins'),
});

/** An answer in one piece. */
export const wholeAnswer = z.object({
  conversationId: z.uuid(),
  answer: z.string().describe('Markdown; what was said so far where it waits'),
  calls: z.array(call),
  proposals: z.array(shownProposal),
  warnings: z.array(z.string()),
  waiting,
  ending: ending.nullable().describe('null: it waits for you, and goes on once you have decided'),
});
export type WholeAnswer = z.infer<typeof wholeAnswer>;

export const renameConversation = z.object({ title: z.string().trim().min(1).max(80) });

/** Who answers, before anybody is asked. */
export const assistantAbout = z.object({
  isModel: z.boolean().describe('false: the interpreter, which knows common requests and is no language model'),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  whyNot: z.string().nullable().describe('Why the model cannot be asked, such as a key that is missing'),
  price: z
    .object({ currency: z.string(), input: z.number(), output: z.number(), cachedInput: z.number().optional() })
    .nullable()
    .describe('Per million tokens, from the price table of whoever pays; null: nobody said'),
});
export type AssistantAbout = z.infer<typeof assistantAbout>;

export const testProvider = z.object({ language: language.default('en') });
export const providerTest = z.object({
  isFine: z.boolean(),
  provider: z.string(),
  model: z.string().nullable(),
  text: z.string().nullable().describe('What the model said; null: it was not asked, or said nothing'),
  reason: z.string().nullable().describe('Why there is no answer, and what can be done'),
  tookMs: z.int(),
});
export type ProviderTest = z.infer<typeof providerTest>;

export const decideApproval = z.object({ decision: approvalChoice });

export const answerQuestion = z.discriminatedUnion('action', [
  z.object({ action: z.literal('accept'), content: given.default({}) }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
]);

export const assistantKey = z.object({
  secret: z.string().describe('Of an agent that works for you: it may do what you may, but approve nothing'),
  expiresAt: z.iso.datetime(),
});

const pattern = z.string().trim().min(1).max(200);

export const permissionRule = z.object({
  effect: z
    .enum(['allow', 'ask', 'deny'])
    .describe('Of several that fit the strictest counts; allow spares a question, and approves no proposal'),
  tool: pattern.describe('server/tool, or the tool alone; * stands for anything'),
  arguments: z
    .record(z.string().min(1).max(100), pattern)
    .default({})
    .describe('Each has to be given and to fit; what is no text counts as its JSON'),
});
export type PermissionRule = z.output<typeof permissionRule>;

export const permissionRules = z.object({ rules: z.array(permissionRule).max(100) });

export const lastingApprovals = z.object({
  approvals: z.array(z.object({ server: z.string(), tool: z.string(), hash: z.string() })),
});
