import type { ServerState } from '#assistant/servers/servers.ts';
import { SigecError } from '#base/errors.ts';
import { openAgent, openServerFile } from '../chat/open-agent.ts';
import { serverSentence, stateTones } from '../chat/server-words.ts';
import { done, failed } from '../exit-code.ts';
import { json } from '../json.ts';
import type { ShowOptions, Switches, Texts } from '../read-options.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList, type Table, tableOf } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

type Lists = { header?: string[]; env?: string[] };
type AddOptions = ServerOptions & Lists & Switches<'sse'> & { name: string; target: readonly string[] };

/** One more server for the chat of this person. It is looked at once it is used: "mcp test" does that now. */
export async function mcpAdd(terminal: Terminal, options: AddOptions): Promise<number> {
  const { name, target, header = [], env = [], sse = false } = options;
  const file = await openServerFile(terminal, options);
  const added = await file.add({ name, target, headers: header, env, isSse: sse });
  const { added: sentence, addedProgram } = terminal.text.mcpServers;
  terminal.out((added.kind === 'stdio' ? addedProgram : sentence)(visible(added.name), terminal.command));
  return done;
}

export async function mcpRemove(terminal: Terminal, options: ServerOptions & { name: string }): Promise<number> {
  const name = visible(options.name);
  const file = await openServerFile(terminal, options);
  const { notAdded, removed } = terminal.text.mcpServers;
  if (!(await file.remove(options.name))) throw new SigecError('NOT_FOUND', notAdded(name, terminal.command));
  terminal.out(removed(name));
  return done;
}

/** Every server of the chat, and how it is now. */
export async function mcpList(terminal: Terminal, options: ShowOptions): Promise<number> {
  await using agent = await openAgent(terminal, options);
  for (const problem of agent.problems) terminal.err(terminal.paint('warning', visible(problem)));
  const servers = agent.servers.states();
  const { none } = terminal.text.chat.servers;
  return showList(terminal, options, { value: { servers }, none, table: () => serverTable(terminal, servers) });
}

function serverTable({ text }: Terminal, servers: readonly ServerState[]): Table {
  const { titles } = text;
  const { states } = text.chat.servers;
  return tableOf(servers, [
    [titles.server, ({ name }) => name],
    [titles.state, ({ status }) => ({ text: states[status], tone: stateTones[status] })],
    [titles.tools, ({ toolCount }) => toolCount],
    [titles.address, ({ address }) => address, 'flexible'],
  ]);
}

/** Whether one server answers, and what it offers; for scripts: exit code 1 where it does not. */
export async function mcpTest(
  terminal: Terminal,
  options: ShowOptions & Texts<'url'> & { name: string },
): Promise<number> {
  await using agent = await openAgent(terminal, options);
  const state = agent.servers.states().find(({ name }) => name === options.name);
  if (state === undefined)
    throw new SigecError('NOT_FOUND', terminal.text.mcpServers.unknown(visible(options.name), terminal.command));
  const offered = agent.servers.tools().filter(({ server }) => server === state.name);
  const isThere = state.status === 'connected';
  if (options.json) {
    terminal.out(json({ ...state, tools: offered.map(({ tool, risk }) => ({ tool, risk })) }));
    return isThere ? done : failed;
  }
  terminal.out(terminal.paint(isThere ? 'good' : 'bad', serverSentence(terminal, state)));
  for (const { tool } of offered) terminal.out(`  ${visible(tool)}`);
  return isThere ? done : failed;
}
