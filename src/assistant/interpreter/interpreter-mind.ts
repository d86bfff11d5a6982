import { randomUUID } from 'node:crypto';
import type { Clock } from '#base/clock.ts';
import type { Subject } from '#contract/agents/assistant.ts';
import { type Message, noUsage, type ToolCall } from '../conversation/message.ts';
import type { Interpreter, Question, Thought } from '../conversation/mind.ts';
import type { AgentTool } from '../servers/servers.ts';
import { type Shown, shownIn } from './context.ts';
import { readDialogue, type Said, type Turn, type WantedBook, type Wish } from './dialogue.ts';
import { askedIn, type Moment } from './grammar/asked.ts';
import type { Correction } from './grammar/read.ts';
import type { Understanding } from './intent.ts';
import { type Language, languageOf } from './language.ts';
import { type Directory, directoryIn, directoryOf, lookups } from './names/directory.ts';
import { applyApproved } from './plans/access-plans.ts';
import { type Asking, askAll, askOne, type Plan, Reply, type Setting, stepOf, type WantedCall } from './plans/plan.ts';
import { planOf, saying } from './plans/plan-of.ts';
import { readAnswer, rowsIn, textIn } from './plans/read-answer.ts';
import { buyBook } from './plans/shop-plans.ts';
import { plain } from './plans/show.ts';
import { showData } from './plans/show-data.ts';
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
export function interpreterMind(settings: InterpreterSettings): Interpreter {
  return {
    name: 'interpreter',
    isModel: false,
    think: (question) => think(settings, question),
    understands: (messages) => isWhole(messages, settings),
  };
}

/** Every word was used, or it goes on with what stands right before it. "What can you do?" is for whoever answers the rest. */
function isWhole(messages: readonly Message[], { clock, timeZone }: InterpreterSettings): boolean {
  const heard = heardIn(messages);
  const turn = readDialogue(heard, { now: clock.now(), timeZone });
  if (turn.kind === 'confirmed' || turn.kind === 'buy' || turn.kind === 'taught') return true;
  if (turn.kind === 'dropped' || turn.kind === 'more' || turn.kind === 'apply') return heard.length > 1;
  if (turn.kind !== 'wish' || turn.understanding.status !== 'understood') return false;
  const { intent, unused = [] } = turn.understanding;
  return unused.length === 0 && intent.intent !== 'help';
}

// biome-ignore lint/suspicious/useAwait: minds answer step by step, and this one knows all at once
async function* think(
  settings: InterpreterSettings,
  { messages, tools, signal }: Question,
): AsyncGenerator<Thought, void> {
  signal.throwIfAborted();
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const before = messages.slice(0, last + 1);
  const plan = planned(settings, before, tools);
  const step = stepOf(plan, answersAfter(messages, last));
  if ('say' in step) yield { type: 'text', text: step.say };
  else
    yield* callsOf(textsIn[spokenIn(heardIn(before).map(({ text }) => text)) ?? settings.language], step.calls, tools);
  yield { type: 'end', usage: noUsage };
}

/**
 * Days are those of the site: where its clock is not known yet and the sentence speaks of days, it is looked up first. So are the names of this
 * installation where a sentence holds words that may be one.
 */
function* planned(settings: InterpreterSettings, before: readonly Message[], tools: readonly AgentTool[]): Plan {
  const heard = heardIn(before);
  const alone = { now: settings.clock.now(), timeZone: settings.timeZone };
  const first = readDialogue(heard, alone);
  const known = mayHoldName(heard.at(-1)?.text ?? '', alone) ? yield* knownNames(before, tools) : directoryIn(before);
  const timeZone = (isAboutDays(first) ? yield* zoneOfSites(before) : zoneKnown(before)) ?? settings.timeZone;
  const moment = { ...alone, timeZone, ...(known !== undefined && { known }) };
  const turn = timeZone === settings.timeZone && known === undefined ? first : readDialogue(heard, moment);
  const said = heard.map(({ text }) => text);
  const language = spokenIn(turn.kind === 'confirmed' ? said.slice(0, -1) : said) ?? settings.language;
  const setting: Setting = { language, texts: textsIn[language], ...moment };
  return yield* planFor(setting, turn, before, tools);
}

