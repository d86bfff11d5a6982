import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { Subject } from '#contract/agents/assistant.ts';
import { type Message, noUsage, type ToolCall } from '../conversation/message.ts';
import type { Mind, Question, Thought } from '../conversation/mind.ts';
import type { AgentTool } from '../servers/servers.ts';
import { readDialogue, type Said, type Turn, type WantedBook, type Wish } from './dialogue.ts';
import type { Understanding } from './intent.ts';
import { type Language, languageOf } from './language.ts';
import { applyApproved } from './plans/access-plans.ts';
import { type Plan, type Setting, stepOf, type WantedCall } from './plans/plan.ts';
import { planOf, saying } from './plans/plan-of.ts';
import { readAnswer, rowsIn, textIn } from './plans/read-answer.ts';
import { buyBook } from './plans/shop-plans.ts';
import { en, type Texts } from './texts/en.ts';
import { ptBr } from './texts/pt-br.ts';

const textsIn: Record<Language, Texts> = { 'pt-BR': ptBr, en };

type InterpreterSettings = {
  clock: Clock;
  /** By whose calendar "yesterday" is meant. */
  timeZone: string;
  /** Where the words do not tell. */
  language: Language;
};

/**
 * Answers without a model: common requests in Portuguese and English, over whatever tools are connected. What changes anything is read back first
 * and asked of a tool only after a yes to exactly these words; approvals are those of everybody else.
 */
export function interpreterMind(settings: InterpreterSettings): Mind {
  return { name: 'interpreter', isModel: false, think: (question) => think(settings, question) };
}

// biome-ignore lint/suspicious/useAwait: minds answer step by step, and this one knows all at once
async function* think(
  settings: InterpreterSettings,
  { messages, tools, signal }: Question,
): AsyncGenerator<Thought, void> {
  signal.throwIfAborted();
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const before = messages.slice(0, last + 1);
  const heard = before.flatMap((message) => (message.role === 'user' ? [saidOf(message)] : []));
  const said = heard.map(({ text }) => text);
  const moment = { now: settings.clock.now(), timeZone: settings.timeZone };
  const turn = readDialogue(heard, moment);
  const language = spokenIn(turn.kind === 'confirmed' ? said.slice(0, -1) : said) ?? settings.language;
  const setting: Setting = { language, texts: textsIn[language], ...moment };
  const plan = planFor(setting, turn, before);
  const step = stepOf(plan, answersAfter(messages, last));
  if ('say' in step) yield { type: 'text', text: step.say };
  else yield* callsOf(setting, step.calls, tools);
  yield { type: 'end', usage: noUsage };
}

function saidOf({ text, about = [] }: Extract<Message, { role: 'user' }>): Said {
  const idOf = (wanted: Subject['kind']) => about.find(({ kind }) => kind === wanted)?.id;
  return { text, station: idOf('station'), session: idOf('session') };
}

/** A "yes" is said in any language: what counts is what it is said to. */
function spokenIn(said: readonly string[]): Language | undefined {
  return said
    .toReversed()
    .map(languageOf)
    .find((each) => each !== undefined);
}

function planFor(setting: Setting, turn: Turn, before: readonly Message[]): Plan {
  const { texts } = setting;
  switch (turn.kind) {
    case 'wish':
      return planForWish(setting, turn.understanding);
    case 'confirmed':
      return planForConfirmed(setting, turn.wanted, before);
    case 'buy':
      return planForBook(setting, turn.purchase, before, () => false);
    case 'apply':
      return applyApproved(setting, turn.proposalId);
    default:
      return saying(turn.kind === 'dropped' ? texts.dropped : texts.nothingToConfirm);
  }
}

function planForWish(setting: Setting, understanding: Understanding): Plan {
  const { texts } = setting;
  switch (understanding.status) {
    case 'understood':
      return planOf(setting, understanding.intent, () => false);
    case 'ask-back':
      return saying(texts.askBack[understanding.missing]);
    case 'negated':
      return saying(texts.negated);
    default:
      return saying(texts.outOfScope);
  }
}

/** A yes counts only for the very words that stand right before it. */
function planForConfirmed(setting: Setting, wanted: Wish, before: readonly Message[]): Plan {
  const previous = before.at(-2);
  const isConfirmed = (readBack: string) => previous?.role === 'assistant' && previous.text.trim() === readBack.trim();
  if ('purchase' in wanted) return planForBook(setting, wanted.purchase, before, isConfirmed);
  return planOf(setting, wanted.intent, isConfirmed);
}

function planForBook(
  setting: Setting,
  { number, payment }: WantedBook,
  before: readonly Message[],
  isConfirmed: (readBack: string) => boolean,
): Plan {
  const lists = before.flatMap((message) =>
    message.role === 'tool' ? [rowsIn(readAnswer(message.text, message.isError).data, 'books')] : [],
  );
  const book = lists.findLast((books) => books.length > 0)?.[number - 1];
  if (book === undefined) return saying(setting.texts.whichBook);
  return buyBook(setting, { bookId: textIn(book, 'book_id'), payment }, isConfirmed);
}

function answersAfter(messages: readonly Message[], last: number) {
  return messages
    .slice(last + 1)
    .flatMap((message) => (message.role === 'tool' ? [readAnswer(message.text, message.isError)] : []));
}

function* callsOf(
  { texts }: Setting,
  wanted: readonly WantedCall[],
  tools: readonly AgentTool[],
): Generator<Thought, void> {
  const calls = wanted.map((each) => callOf(each, tools));
  const missing = wanted.find((_, index) => calls[index] === undefined);
  if (missing !== undefined) yield { type: 'text', text: texts.notConnected(missing.tool) };
  else for (const call of calls) if (call !== undefined) yield { type: 'call', call };
}

/** Our own server's tool before one of the same name elsewhere; one that is not listed is called through call_tool. */
function callOf({ tool: wanted, given }: WantedCall, tools: readonly AgentTool[]): ToolCall | undefined {
  const named = tools.filter(({ tool }) => tool === wanted);
  const tool = named.find(({ isForeign }) => !isForeign) ?? named[0];
  if (tool !== undefined) return { id: randomUUID(), name: tool.name, arguments: given };
  const through = tools.find(({ tool: name, isForeign }) => name === 'call_tool' && !isForeign);
  if (through === undefined) return undefined;
  return { id: randomUUID(), name: through.name, arguments: { name: wanted, arguments: given } };
}
