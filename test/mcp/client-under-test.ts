import { openServers } from '../../src/assistant/servers/open-servers.ts';
import type { AgentTool, Servers } from '../../src/assistant/servers/servers.ts';

/** What the suite tells the client beforehand. */
type Context = {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
};

/** The document that the suite expects us to be known by; nobody fetches it. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';

/**
 * The agent's side of MCP as the conformance suite runs it: connects with the address in its last argument, uses whatever is offered there, says
 * yes to every question, and signs in without a browser.
 */
const url = process.argv.at(-1) ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context;
const { client_id: clientId, client_secret: clientSecret } = context;

const servers = openServers({
  settings: [
    {
      name: 'suite',
      kind: 'http',
      isOwn: false,
      url,
      headers: {},
      timeoutMs: 240_000,
      oauth: { clientId, clientSecret, clientMetadataUrl },
    },
  ],
  // The authorization server of the suite sends every browser straight back to us.
  onSignIn: async ({ url: signIn }) => {
    await (await fetch(signIn)).text();
  },
  retry: { firstMs: 60_000, maxMs: 60_000 },
});

try {
  await connected(servers);
  await useTools(servers);
  await useTexts(servers);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await servers.close();
}

/** A sign-in counts as tried before it has ended. */
async function connected(from: Servers): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => {
    const [state] = from.states();
    if (state?.status === 'connected') resolve();
    const isOver = state?.status === 'unreachable' || state?.trouble === 'sign-in-failed';
    if (isOver) reject(new Error(`${state.status} ${state.trouble}: ${state.reason}`));
  };
  from.onChange(look);
  look();
  await promise;
}

async function useTools(from: Servers): Promise<void> {
  const tools = from.tools();
  const wanted = context.toolCalls ?? tools.map((tool) => ({ name: tool.tool, arguments: argumentsFor(tool, tools) }));
  for (const { name, arguments: given } of wanted) {
    const tool = tools.find((one) => one.tool === name);
    if (tool === undefined) throw new Error(`${name} is not offered.`);
    const outcome = await from.call(tool, given, {
      signal: AbortSignal.timeout(250_000),
      onQuestion: ({ schema }) => Promise.resolve({ action: 'accept', content: answersTo(schema) }),
    });
    console.log(name, outcome);
  }
}

async function useTexts(from: Servers): Promise<void> {
  for (const { uri } of await from.resources())
    if (!uri.includes('{')) console.log(uri, await from.readResource('suite', uri));
  for (const { name, arguments: wanted } of await from.prompts()) {
    const given = Object.fromEntries(wanted.map((argument) => [argument.name, 'text']));
    console.log(name, await from.prompt('suite', name, given));
  }
}

type Schema = { type?: string; properties?: Record<string, Schema>; required?: string[]; default?: unknown };

/** Something for each argument that has to be there. The echo gets the schema of its neighbour, as we got it. */
function argumentsFor({ tool, inputSchema }: AgentTool, all: readonly AgentTool[]): Record<string, unknown> {
  if (tool === 'json_schema_echo') return { schema: all.find((one) => one.tool !== tool)?.inputSchema };
  const { properties = {}, required = [] } = inputSchema as Schema;
  return Object.fromEntries(required.map((name) => [name, valueFor(properties[name])]));
}

/** What has a value of its own is left to it. */
function answersTo(schema: Record<string, unknown> | undefined): Record<string, unknown> {
  const { properties = {} } = (schema ?? {}) as Schema;
  const open = Object.entries(properties).filter(([, property]) => property.default === undefined);
  return Object.fromEntries(open.map(([name, property]) => [name, valueFor(property)]));
}

function valueFor(schema: Schema | undefined): unknown {
  switch (schema?.type) {
    case 'number':
    case 'integer':
      return 5;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'text';
  }
}
