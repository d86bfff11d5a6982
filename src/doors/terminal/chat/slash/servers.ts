import type { AgentTool, Servers } from '#assistant/servers/servers.ts';
import { SigecError } from '#base/errors.ts';
import type { Tone } from '../../paint.ts';
import { type ColumnOf, strong, tableLines, tableOf } from '../../table.ts';
import type { Terminal } from '../../terminal.ts';
import { indented, visible } from '../../visible.ts';
import type { Chat } from '../chat.ts';
import { cleanText } from '../clean-text.ts';
import { serverSentence, stateTones } from '../server-words.ts';
import type { Slash } from './slash.ts';

const riskTones = {
  reads: 'quiet',
  changes: 'warning',
  proposes: 'warning',
  unknown: 'warning',
} as const satisfies Record<AgentTool['risk'], Tone>;

export const servers: Slash = {
  takes: '[[add|accept|retry|remove] NAME …]',
  complete: ({ agent }) => ['accept', 'retry', 'add', 'remove', ...agent.servers.states().map(({ name }) => name)],
  async run({ terminal, agent }, [first, second, ...target]) {
    const { text, paint } = terminal;
    const { titles } = text;
    const { none, accepted, retried, states } = text.chat.servers;
    if (first === 'add' && second !== undefined && target.length > 0)
      return addServer({ terminal, agent }, second, target);
    if (first === 'remove' && second !== undefined) return removeServer({ terminal, agent }, second);
    if (first !== undefined) {
      const name = knownServer(terminal, agent.servers, second ?? first);
      if (second === undefined) return showServer(terminal, agent.servers, name);
      if (first === 'accept') await agent.servers.accept(name);
      else if (first === 'retry') await agent.servers.retry(name);
      else throw new SigecError('NOT_FOUND', text.chat.servers.unknown(visible(first)));
      terminal.out(first === 'accept' ? accepted(visible(name)) : retried(visible(name)));
      return;
    }
    const found = agent.servers.states();
    if (found.length === 0) return terminal.out(none);
    show(terminal, found, [
      [titles.server, ({ name }) => name],
      [titles.state, ({ status }) => ({ text: states[status], tone: stateTones[status] })],
      [titles.tools, ({ toolCount }) => toolCount],
      [titles.address, ({ address }) => address, 'flexible'],
    ]);
    const news = found.filter(({ status, changedTools }) => status !== 'connected' || changedTools.length > 0);
    for (const state of news) terminal.out(paint('warning', serverSentence(terminal, state)));
  },
};

/** It is there at once, and in the chats that follow. */
async function addServer(
  { terminal, agent }: Pick<Chat, 'terminal' | 'agent'>,
  name: string,
  target: string[],
): Promise<void> {
  if (agent.servers.states().some((state) => state.name === name))
    throw new SigecError('CONFLICT', terminal.text.chat.servers.taken(visible(name)));
  const added = await agent.serverFile.add({ name, target, headers: [], env: [], isSse: false });
  await agent.servers.add(added);
  for (const state of agent.servers.states().filter((one) => one.name === added.name))
    terminal.out(serverSentence(terminal, state));
}

async function removeServer({ terminal, agent }: Pick<Chat, 'terminal' | 'agent'>, name: string): Promise<void> {
  const known = knownServer(terminal, agent.servers, name);
  const { notAdded, removed } = terminal.text.mcpServers;
  if (!(await agent.serverFile.remove(known)))
    throw new SigecError('NOT_FOUND', notAdded(visible(known), terminal.command));
  await agent.servers.remove(known);
  terminal.out(removed(visible(known)));
}

function knownServer({ text }: Terminal, known: Servers, name: string): string {
  if (known.states().some((state) => state.name === name)) return name;
  throw new SigecError('NOT_FOUND', text.chat.servers.unknown(visible(name)));
}

/** How it is, and what a person has to look at before it is taken. */
function showServer(terminal: Terminal, known: Servers, name: string): void {
  const { isNew: newWord, isOther } = terminal.text.chat.servers;
  for (const state of known.states().filter((one) => one.name === name)) terminal.out(serverSentence(terminal, state));
  for (const { tool, description, isNew } of known.changed(name)) {
    terminal.out(`  ${terminal.paint('strong', visible(tool))}  ${isNew ? newWord : isOther}`);
    terminal.out(indented(cleanText(description).split('\n'), 4));
  }
}