/** A word that nobody here knows, or something that is named without telling what it is. */
function mayHoldName(text: string, moment: Moment): boolean {
  const { items, corrections } = askedIn(text, moment);
  return (
    corrections.length > 0 ||
    items.some(
      ({ entity, concepts, at, text: said }) =>
        (entity === undefined && (concepts.size === 0 || (at > 0 && /^\p{Lu}\p{Ll}/u.test(said)))) ||
        nameless.has(entity?.kind ?? '') ||
        // "totem Aurora": a name without a number may be that of anything.
        (entity?.kind === 'station' && !/\d/.test(entity.text)) ||
        things.some((thing) => concepts.has(thing)),
    )
  );
}

/** Devices are called after their places: "a luz do pátio". */
const things = ['site', 'device', 'light', 'screen', 'speaker', 'brightness', 'theme', 'gate', 'say'] as const;
const nameless = new Set(['name', 'site', 'model', 'number']);

function* knownNames(before: readonly Message[], tools: readonly AgentTool[]): Asking<Directory | undefined> {
  const known = directoryIn(before);
  if (known !== undefined) return known;
  const isThrough = tools.some(({ tool, isForeign }) => tool === 'call_tool' && !isForeign);
  const calls = lookups.filter(({ tool }) => isThrough || tools.some((each) => each.tool === tool));
  if (calls.length < lookups.length) return undefined;
  const answers = yield* askAll(...calls);
  return directoryOf(answers.flatMap(({ data, isError }) => (isError ? [] : [data])));
}

function heardIn(before: readonly Message[]): Said[] {
  let start = 0;
  let shown: Shown = [];
  return before.flatMap((message, index) => {
    if (message.role !== 'user') return [];
    const between = before.slice(start, index);
    // What was not understood showed nothing else: what stood there before is still spoken of.
    if (between.some(({ role }) => role === 'tool')) shown = shownIn(between);
    const said = { ...saidOf(message), shown };
    start = index + 1;
    return [said];
  });
}

function isAboutDays(turn: Turn): boolean {
  if (turn.kind !== 'wish' || turn.understanding.status !== 'understood') return false;
  return 'period' in turn.understanding.intent && turn.understanding.intent.period !== undefined;
}

/** The clock that all sites share, as an answer of this conversation has told it. */
function zoneKnown(before: readonly Message[]): string | undefined {
  for (const message of before.toReversed()) {
    if (message.role !== 'tool' || message.isError || !message.text.includes('"time_zone"')) continue;
    const zone = sharedZone(rowsIn(readAnswer(message.text, false).data, 'sites'));
    if (zone !== undefined) return zone;
  }
  return undefined;
}

function sharedZone(sites: readonly Record<string, unknown>[]): string | undefined {
  const zones = new Set(sites.map((row) => textIn(row, 'time_zone')).filter((zone) => zone !== ''));
  const [zone] = zones;
  return zones.size === 1 ? zone : undefined;
}

function* zoneOfSites(before: readonly Message[]): Asking<string | undefined> {
  const known = zoneKnown(before);
  if (known !== undefined) return known;
  const [answer] = yield* askAll({ tool: 'list_sites', given: { limit: 100 } });
  return answer === undefined || answer.isError ? undefined : sharedZone(rowsIn(answer.data, 'sites'));
}

function saidOf({ text, about = [] }: Extract<Message, { role: 'user' }>): Said {
  /** Of several, none is "it". */
  const idOf = (wanted: Subject['kind']) => {
    const [only, ...others] = about.filter(({ kind }) => kind === wanted);
    return others.length === 0 ? only?.id : undefined;
  };
  return { text, station: idOf('station'), session: idOf('session') };
}

/** A "yes" is said in any language: what counts is what it is said to. */
function spokenIn(said: readonly string[]): Language | undefined {
  return said
    .toReversed()
    .map(languageOf)
    .find((each) => each !== undefined);
}

