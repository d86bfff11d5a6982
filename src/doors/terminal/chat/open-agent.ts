import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileAllowanceStore } from '#assistant/allowances/file-store.ts';
import { fileConversationStore } from '#assistant/conversation/file-store.ts';
import { MindProblem } from '#assistant/conversation/mind.ts';
import { type Agent as Composed, openAgent as compose } from '#assistant/open-agent.ts';
import { isProviderName, type Provider, providers } from '#assistant/providers/providers.ts';
import { callsOthers } from '#assistant/servers/open-servers.ts';
import { filePins } from '#assistant/servers/pins.ts';
import { readServerSettings } from '#assistant/servers/read-settings.ts';
import { type ServerFile, serverFile } from '#assistant/servers/server-file.ts';
import { isOwnAddress } from '#assistant/servers/server-lines.ts';
import type { Servers } from '#assistant/servers/servers.ts';
import { fileSignIns } from '#assistant/servers/sign-in/sign-in-store.ts';
import { type Config, readConfig, secretSettings, settings } from '#base/config.ts';
import { asError, SigecError } from '#base/errors.ts';
import { isLoopback } from '#base/hosts.ts';
import type { Fetch } from '#base/patient-fetch.ts';
import { assistantApi } from '#contract/api/assistant.ts';
import { systemApi } from '#contract/api/system.ts';
import { type Api, openApi } from '../api.ts';
import {
  fetchNamed,
  fetchProven,
  isElsewhere,
  isKeyMeant,
  isServerNamed,
  judgeAddress,
  reachableAddress,
} from '../own-server.ts';
import { apiKey, apiUrl, localUrl, type ServerOptions } from '../server-address.ts';
import { configOf } from '../settings-flags.ts';
import type { Terminal } from '../terminal.ts';

export type AgentOptions = ServerOptions & { model?: string; readOnly?: boolean };

export type Agent = Composed & {
  folder: string;
  /** The servers that were added by hand. */
  serverFile: ServerFile;
  /** While it is on, nothing that changes anything is called. */
  plans: { isOn: boolean };
  /** What of the configuration could not be used. */
  problems: readonly string[];
  /** Another model from now on, by "provider/model"; throws a sentence where it cannot be had. */
  useModel(name: string): Promise<void>;
};

type ChatOptions = AgentOptions & { mcpKey?: string } & { onSignIn?: (asked: { server: string; url: string }) => void };

