import { systemTime, type Time } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import { type Log, silentLog } from '#base/log.ts';
import type { AgentTool } from './agent-tool.ts';
import type { Retry } from './back-off.ts';
import { calledThrough, callsOthers } from './call-through.ts';
import { listPrompts, listResources, readPrompt, readResource } from './offered-texts.ts';
import { outcomeOf } from './outcome-of.ts';
import { memoryPins, type PinStore } from './pins.ts';
import { type ConnectionNeeds, ServerConnection } from './server-connection.ts';
import type { ServerSettings, Servers } from './servers.ts';
import { memorySignIns, type SignInStore } from './sign-in/sign-in-store.ts';
import { withNames } from './tool-names.ts';

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
  const all = [...connections.values()];

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
    const there = all.filter((connection) => connection.state().status === 'connected');
    const found = await Promise.allSettled(there.map(ask));
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  return {
    states: () => all.map((connection) => connection.state()),
    tools() {
      named ??= withNames(all.flatMap((connection) => connection.tools));
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
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async settled() {
      await Promise.all(all.map((connection) => connection.tried));
    },
    async close() {
      listeners.clear();
      await Promise.allSettled(all.map((connection) => connection.close()));
    },
  };
}
