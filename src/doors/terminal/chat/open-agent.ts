import { join } from 'node:path';
import { fileApprovalStore } from '#assistant/approvals/file-store.ts';
import { fileConversationStore } from '#assistant/conversation/file-store.ts';
import { MindProblem } from '#assistant/conversation/mind.ts';
import { type Agent as Composed, openAgent as compose } from '#assistant/open-agent.ts';
import { isProviderName, type Provider, providers } from '#assistant/providers/providers.ts';
import { filePins } from '#assistant/servers/pins.ts';
import { readServerSettings } from '#assistant/servers/read-settings.ts';
import { fileSignIns } from '#assistant/servers/sign-in/sign-in-store.ts';
import { type Config, readConfig } from '#base/config.ts';
import { SigecError } from '#base/errors.ts';
import { apiKey, type ServerOptions } from '../server-address.ts';
import { flagsOf } from '../settings-flags.ts';
import type { Terminal } from '../terminal.ts';
import { agentFolder } from './agent-folder.ts';
import { chooseModel } from './choose-model.ts';
import { onlyReading } from './only-reading.ts';
import { ownMcp } from './own-mcp.ts';

export type AgentOptions = ServerOptions & { model?: string; readOnly?: boolean };

export type Agent = Composed & {
  folder: string;
  /** What of the configuration could not be used. */
  problems: readonly string[];
  /** Another model from now on, by "provider/model"; throws a sentence where it cannot be had. */
  useModel(name: string): Promise<void>;
};

type ChatOptions = AgentOptions & { onSignIn?: (asked: { server: string; url: string }) => void };

/** The agent of whoever sits at this terminal: its servers are those of the settings, and files keep what it remembers. */
export async function openAgent(terminal: Terminal, given: ChatOptions): Promise<Agent> {
  const { env, language, clock } = terminal;
  const config = chooseModel(terminal, readConfig({ flags: flagsOf(given), env, envFile: '.env' }), given.model);
  const [folder, own] = await Promise.all([agentFolder(terminal, config), ownMcp(terminal, given)]);
  const isAlone = config.mcpServers.trim() === '' && config.mcpServersFile === '';
  const { servers: settings, problems } = await readServerSettings({
    lines: isAlone ? `HTTP,${own.address}` : config.mcpServers,
    file: config.mcpServersFile,
    key: config.mcpKey,
    personKey: apiKey(terminal, given) ?? '',
    variables: env,
    // Without other servers nobody but our own is meant; it proves so before each request.
    ownAddresses: isAlone ? [own.address] : own.addresses,
    resolve: own.resolve,
  });
  const servers = {
    settings,
    pins: filePins(join(folder, 'tools.json')),
    signIns: fileSignIns(join(folder, 'sign-ins.json')),
    ...(given.onSignIn !== undefined && { onSignIn: given.onSignIn }),
  };
  const opening = compose({
    ...{ config, servers, language, clock },
    narrowed: given.readOnly === true ? onlyReading : undefined,
    approvals: fileApprovalStore(join(folder, 'approvals.json')),
    store: fileConversationStore(join(folder, 'conversations')),
  });
  const agent = await inOurWords(terminal, config, opening);
  return Object.assign(agent, {
    ...{ folder, problems },
    useModel(name: string) {
      const chosen = chooseModel(terminal, agent.config, name);
      return inOurWords(terminal, chosen, agent.useModelOf(chosen));
    },
  });
}

/** A model that cannot be had is told in the language of the terminal. */
async function inOurWords<T>(terminal: Terminal, config: Config, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof MindProblem)) throw error;
    const provider: Provider | undefined = isProviderName(config.llmProvider)
      ? providers[config.llmProvider]
      : undefined;
    const keySetting = provider?.keySetting ?? null;
    const isWithoutKey = error.code === 'key-missing' && keySetting !== null;
    const sentence = isWithoutKey ? terminal.text.chat.keyMissing(config.llmProvider, keySetting) : error.message;
    throw new SigecError('INTERNAL', sentence, { cause: error });
  }
}