/** The agent of whoever sits at this terminal: its servers are those of the settings, and files keep what it remembers. */
export async function openAgent(terminal: Terminal, given: ChatOptions): Promise<Agent> {
  const { env, language, clock } = terminal;
  const config = chooseModel(terminal, configOf(terminal, given), given.model);
  const personKey = apiKey(terminal, given) ?? '';
  const key = agentKey(terminal, given, config) || (await lentKey(terminal, given, personKey));
  const keys = { key, personKey };
  const isWithKey = keys.key !== '' || keys.personKey !== '';
  const isNamed = isKeyMeant(terminal, given) || (!isWithKey && isServerNamed(terminal, given));
  const [folder, own] = await Promise.all([agentFolder(terminal, config), ownMcp(terminal, given, { isNamed })]);
  const isAlone = config.mcpServers.trim() === '' && config.mcpServersFile === '';
  const file = config.mcpServersFile || (await addedServers(folder));
  const around = {
    variables: env,
    secrets: secretsOf(terminal, config),
    // Without other servers nobody but our own is meant; it proves so before anything is sent.
    ownAddresses: isAlone ? [own.address] : own.addresses,
  };
  const { servers: settings, problems } = await readServerSettings({
    lines: isAlone ? `HTTP,${own.address}` : config.mcpServers,
    file,
    ...keys,
    ...around,
    fetch: own.fetch,
  });
  const servers = {
    settings,
    pins: filePins(join(folder, 'tools.json')),
    signIns: fileSignIns(join(folder, 'sign-ins.json')),
    ...(given.onSignIn !== undefined && { onSignIn: given.onSignIn }),
  };
  const plans = { isOn: false };
  const opening = compose({
    config,
    servers,
    language,
    clock,
    narrowed: (servers) => whileReading(servers, () => given.readOnly === true || plans.isOn),
    allowances: fileAllowanceStore(join(folder, 'approvals.json')),
    store: fileConversationStore(join(folder, 'conversations')),
  });
  const agent = await inOurWords(terminal, config, opening);
  const away = agent.away === undefined ? [] : [terminal.text.chat.away(ourWords(terminal, config, agent.away))];
  return Object.assign(agent, {
    folder,
    serverFile: serverFile(addedTo(config, folder), around),
    plans,
    problems: [...away, ...problems],
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
    throw new SigecError('INTERNAL', ourWords(terminal, config, error), { cause: error });
  }
}

function ourWords({ text }: Terminal, { llmProvider }: Config, { code, message }: MindProblem): string {
  const provider: Provider | undefined = isProviderName(llmProvider) ? providers[llmProvider] : undefined;
  const keySetting = provider?.keySetting ?? null;
  return code === 'key-missing' && keySetting !== null ? text.chat.keyMissing(llmProvider, keySetting) : message;
}

/** The same servers, for a time without every tool that could change something, whatever name it is called by. */
function whileReading(servers: Servers, isReading: () => boolean): Servers {
  return {
    ...servers,
    tools: () =>
      servers
        .tools()
        .filter(
          ({ risk, isForeign, tool }) => !isReading() || risk === 'reads' || (!isForeign && tool === callsOthers),
        ),
    async call(tool, given, options) {
      if (!isReading()) return servers.call(tool, given, options);
      const { tool: meant } = await servers.meant(tool, given);
      if (meant.risk !== 'reads') throw new SigecError('NOT_ALLOWED', 'Only reading is allowed in this conversation.');
      return servers.call(tool, given, options);
    },
  };
}

/** Changes what is added by hand, without opening a conversation. */
export async function openServerFile(terminal: Terminal, given: ServerOptions): Promise<ServerFile> {
  const config = configOf(terminal, given);
  const folder = await agentFolder(terminal, config);
  const secrets = secretsOf(terminal, config);
  return serverFile(addedTo(config, folder), { variables: terminal.env, secrets, ownAddresses: [] });
}

function addedTo({ mcpServersFile }: Config, folder: string): string {
  return mcpServersFile || join(folder, 'servers.json');
}

/** Empty while nobody has added any. */
async function addedServers(folder: string): Promise<string> {
  const file = join(folder, 'servers.json');
  return access(file).then(
    () => file,
    () => '',
  );
}

/** Where conversations and decisions are kept: beside the data, or at home where the data is somebody else's. */
async function agentFolder({ text }: Terminal, { dataDir }: Config): Promise<string> {
  const places = [join(dataDir, 'agent'), join(homedir(), '.sigec', 'agent')];
  let problem = '';
  for (const place of places) {
    try {
      await mkdir(place, { recursive: true, mode: 0o700 });
      await access(place, constants.W_OK);
      return place;
    } catch (thrown) {
      problem = asError(thrown).message;
    }
  }
  throw new SigecError('CANNOT_START', text.chat.noFolder(places.join(', '), problem));
}

const providerNames = settings.llmProvider.accepts.split(', ');

/** "anthropic/claude-…", "interpreter", or a model of the provider that is set; undefined: as it is set. */
function chooseModel({ text }: Terminal, config: Config, name: string | undefined): Config {
  if (name === undefined || name.trim() === '') return config;
  const [first = '', ...rest] = name.trim().split('/');
  if (providerNames.includes(first)) {
    const { llmProvider } = readConfig({ flags: { llmProvider: first } });
    return { ...config, llmProvider, llmModel: rest.join('/') };
  }
  const accepts = text.chat.modelForm(providerNames.join(', '));
  if (config.llmProvider === 'interpreter')
    throw new SigecError('INVALID_INPUT', text.wrongUse.invalidInput({ name: '--model', value: name, accepts }));
  return { ...config, llmModel: name.trim() }; // a model may have a slash in its name
}

/** MCP_KEY of the environment was not given for a `--url` elsewhere. */
function agentKey(terminal: Terminal, given: ChatOptions, { mcpKey }: Config): string {
  return isElsewhere(terminal, given) ? (given.mcpKey ?? '') : mcpKey;
}

/**
 * The assistant of a person has a key of its own, so that the person may approve what it proposes. Empty: whose key this is has no assistant, or
 * the server does not run yet; then the one key there is serves both.
 */
async function lentKey(terminal: Terminal, given: ChatOptions, personKey: string): Promise<string> {
  if (personKey === '') return '';
  try {
    return (await openApi(terminal, given).call(assistantApi.key)).secret;
  } catch (error) {
    if (error instanceof SigecError) return '';
    throw error;
  }
}

/** The credentials of this installation and this person by the names of their variables. */
function secretsOf({ env }: Terminal, config: Config): Record<string, string> {
  return { SIGEC_KEY: env['SIGEC_KEY'] ?? '', ...secretSettings(config) };
}

type OwnMcp = {
  address: string;
  /** Every address by which it is known; one where somebody else listens is none of them. */
  addresses: string[];
  /** What a server that the person named says of itself is believed; whoever else listens has to prove to be ours. */
  fetch: Fetch;
};

async function ownMcp(terminal: Terminal, options: ServerOptions, { isNamed }: { isNamed: boolean }): Promise<OwnMcp> {
  const api = new URL(apiUrl(terminal, options));
  const sendProven = fetchProven(terminal);
  const sendNamed = fetchNamed(terminal);
  const told: { address?: string } = {};
  const ask = async () => {
    const address = await toldAddress(openApi(terminal, options));
    if (address !== undefined) told.address = reachableAddress(address, api);
  };
  await ask();
  const send: Fetch = async (url, init) => {
    if (!isNamed) return sendProven(url, init);
    if (told.address === undefined) await ask();
    const isTold = told.address !== undefined && isOwnAddress(String(url), [told.address]);
    return isTold ? sendNamed(atHostOf(told.address ?? '', url), init) : sendProven(url, init);
  };
  const guesses = [guessed(terminal, api), ...(isLoopback(api.hostname) ? [localUrl(terminal, 'mcp')] : [])];
  const candidates = [...new Set([...(told.address === undefined ? [] : [told.address]), ...guesses])];
  const verdicts = await Promise.all(candidates.map((url) => judgeAddress(send, url)));
  return {
    address: told.address ?? guessed(terminal, api),
    addresses: candidates.filter((_, at) => verdicts[at] !== 'not-ours'),
    fetch: send,
  };
}

/** The names of loopback are one to us, but others may listen at another of them. */
function atHostOf(told: string, url: string | URL): URL {
  const there = new URL(url);
  there.hostname = new URL(told).hostname;
  return there;
}

/** One that does not run yet may come: it is looked for where it would be. */
async function toldAddress(api: Api): Promise<string | undefined> {
  try {
    return (await api.call(systemApi.about)).addresses.mcp;
  } catch (error) {
    if (error instanceof SigecError) return undefined;
    throw error;
  }
}

function guessed(terminal: Terminal, api: URL): string {
  const { mcpServerPort } = configOf(terminal);
  return `${api.protocol}//${api.hostname}:${mcpServerPort || 8000}/mcp`;
}
