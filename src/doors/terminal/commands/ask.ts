import { costOf } from '#assistant/conversation/budget.ts';
import { SigecError } from '#base/errors.ts';
import { type Answered, Chat } from '../chat/chat.ts';
import { continueIfWanted, type Resumed } from '../chat/continue-conversation.ts';
import { type AgentOptions, openAgent } from '../chat/open-agent.ts';
import { ServerNews, serverSentence } from '../chat/server-words.ts';
import { done, failed, waitingForApproval } from '../exit-code.ts';
import { json } from '../json.ts';
import type { Terminal } from '../terminal.ts';

export type AskOptions = AgentOptions &
  Resumed & {
    question: readonly string[];
    json?: boolean;
    /** What would be asked is allowed. */
    yes?: boolean;
  };

/** One question, one answer. Scripts see by the exit code how it ended. */
export async function ask(terminal: Terminal, options: AskOptions): Promise<number> {
  const question = await questionOf(terminal, options.question.join(' '));
  await using agent = await openAgent(terminal, options);
  for (const problem of agent.problems) terminal.err(terminal.paint('warning', problem));
  mustHaveServer(
    terminal,
    agent.servers.states().map((state) => ({ state, words: serverSentence(terminal, state) })),
  );
  const isQuiet = options.json === true;
  if (!isQuiet) for (const line of new ServerNews(terminal, agent.servers).lines()) terminal.err(line);
  const chat = new Chat({ terminal, agent, options, isQuiet, isAllowing: options.yes === true });
  await continueIfWanted(chat, options);
  const answered = await chat.ask(question);
  if (isQuiet) terminal.out(json(told(chat, question, answered)));
  else if (answered.unasked.length > 0) terminal.err(terminal.paint('warning', terminal.text.chat.unasked));
  return exitCodeFor(answered);
}

async function questionOf(terminal: Terminal, given: string): Promise<string> {
  const isPiped = given === '-' || (given === '' && !terminal.input.isInteractive);
  const question = (isPiped ? await terminal.input.all() : given).trim();
  if (question === '') throw new SigecError('INVALID_INPUT', terminal.text.chat.noQuestion(terminal.command));
  return question;
}

/** Without any server there is nothing to answer with; in a conversation they may still come. */
function mustHaveServer({ text }: Terminal, servers: readonly { state: { status: string }; words: string }[]): void {
  if (servers.some(({ state }) => state.status === 'connected')) return;
  const reasons = servers.map(({ words }) => words).join(' ');
  throw new SigecError('INTERNAL', reasons === '' ? text.chat.noServers : reasons);
}

function exitCodeFor({ ending, waiting, unasked }: Answered): number {
  if (ending.reason !== 'done') return failed;
  return waiting > 0 || unasked.length > 0 ? waitingForApproval : done;
}

function told(chat: Chat, question: string, { view, ending, unasked }: Answered) {
  const { conversation, agent, price } = chat;
  return {
    conversationId: conversation.id,
    answeredBy: agent.mind.name,
    isModel: agent.mind.isModel,
    question,
    answer: view.answer,
    ending: { reason: ending.reason, about: ending.about },
    calls: view.calls.map(({ call, server, ended }) => ({
      name: call.name,
      server,
      arguments: call.arguments,
      isError: ended?.isError ?? null,
      tookMs: ended?.tookMs ?? null,
      result: ended?.text ?? null,
    })),
    proposals: view.proposals,
    unasked,
    usage: { ...ending.usage, turns: ending.turns, tookMs: ending.tookMs, cost: costOf(ending.usage, price) },
    currency: price === undefined ? null : agent.prices.currency,
  };
}
