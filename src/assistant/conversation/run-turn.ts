import { asError } from '#base/errors.ts';
import type { Subject } from '#contract/agents/assistant.ts';
import type { AllowanceStore } from '../allowances/decide-call.ts';
import { isSentence } from '../servers/outcome-of.ts';
import type { Servers } from '../servers/servers.ts';
import { type Budget, costOf, differenceOf, type Price, spent, sumOf } from './budget.ts';
import { compact, estimatedTokens } from './compact.ts';
import type { Conversation, ConversationStore } from './conversation-store.ts';
import { ThinkingFilter } from './hide-thinking.ts';
import { type Message, noUsage, type Reasoning, type ToolCall, type Usage } from './message.ts';
import { type Interpreter, type Mind, MindProblem, thinkPatiently } from './mind.ts';
import { RepeatedCalls } from './repeated-calls.ts';
import { runCalls } from './run-calls.ts';
import type { Person, TurnEnding, TurnEvent } from './turn-event.ts';
import { type Language, type TurnTrouble, troubleSentence } from './turn-trouble.ts';

const unknown = 'No answer came: it was ended before. Look whether it had an effect before asking for it again.';

const maxHalvings = 4;

/** Every call has its answer, or providers refuse the whole conversation next time. */
function settleOpenCalls(messages: Message[]): void {
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  const asking = messages[last];
  if (asking?.role !== 'assistant') return;
  const answered = messages.slice(last + 1).filter(({ role }) => role === 'tool').length;
  for (const { id, name } of asking.calls.slice(answered))
    messages.push({ role: 'tool', callId: id, name, text: unknown, isError: true });
}

export type TurnNeeds = {
  mind: Mind;
  /** Answers what it understands to the last word, and steps in while the mind is away; absent: the mind answers everything. */
  interpreter?: Interpreter | undefined;
  servers: Servers;
  person: Person;
  allowances: AllowanceStore;
  store: ConversationStore;
  /** What the packs say about the work that is spoken of. */
  system(messages: readonly Message[]): Promise<string>;
  budget: Budget;
  price: Price | undefined;
  /** Of the person; what models are told is English. */
  language?: Language;
  emit(event: TurnEvent): void;
};

type Asked = { conversation: Conversation; text: string; about?: readonly Subject[] | undefined; signal: AbortSignal };

/** `turns`: how often the mind was asked. */
type Turn = TurnNeeds & {
  conversation: Conversation;
  signal: AbortSignal;
  asked: { turns: number; by: TurnEnding['answeredBy']; thought?: string | undefined };
};

/**
 * One question of a person, until it is answered: the mind thinks, tools are called, and what they answer is thought about again. Every step is
 * saved before the next begins, so that whatever ends it, the conversation can be resumed.
 */
export async function runTurn(
  needs: TurnNeeds,
  { conversation, text, about = [], signal }: Asked,
): Promise<TurnEnding> {
  const startedAt = performance.now();
  const turn: Turn = { ...needs, conversation, signal, asked: { turns: 0, by: 'model' } };
  const before = conversation.usage;
  settleOpenCalls(conversation.messages); // it may have been left in the middle of a step
  if (about.some(({ id }) => isSentence(id))) conversation.isTainted = true; // stations choose their own ids
  const at = new Date().toISOString();
  conversation.messages.push({ role: 'user', text, ...(about.length > 0 && { about: [...about] }), at });
  if (conversation.title === '') conversation.title = text.trim().slice(0, 80);
  const ended = await answer(turn).catch((error: unknown) => failed(turn, error));
  settleOpenCalls(conversation.messages);
  const kept = await save(turn).catch((error: unknown) => failed(turn, error));
  const usage = differenceOf(conversation.usage, before);
  const { turns, by: answeredBy } = turn.asked;
  const tookMs = Math.round(performance.now() - startedAt);
  const ending = { ...ended, ...kept, usage, turns, tookMs, cost: costOf(usage, needs.price), answeredBy };
  needs.emit({ type: 'ended', ending });
  return ending;
}

type Ended = Pick<TurnEnding, 'reason' | 'about'>;

async function answer(turn: Turn): Promise<Ended> {
  const { mind, interpreter, conversation } = turn;
  if (interpreter?.understands(conversation.messages) === true) return answerBy(turn, interpreter);
  try {
    return await answerBy(turn, mind);
  } catch (error) {
    const isBegun = conversation.messages.at(-1)?.role !== 'user';
    if (!(error instanceof MindProblem) || interpreter === undefined || isBegun) throw error;
    await answerBy(turn, interpreter); // as far as it understands; what it does not, it says
    return { reason: 'failed', about: problemSentence(turn, error) };
  }
}