export const tools: Slash = {
  takes: '[WORDS]',
  complete: ({ agent }) => agent.servers.tools().map(({ name }) => name),
  async run({ terminal, agent }, words) {
    const { titles } = terminal.text;
    const { none, risks } = terminal.text.chat.tools;
    const wanted = words.map((word) => word.toLowerCase());
    const found = agent.servers
      .tools()
      .filter(({ name, description }) => wanted.every((word) => `${name} ${description}`.toLowerCase().includes(word)));
    const named = found.filter(({ name }) => name === words[0]);
    const [only, ...others] = named.length > 0 ? named : found;
    if (only === undefined) return terminal.out(none);
    if (others.length === 0) return showTool(terminal, only);
    show(terminal, found, [
      [titles.tool, ({ name }) => strong(name)],
      [titles.risk, ({ risk }) => ({ text: risks[risk], tone: riskTones[risk] })],
      [titles.server, ({ server }) => server],
      [titles.about, ({ description }) => description.split(/(?<=[.!?])\s/, 1)[0] ?? '', 'flexible'],
    ]);
  },
};

function showTool(terminal: Terminal, { name, server, risk, description, inputSchema }: AgentTool): void {
  const { text, paint } = terminal;
  terminal.out(`${paint('strong', visible(name))}  ${visible(server)}  ${text.chat.tools.risks[risk]}`);
  terminal.out(cleanText(description));
  const { properties = {}, required } = inputSchema as { properties?: Record<string, object>; required?: unknown };
  const needed = Array.isArray(required) ? required.map(String) : [];
  for (const [field, schema] of Object.entries(properties)) {
    const { description: about = '', type = '' } = schema as { description?: unknown; type?: unknown };
    const sign = needed.includes(field) ? '*' : ' ';
    terminal.out(`  ${sign} ${visible(field)}  ${paint('quiet', visible(`${String(type)}  ${String(about)}`))}`);
  }
}

export const resources: Slash = {
  takes: '[ADDRESS]',
  complete: async ({ agent }) => (await agent.servers.resources()).map(({ uri }) => uri),
  async run({ terminal, agent }, [uri]) {
    const { titles } = terminal.text;
    const { none, unknown } = terminal.text.chat.resources;
    const found = await agent.servers.resources();
    if (uri !== undefined) {
      // One that is made from a template stands in no list; with one server it can only be there.
      const [first] = agent.servers.states().filter(({ status }) => status === 'connected');
      const server = found.find((resource) => resource.uri === uri)?.server ?? first?.name;
      if (server === undefined) throw new SigecError('NOT_FOUND', unknown(visible(uri)));
      terminal.out(cleanText(await agent.servers.readResource(server, uri)));
      return;
    }
    if (found.length === 0) return terminal.out(none);
    show(terminal, found, [
      [titles.address, (resource) => resource.uri],
      [titles.server, ({ server }) => server],
      [titles.about, ({ name, description }) => description || name, 'flexible'],
    ]);
  },
};

export const prompts: Slash = {
  takes: '[NAME key=value …]',
  complete: async ({ agent }) => (await agent.servers.prompts()).map(({ name }) => name),
  async run(chat, [name, ...given]) {
    const { terminal, agent } = chat;
    const { titles } = terminal.text;
    const { none, unknown, form } = terminal.text.chat.prompts;
    const found = await agent.servers.prompts();
    if (name !== undefined) {
      const wanted = found.find((prompt) => prompt.name === name);
      if (wanted === undefined) throw new SigecError('NOT_FOUND', unknown(visible(name)));
      const values = given.map((pair) => /^([^=]+)=(.*)$/s.exec(pair));
      const missing = wanted.arguments.filter(
        ({ name: argument, required }) => required && !values.some((pair) => pair?.[1] === argument),
      );
      if (values.includes(null) || missing.length > 0)
        throw new SigecError('INVALID_INPUT', form(`/prompts ${name} ${wanted.arguments.map(argumentForm).join(' ')}`));
      const asked = Object.fromEntries(values.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
      const followed = await agent.servers.prompt(wanted.server, name, asked);
      const isOurs = agent.servers.states().some((server) => server.name === wanted.server && server.isOwn);
      if (!isOurs) chat.conversation.isTainted = true; // others wrote what now stands there as the person's wish
      await chat.ask(followed);
      return;
    }
    if (found.length === 0) return terminal.out(none);
    show(terminal, found, [
      [titles.prompt, (prompt) => strong(prompt.name)],
      [titles.takes, (prompt) => prompt.arguments.map(argumentForm).join(' ')],
      [titles.about, ({ description }) => description, 'flexible'],
    ]);
  },
};

function argumentForm({ name, required }: { name: string; required: boolean }): string {
  return required ? `${name}=…` : `[${name}=…]`;
}

function show<Thing>(terminal: Terminal, things: readonly Thing[], columns: readonly ColumnOf<Thing>[]): void {
  terminal.out(tableLines(terminal, tableOf(things, columns)).join('\n'));
}