function planFor(setting: Setting, turn: Turn, before: readonly Message[], tools: readonly AgentTool[]): Plan {
  const { texts } = setting;
  switch (turn.kind) {
    case 'wish':
      return planForWish(setting, turn.understanding, correctionsIn(before, setting));
    case 'confirmed':
      return planForConfirmed(setting, turn.wanted, before);
    case 'buy':
      return planForBook(setting, turn.purchase, before, () => false);
    case 'apply':
      return applyApproved(setting, turn.proposalId);
    case 'more':
      return planForMore(setting, before, tools);
    case 'taught':
      return saying(texts.taught(plain(turn.taught.alias), plain(turn.taught.meaning)));
    case 'nothing-before':
      return saying(texts.nothingBefore);
    default:
      return saying(turn.kind === 'dropped' ? texts.dropped : texts.nothingToConfirm);
  }
}

/** The page behind the one that was shown last. */
function* planForMore(setting: Setting, before: readonly Message[], tools: readonly AgentTool[]): Plan {
  const last = before.findLast((message) => message.role === 'tool' && !message.isError);
  const { data } = last?.role === 'tool' ? readAnswer(last.text, false) : { data: {} };
  const [after, depois] = [textIn(data, 'next'), textIn(data, 'proximo')];
  const call = before
    .flatMap((message) => (message.role === 'assistant' ? message.calls : []))
    .find(({ id }) => last?.role === 'tool' && id === last.callId);
  if (call === undefined || (after === '' && depois === '')) {
    yield [];
    return last === undefined ? setting.texts.nothingBefore : setting.texts.noMore;
  }
  const named = tools.find(({ name }) => name === call.name)?.tool ?? call.name;
  const inner =
    named === 'call_tool'
      ? (call.arguments as { name: string; arguments: Record<string, unknown> })
      : { name: named, arguments: call.arguments };
  const { data: next } = yield* askOne(setting, inner.name, {
    ...inner.arguments,
    ...(depois === '' ? { after } : { depois }),
  });
  return showData(setting, next);
}

/** What was taken for a slip may be a word that nobody here knows: which word was read instead is told. */
function correctionsIn(before: readonly Message[], setting: Setting): readonly Correction[] {
  const last = before.findLast(({ role }) => role === 'user');
  return last === undefined ? [] : askedIn(last.text, setting).corrections;
}

function planForWish(setting: Setting, understanding: Understanding, corrections: readonly Correction[]): Plan {
  const { texts } = setting;
  switch (understanding.status) {
    case 'understood': {
      const { unused = [] } = understanding;
      const read = corrections.filter(({ said }) => !unused.some((words) => words.includes(said)));
      return noted(
        setting,
        unused,
        planOf(setting, understanding.intent, () => false),
        read,
      );
    }
    case 'ask-back':
      return noted(setting, understanding.unused, saying(texts.askBack[understanding.missing]));
    case 'unused':
      return saying(texts.unusedChange(quoted(understanding.unused)));
    case 'negated':
      return noted(setting, understanding.unused, saying(texts.negated));
    default:
      return noted(setting, understanding.unused, saying(texts.outOfScope));
  }
}

/** What was not used, and what was read otherwise, stands before the answer. */
function* noted(
  { texts }: Setting,
  unused: readonly string[] | undefined,
  plan: Plan,
  corrections: readonly Correction[] = [],
): Plan {
  const notes = [
    ...(unused === undefined || unused.length === 0 ? [] : [texts.notUsed(quoted(unused))]),
    ...corrections.map(({ said, meant }) => texts.readAs(plain(said), plain(meant))),
  ];
  if (notes.length === 0) return yield* plan;
  const note = notes.join(' ');
  try {
    return `${note}\n\n${yield* plan}`;
  } catch (error) {
    if (error instanceof Reply) throw new Reply(`${note}\n\n${error.say}`);
    throw error;
  }
}

function quoted(words: readonly string[]): string {
  return words.map((each) => `*${plain(each)}*`).join(', ');
}

/** A yes counts only for the very words that stand right before it. */
function planForConfirmed(setting: Setting, wanted: Wish, before: readonly Message[]): Plan {
  const previous = before.at(-2);
  const isConfirmed = (readBack: string) =>
    previous?.role === 'assistant' && previous.text.trim().endsWith(readBack.trim());
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

function* callsOf(texts: Texts, wanted: readonly WantedCall[], tools: readonly AgentTool[]): Generator<Thought, void> {
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