async function answerBy(whole: Turn, mind: Mind): Promise<Ended> {
  const turn = { ...whole, mind };
  const { conversation, budget, price, signal, emit, asked, interpreter } = turn;
  const by = mind.isModel ? {} : { by: 'interpreter' as const };
  asked.by = mind.isModel ? 'model' : 'interpreter';
  const sofar = { repeated: new RepeatedCalls(), proposed: new Set<string>() };
  while (asked.turns < budget.turns) {
    signal.throwIfAborted();
    const overspent = mind.isModel ? spent(budget, conversation.usage, price) : undefined;
    if (overspent !== undefined) return { reason: 'budget', about: said(turn, overspent) };
    // Beside a model the interpreter leaves the summing up to it.
    if (mind.isModel || interpreter === undefined) await compact(turn, emit);
    await save(turn);
    asked.turns += 1;
    const { text, calls, reasoning, usage } = await thinkWithinReach(turn);
    conversation.usage = sumOf(conversation.usage, usage);
    if (text === '' && calls.length === 0) return { reason: 'failed', about: said(turn, { kind: 'nothing-said' }) };
    conversation.messages.push({ role: 'assistant', text, calls, ...(reasoning.length > 0 && { reasoning }), ...by });
    await save(turn);
    if (calls.length === 0) return { reason: 'done', about: null };
    const { isCircle } = await runCalls({ ...turn, ...sofar }, calls);
    if (isCircle) return { reason: 'loop', about: said(turn, { kind: 'circle' }) };
  }
  return { reason: 'budget', about: said(turn, { kind: 'steps-spent', steps: budget.turns }) };
}

type Answer = { text: string; calls: ToolCall[]; reasoning: Reasoning[]; usage: Usage };

/** A model that can read less than we thought is asked again with half of it, and half of that. */
async function thinkWithinReach(turn: Turn): Promise<Answer> {
  const { conversation, budget, emit } = turn;
  for (let halvings = 0; ; halvings += 1) {
    try {
      return await think(turn);
    } catch (error) {
      if (!(error instanceof MindProblem) || error.code !== 'too-long' || halvings === maxHalvings) throw error;
      const contextTokens = estimatedTokens(conversation.messages) / 2;
      if (!(await compact({ ...turn, budget: { ...budget, contextTokens }, isRefused: true }, emit))) throw error;
    }
  }
}

async function think(turn: Turn): Promise<Answer> {
  const { mind, servers, conversation, signal, emit } = turn;
  const system = mind.isModel ? await turn.system(conversation.messages) : ''; // the interpreter knows its work
  const filter = new ThinkingFilter(turn.asked.thought);
  const given: Answer = { text: '', calls: [], reasoning: [], usage: noUsage };
  const show = (words: string) => {
    const piece = given.text === '' ? words.trimStart() : words; // what stood behind </thinking>; some providers refuse blank texts
    if (piece === '') return;
    given.text += piece;
    emit({ type: 'text', text: piece });
  };
  const question = { system, messages: conversation.messages, tools: servers.tools(), signal };
  const retrying = (problem: MindProblem, inMs: number) =>
    emit({ type: 'retrying', reason: problemSentence(turn, problem), inMs });
  try {
    for await (const thought of thinkPatiently(mind, question, retrying)) {
      if (thought.type === 'text') show(filter.push(thought.text));
      else if (thought.type === 'call') given.calls.push(thought.call);
      else if (thought.type === 'reasoning') given.reasoning.push(thought.reasoning);
      else {
        given.usage = thought.usage;
        if (thought.isCut === true) emit({ type: 'warning', text: said(turn, { kind: 'cut-off' }) });
      }
    }
    signal.throwIfAborted();
    turn.asked.thought = given.calls.length > 0 ? filter.leftOpen : undefined;
    show(filter.end());
  } catch (error) {
    // What was said until then stays in the conversation; calls that were never made do not.
    if (given.text !== '') conversation.messages.push({ role: 'assistant', text: given.text, calls: [] });
    throw error;
  }
  return given;
}

function failed(turn: Turn, error: unknown): Ended {
  if (turn.signal.aborted) return { reason: 'cancelled', about: said(turn, { kind: 'cancelled' }) };
  if (error instanceof MindProblem) return { reason: 'failed', about: problemSentence(turn, error) };
  return { reason: 'failed', about: said(turn, { kind: 'went-wrong', why: asError(error).message }) };
}

function problemSentence(turn: Turn, { trouble, message }: MindProblem): string {
  return trouble === undefined ? message : said(turn, trouble);
}

function said({ language = 'en' }: Turn, trouble: TurnTrouble): string {
  return troubleSentence(trouble, language);
}

async function save({ conversation, store }: Turn): Promise<void> {
  conversation.changedAt = new Date().toISOString();
  await store.save(conversation);
}
