import { file, list, oneOf, port, type Setting, schemeOf, secret, text, url, wholeNumber } from './setting-kinds.ts';

/** Agents and models. */
export const agentSettings = {
  mcpServerPort: port('MCP_SERVER_PORT', 8000, 'LLM agents connect here.'),
  mcpOauthIssuer: issuer(
    'MCP_OAUTH_ISSUER',
    'An authorization server of your own that agents sign in at, by its issuer; absent: ours, where a person lets them in.',
  ),
  mcpOauthAudience: text(
    'MCP_OAUTH_AUDIENCE',
    '',
    'Who the tokens of MCP_OAUTH_ISSUER must be meant for (aud); absent: the address of MCP that the agent called.',
  ),
  mcpOauthRoleClaim: text(
    'MCP_OAUTH_ROLE_CLAIM',
    'scope',
    'The claim in tokens of MCP_OAUTH_ISSUER that says what an agent may do; dots lead inside, as in realm_access.roles.',
  ),
  mcpOauthViewers: list('MCP_OAUTH_VIEWERS', 'Values of MCP_OAUTH_ROLE_CLAIM that let an agent read.', ['sigec:read']),
  mcpOauthOperators: list(
    'MCP_OAUTH_OPERATORS',
    'Values of MCP_OAUTH_ROLE_CLAIM that let an agent operate; what is risky it still only proposes.',
    ['sigec:operate'],
  ),
  mcpConformance: oneOf(
    'MCP_CONFORMANCE',
    ['0', '1'],
    'Whether /mcp-conformance has the tools that the public conformance suite of MCP calls, to run it against this installation; on loopback alone.',
  ),
  mcpKey: secret(
    'MCP_KEY',
    'Bearer key our own agent shows to our own system among MCP_SERVERS, which SIGEC_URL names or which proves itself by DATA_DIR; other servers get theirs from MCP_SERVERS_FILE.',
  ),
  mcpServers: text('MCP_SERVERS', '', 'MCP servers of our own agent, one per line: TYPE,ADDRESS_OR_COMMAND.'),
  mcpServersFile: file(
    'MCP_SERVERS_FILE',
    'More of them in a JSON file with mcpServers, as other hosts of agents use it; absent: none.',
  ),
  llmProvider: oneOf(
    'LLM_PROVIDER',
    ['interpreter', 'anthropic', 'openai', 'google', 'deepseek', 'openai-compatible', 'scripted'],
    'Who answers in the chat; the interpreter works without a model.',
  ),
  llmModel: text('LLM_MODEL', '', 'Model name of LLM_PROVIDER; of scripted, the JSON file with the steps.'),
  llmBaseUrl: url(
    'LLM_BASE_URL',
    'Address of an OpenAI-compatible server, or of a gateway before another LLM_PROVIDER, which then gets its key.',
    ['http', 'https'],
  ),
  llmPricesFile: file(
    'LLM_PRICES_FILE',
    'What models cost, as JSON: currency, and input and output per million tokens by provider/model; absent: costs are not shown.',
  ),
  llmInterpreterFirst: oneOf(
    'LLM_INTERPRETER_FIRST',
    ['on', 'off'],
    'Whether the interpreter answers what it understands to the last word, at once and free, and the model the rest; also whether the interpreter steps in while the model is away.',
  ),
  llmMaxOutputTokens: wholeNumber('a number of tokens, 0: as the provider has it', 0, 1_000_000)(
    'LLM_MAX_OUTPUT_TOKENS',
    0,
    'How much a model may say at one step of an answer.',
  ),
  llmEffort: oneOf(
    'LLM_EFFORT',
    ['default', 'none', 'low', 'medium', 'high'],
    'How much a model thinks before it answers, where its provider lets that be chosen.',
  ),
  llmContextTokens: wholeNumber('a number of tokens', 8_000, 2_000_000)(
    'LLM_CONTEXT_TOKENS',
    60_000,
    'From how many tokens on a conversation is summed up before the model is asked again.',
  ),
  llmTimeoutSeconds: wholeNumber('a number of seconds', 1, 3_600)(
    'LLM_TIMEOUT_SECONDS',
    120,
    'How long a model may say nothing before it counts as away.',
  ),
  houseRulesFile: file(
    'HOUSE_RULES_FILE',
    'A text of yours that models are told about your house with every question, such as names, habits and whom to call; absent: none.',
  ),
  anthropicApiKey: secret('ANTHROPIC_API_KEY', 'Key for LLM_PROVIDER=anthropic.'),
  openaiApiKey: secret('OPENAI_API_KEY', 'Key for LLM_PROVIDER=openai.'),
  googleApiKey: secret('GOOGLE_API_KEY', 'Key for LLM_PROVIDER=google.'),
  deepseekApiKey: secret('DEEPSEEK_API_KEY', 'Key for LLM_PROVIDER=deepseek.'),
};

/** An issuer is compared character for character: a slash at its end belongs to it. */
function issuer(env: string, about: string): Setting<string> {
  const read = (given: string) => (['https', 'http'].includes(schemeOf(given) ?? '') ? given : undefined);
  return { ...url(env, about, ['https', 'http']), read };
}
