import { asError } from '#base/errors.ts';
import { isRecord } from '#base/json.ts';
import { allowanceOf, decideCall } from '../allowances/decide-call.ts';
import { callsOthers } from '../servers/open-servers.ts';
import type { AgentTool, ToolOutcome } from '../servers/servers.ts';
import type { Conversation } from './conversation-store.ts';
import { fitAnswers } from './fit-answers.ts';
import type { Message, ToolCall } from './message.ts';
import { whileWanted } from './mind.ts';
import type { RepeatedCalls } from './repeated-calls.ts';
import type { TurnNeeds } from './run-turn.ts';
import type { ProposalShown } from './turn-event.ts';
import { troubleSentence } from './turn-trouble.ts';

type ToolMessage = Extract<Message, { role: 'tool' }>;
type Running = TurnNeeds & {
  conversation: Conversation;
  signal: AbortSignal;
  repeated: RepeatedCalls;
  /** Made in this answer so far. */
  proposed: Set<string>;
};

/** What a model is told of one answer; more of it would push the question out of sight. */
const maxCharacters = 24_000;
/** And of all answers of one step. */
const maxOfStep = 60_000;
/** More at once are not looked at one by one by anybody, and each may be a question to the database. */
const maxCalls = 16;
const tooManyCalls = `Not made: ${maxCalls} calls are the most at one step. Read the answers of the others, then ask for what is still needed.`;

const alreadyAsked = 'This very call was made before, and its answer stands above. Use it, or ask the person.';
const deniedByPerson =
  'The person did not allow this call. Do not try it again in another way; ask what they want instead.';
const deniedByRule =
  'Not made: a rule of the person denies this call. Do not try it in another way; tell them, who can change the rule (/permissions).';
const notMade = 'Not made: the person ended the answer before.';
/** What decides about proposals that were made before, and makes none. */
const settlesProposals = ['apply_proposal', 'cancel_proposal'];
const enoughProposed = (count: number) =>
  `Not made: ${count} proposals of this answer wait for a person already, the most that one answer may make. Tell the person what they are; go on once they have decided. One command for many stations is one proposal.`;
const cancelled =
  'Cancelled by the person while it ran. Whether it had an effect is not known; look before asking again.';

/**
 * Carries out what was asked for, in order; what only reads our own network goes at once. Whatever ends it, every call has its answer in the
 * conversation. `isCircle`: the model asks the same for ever.
 */
export async function runCalls(running: Running, calls: readonly ToolCall[]): Promise<{ isCircle: boolean }> {
  const tools = new Map(running.servers.tools().map((tool) => [tool.name, tool]));
  // What our own system has but does not list, a model may know by its name.
  const passingOn = running.servers.tools().find(({ tool, isForeign }) => !isForeign && tool === callsOthers);
  const answers: ToolMessage[] = [];
  let isCircle = false;
  let reading: Promise<void>[] = [];
  for (const [index, call] of calls.entries()) {
    const tool = tools.get(call.name) ?? passingOn;
    const verdict = running.repeated.judge(call, { isChange: tool !== undefined && tool.risk !== 'reads' });
    if (verdict === 'circle') isCircle = true;
    const work = async () => {
      if (running.mind.isModel && index >= maxCalls) answers[index] = said(call, tooManyCalls);
      else answers[index] = verdict === 'new' ? await runCall(running, call, tool) : said(call, alreadyAsked);
    };
    if (tool?.risk === 'reads' && !tool.isForeign && tool.name === call.name) {
      reading.push(work());
      continue;
    }
    await Promise.all(reading);
    reading = [];
    await work();
  }
  await Promise.all(reading);
  // The interpreter reads answers as they are, and pays nothing for them.
  running.conversation.messages.push(...(running.mind.isModel ? fitAnswers(answers, maxOfStep) : answers));
  return { isCircle };
}

