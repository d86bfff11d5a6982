import { join } from 'node:path';
import { SigecError } from '#base/errors.ts';
import { version } from '#base/version.ts';
import { Chat } from '../chat/chat.ts';
import { completerFor } from '../chat/complete.ts';
import { continueIfWanted, type Resumed } from '../chat/continue-conversation.ts';
import { HistoryFile } from '../chat/history-file.ts';
import { type AgentOptions, openAgent } from '../chat/open-agent.ts';
import { resumedLines } from '../chat/resumed-lines.ts';
import { ServerNews } from '../chat/server-words.ts';
import { runSlash } from '../chat/slash/run-slash.ts';
import { done } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type ChatOptions = AgentOptions & Resumed;

/** A conversation until somebody leaves it. What is piped in is asked line by line. */
export async function chat(terminal: Terminal, options: ChatOptions): Promise<number> {
  const { text, paint, input } = terminal;
  await using agent = await openAgent(terminal, {
    ...options,
    onSignIn: ({ server, url }) => terminal.err(text.chat.signIn(visible(server), visible(url))),
  });
  const opened = new Chat({ terminal, agent, options });
  await continueIfWanted(opened, options);
  const news = new ServerNews(terminal, agent.servers);
  for (const line of greeting(opened)) terminal.err(line);
  for (const problem of agent.problems) terminal.err(paint('warning', problem));
  for (const line of [...news.lines(), ...resumedLines(opened)]) terminal.err(line);
  if (!input.isInteractive) {
    for await (const line of input.lines()) if ((await say(opened, line)) === 'leave') break;
    return done;
  }
  const history = await HistoryFile.open(join(agent.folder, 'history'));
  const complete = completerFor(opened);
  for (;;) {
    for (const line of [...news.lines(), '']) terminal.err(line);
    const prompt = paint('strong', text.chat.prompt);
    const line = await input.line(prompt, { history: history.lines, complete, leaveHint: text.chat.leaveHint });
    if (line === undefined) return done;
    await history.add(line);
    if ((await say(opened, line)) === 'leave') return done;
  }
}

/** Prints an error, and lets the conversation go on. */
async function say(opened: Chat, line: string): Promise<'leave' | 'stay'> {
  const { terminal } = opened;
  const said = line.trim();
  if (said === '') return 'stay';
  try {
    if (said.startsWith('/')) return await runSlash(opened, said);
    await opened.ask(said);
  } catch (error) {
    if (!(error instanceof SigecError)) throw error;
    terminal.err(terminal.paint('bad', visible(error.message)));
  }
  return 'stay';
}

function greeting({ terminal, agent }: Chat): string[] {
  const { text, paint } = terminal;
  const { mind, servers } = agent;
  const who = mind.isModel ? visible(mind.name) : text.chat.noModel;
  const counted = text.chat.toolCount(String(servers.tools().length));
  return [`${paint('strong', `SIGEC-VE ${version}`)} · ${who} · ${counted}`, paint('quiet', text.chat.greeting)];
}
