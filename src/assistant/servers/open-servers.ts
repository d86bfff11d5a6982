import { createHash } from 'node:crypto';
import type { GetPromptResult } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { systemTime, type Time } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { type Log, silentLog } from '#base/log.ts';
import type { Retry } from './deadline.ts';
import { foreignLine, foreignText } from './foreign-text.ts';
import { type OfferedTool, offered } from './offered-tools.ts';
import { outcomeOf } from './outcome-of.ts';
import { memoryPins, type PinStore } from './pins.ts';
import { type ConnectionNeeds, ServerConnection } from './server-connection.ts';
import type { AgentTool, FoundPrompt, FoundResource, ServerSettings, Servers } from './servers.ts';
import { memorySignIns, type SignInStore } from './sign-in/sign-in-store.ts';

const most = { name: 200, description: 1_000, text: 200_000 };

/** A server that has none answers with an empty list, by the library. */
async function listResources(connection: ServerConnection): Promise<FoundResource[]> {
  const server = connection.settings.name;
  const [{ resources }, { resourceTemplates }] = await connection.request((client) =>
    Promise.all([client.listResources(), client.listResourceTemplates()]),
  );
  return [
    ...resources.map(({ uri, ...about }) => ({ server, uri, ...named(about) })),
    ...resourceTemplates.map(({ uriTemplate: uri, ...about }) => ({ server, uri, ...named(about) })),
  ];
}

async function readResource(connection: ServerConnection, uri: string): Promise<string> {
  const { contents } = await connection.request((client) => client.readResource({ uri }));
  const texts = contents.map((part) =>
    'text' in part ? part.text : `[${part.mimeType ?? 'binary'}, ${Math.round((part.blob.length * 3) / 4)} bytes]`,
  );
  return foreignText(texts.join('\n'), most.text);
}

async function listPrompts(connection: ServerConnection): Promise<FoundPrompt[]> {
  const server = connection.settings.name;
  const { prompts } = await connection.request((client) => client.listPrompts());
  return prompts.map(({ name, description = '', arguments: given = [] }) => ({
    server,
    name,
    description: foreignText(description, most.description),
    arguments: given.map((argument) => ({ name: argument.name, required: argument.required === true })),
  }));
}

async function readPrompt(connection: ServerConnection, name: string, given: Record<string, string>): Promise<string> {
  const { messages } = await connection.request((client) => client.getPrompt({ name, arguments: given }));
  return foreignText(messages.map(textOf).filter(Boolean).join('\n\n'), most.text);
}

function textOf({ content }: GetPromptResult['messages'][number]): string {
  if (content.type === 'text') return content.text;
  return content.type === 'resource' && 'text' in content.resource ? content.resource.text : '';
}

function named({
  name,
  title,
  description = '',
}: {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
}) {
  return { name: foreignLine(title ?? name, most.name), description: foreignText(description, most.description) };
}

const maxCharacters = 64;

/**
 * Names for models. A tool of our own system keeps its name, by which prompts speak of it. A foreign one has its server in front of it, always: so
 * it can stand in nobody's place, and is called the same when another server comes.
 */
export function withNames(tools: readonly Omit<AgentTool, 'name'>[]): AgentTool[] {
  const taken = new Set<string>();
  const ownFirst = tools.toSorted((one, other) => Number(one.isForeign) - Number(other.isForeign));
  const named = new Map(
    ownFirst.map((tool) => {
      const plain = fit(tool.isForeign ? `${tool.server}__${tool.tool}` : tool.tool);
      const name = taken.has(plain) ? marked(`${tool.server}__${tool.tool}`, `${tool.server}/${tool.tool}`) : plain;
      taken.add(name);
      return [tool, { ...tool, name }];
    }),
  );
  return tools.flatMap((tool) => named.get(tool) ?? []);
}

function fit(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_');
  return plain.length <= maxCharacters && plain !== '' ? plain : marked(plain, name);
}

/** What would be too long, or the same as another, ends with a few characters of its hash. */
function marked(name: string, whole: string): string {
  const mark = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  return `${name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxCharacters - mark.length - 1)}_${mark}`;
}

/** The tool of our own system that passes a call on to any other, listed or not. */
export const callsOthers = 'call_tool';

const asked = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) });

const described = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  output_schema: z.looseObject({ type: z.literal('object') }).optional(),
  annotations: z.record(z.string(), z.boolean()),
});

/**
 * What a call by way of call_tool really is, so that a person is asked about that, and a "yes, for this session" to one tool is none to all the
 * others. undefined: nobody knows, and it is taken for what it looks like.
 */