/** Never throws: what goes wrong is an answer too, which the model reads and goes on. */
async function runCall(running: Running, made: ToolCall, named: AgentTool | undefined): Promise<ToolMessage> {
  const { emit, conversation, signal, servers } = running;
  if (signal.aborted) return said(made, notMade);
  if (named === undefined) return said(made, `There is no tool named ${made.name} here.`);
  if (made.problem !== undefined) return said(made, made.problem);
  const isListed = named.name === made.name;
  const asked = isListed ? made.arguments : { name: made.name, arguments: made.arguments };
  const { tool, given } = await servers.meant(named, asked);
  if (!isListed && tool === named) return said(made, `There is no tool named ${made.name} here.`);
  const call = { ...made, arguments: given };
  if (mayPropose(tool) && running.proposed.size >= running.budget.proposals)
    return said(call, enoughProposed(running.proposed.size));
  try {
    const refusal = await whyNotAllowed(running, call, tool);
    if (refusal !== undefined) return said(call, refusal);
  } catch (error) {
    return said(call, signal.aborted ? notMade : `Nobody could be asked: ${asError(error).message}`);
  }
  emit({ type: 'call-started', call, server: tool.server, tool: tool.tool, title: tool.title });
  const outcome = await attempt(running, call, tool);
  if (outcome.isUntrusted) conversation.isTainted = true;
  const proposal = proposalIn(outcome.data);
  if (proposal !== undefined && !tool.isForeign) {
    running.proposed.add(proposal.id);
    emit({ type: 'proposal-made', proposal });
  }
  const { isError, text, tookMs } = outcome;
  emit({ type: 'call-ended', callId: call.id, isError, text, tookMs });
  return { ...said(call, cut(text)), isError, tookMs };
}

function mayPropose({ isForeign, risk, tool }: AgentTool): boolean {
  return !isForeign && risk === 'proposes' && !settlesProposals.includes(tool);
}

async function whyNotAllowed(running: Running, call: ToolCall, tool: AgentTool): Promise<string | undefined> {
  const { conversation, allowances, person, emit, signal } = running;
  const verdict = await decideCall({ tool, given: call.arguments, ...conversation, allowances });
  if (verdict.status === 'allowed') return undefined;
  if (verdict.status === 'denied') return deniedByRule;
  const question = { id: call.id, tool, arguments: call.arguments, because: verdict.because, choices: verdict.choices };
  emit({ type: 'approval-asked', question });
  const decision = await whileWanted(person.decide(question, signal), signal);
  if (decision === 'deny' || !verdict.choices.includes(decision)) return deniedByPerson;
  if (decision === 'session') conversation.allowedTools.push(allowanceOf(tool));
  if (decision === 'always') await remember(running, tool);
  return undefined;
}

/** It was allowed, whether or not that can be written down. */
async function remember({ allowances, emit, language }: Running, tool: AgentTool): Promise<void> {
  try {
    await allowances.rememberAlways(tool);
  } catch (error) {
    const trouble = { kind: 'always-not-kept', why: asError(error).message } as const;
    emit({ type: 'warning', text: troubleSentence(trouble, language ?? 'en') });
  }
}

async function attempt(
  { servers, person, emit, signal, language = 'en' }: Running,
  call: ToolCall,
  tool: AgentTool,
): Promise<ToolOutcome> {
  const startedAt = performance.now();
  try {
    const answering = servers.call(tool, call.arguments, {
      signal,
      onProgress: (progress) => emit({ type: 'call-progress', callId: call.id, ...progress }),
      onQuestion: async (question) => {
        emit({ type: 'question-asked', id: call.id, question });
        return await whileWanted(person.answer(question, signal), signal);
      },
      onSecretAsked: ({ server, fields }) =>
        emit({ type: 'warning', text: troubleSentence({ kind: 'secret-asked', server, fields }, language) }),
    });
    return await whileWanted(answering, signal);
  } catch (error) {
    const text = signal.aborted ? cancelled : `The call failed: ${asError(error).message}`;
    const tookMs = Math.round(performance.now() - startedAt);
    return { text, data: undefined, isError: true, isUntrusted: tool.isForeign, tookMs };
  }
}

function said({ id: callId, name }: ToolCall, text: string): ToolMessage {
  return { role: 'tool', callId, name, text, isError: true };
}

function cut(text: string): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters)}\n[cut: ${text.length - maxCharacters} characters more; ask for a smaller page]`;
}

/** The proposal that a tool of ours answered with, in place of an effect. */
function proposalIn(data: Record<string, unknown> | undefined): ProposalShown | undefined {
  // What was called by way of call_tool answers within its answer.
  if (typeof data?.['tool'] === 'string') return proposalIn(data['data'] as Record<string, unknown> | undefined);
  if (data?.['status'] !== 'proposed' || typeof data['proposal_id'] !== 'string') return undefined;
  const { proposal_id: id, effect, targets, details, expires_at: expiresAt } = data;
  return {
    id,
    effect: typeof effect === 'string' ? effect : '',
    targets: Array.isArray(targets) ? targets.map(String) : [],
    details: isRecord(details) ? details : {},
    expiresAt: typeof expiresAt === 'string' ? expiresAt : null,
  };
}