async function calledThrough(
  connection: ServerConnection,
  given: Record<string, unknown>,
): Promise<{ tool: OfferedTool; given: Record<string, unknown> } | undefined> {
  const read = asked.safeParse(given);
  if (!read.success) return undefined;
  const { name, arguments: passedOn } = read.data;
  const listed = connection.tools.find(({ tool }) => tool === name);
  if (listed !== undefined) return listed.tool === callsOthers ? undefined : { tool: listed, given: passedOn };
  try {
    const answer = await connection.request((client) =>
      client.callTool({ name: 'describe_tool', arguments: { name } }),
    );
    const found = described.safeParse(answer.structuredContent);
    if (!found.success) return undefined;
    const { input_schema: inputSchema, output_schema: outputSchema, ...about } = found.data;
    const tool = offered(connection.settings, { ...about, inputSchema, ...(outputSchema && { outputSchema }) });
    connection.accepted.alsoOffer(tool);
    return { tool, given: passedOn };
  } catch {
    return undefined; // the call itself will say why
  }
}

export type ServersNeeds = {
  settings: readonly ServerSettings[];
  /** What was accepted of foreign servers; absent: forgotten at the end. */
  pins?: PinStore;
  signIns?: SignInStore;
  /** Shows a person where to sign in; absent: nobody is there, and a server that asks for it is left alone. */
  onSignIn?: ConnectionNeeds['onSignIn'];
  retry?: Retry;
  time?: Time;
  log?: Log;
};

const defaultRetry: Retry = { firstMs: 1_000, maxMs: 60_000 };

/** Begins to connect with all of them at once, and gives none of them up. */
export function openServers(needs: ServersNeeds): Servers {
  const listeners = new Set<() => void>();
  let named: AgentTool[] | undefined;
  const shared: ConnectionNeeds = {
    pins: needs.pins ?? memoryPins(),
    signIns: needs.signIns ?? memorySignIns(),
    onSignIn: needs.onSignIn,
    retry: needs.retry ?? defaultRetry,
    time: needs.time ?? systemTime,
    log: needs.log ?? silentLog,
    onChange() {
      named = undefined;
      for (const listener of listeners) listener();
    },
  };
  const twice = needs.settings.find(({ name }, at) => needs.settings.findIndex((one) => one.name === name) !== at);
  if (twice !== undefined)
    throw new SigecError('INVALID_INPUT', `Two MCP servers are named ${twice.name}. Give one of them another name.`);
  const connections = new Map<string, ServerConnection>();
  for (const settings of needs.settings) connections.set(settings.name, new ServerConnection(settings, shared));
  const all = () => [...connections.values()];

  function connectionOf(server: string): ServerConnection {
    const connection = connections.get(server);
    if (connection !== undefined) return connection;
    const names = [...connections.keys()].join(', ') || 'none';
    throw new SigecError('NOT_FOUND', `There is no MCP server named ${server}. There are: ${names}.`);
  }

  /** Those that are connected; one that fails meanwhile is passed over. */
  async function fromEach<T>(
    server: string | undefined,
    ask: (connection: ServerConnection) => Promise<T[]>,
  ): Promise<T[]> {
    if (server !== undefined) return ask(connectionOf(server));
    const there = all().filter((connection) => connection.state().status === 'connected');
    const found = await Promise.allSettled(there.map(ask));
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  return {
    states: () => all().map((connection) => connection.state()),
    tools() {
      named ??= withNames(all().flatMap((connection) => connection.tools));
      return named;
    },
    async meant(tool, given) {
      if (tool.isForeign || tool.tool !== callsOthers) return { tool, given };
      const through = await calledThrough(connectionOf(tool.server), given);
      if (through === undefined) return { tool, given };
      return { tool: { ...through.tool, name: through.tool.tool }, given: through.given };
    },
    async call(tool, given, options) {
      const startedAt = shared.time.elapsedMs();
      const result = await connectionOf(tool.server).call(tool, given, options);
      const tookMs = Math.round(shared.time.elapsedMs() - startedAt);
      return outcomeOf(result, { isForeign: tool.isForeign, tookMs });
    },
    resources: (server) => fromEach(server, listResources),
    readResource: async (server, uri) => readResource(connectionOf(server), uri),
    prompts: (server) => fromEach(server, listPrompts),
    prompt: async (server, name, given) => readPrompt(connectionOf(server), name, given),
    changed: (server) => connectionOf(server).accepted.changed,
    accept: async (server) => connectionOf(server).accept(),
    retry: async (server) => connectionOf(server).retry(),
    async add(settings) {
      const connection = new ServerConnection(settings, shared);
      connections.set(settings.name, connection);
      shared.onChange();
      await connection.tried;
    },
    async remove(server) {
      const connection = connectionOf(server);
      connections.delete(server);
      shared.onChange();
      await connection.close();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async settled() {
      await Promise.all(all().map((connection) => connection.tried));
    },
    async close() {
      listeners.clear();
      await Promise.allSettled(all().map((connection) => connection.close()));
    },
  };
}
