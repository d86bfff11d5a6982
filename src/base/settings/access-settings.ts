import { count, list, namedNumbers, oneOf, perName, type Setting, secret, text, url } from './setting-kinds.ts';

type PerKind = Readonly<Record<'agent' | 'program' | 'person', number>>;

/** Who may do what, and how often. */
export const accessSettings = {
  agentKey: adminKey(
    'AGENT_KEY',
    'A key of kind agent that holds from the first start, such as the one that a chat beside us shows as MCP_KEY; absent: none.',
  ),
  adminKey: adminKey('ADMIN_KEY', 'First administrator key; absent: a one-time link is printed at first start.'),
  oidcIssuer: url('OIDC_ISSUER', 'The identity provider (OpenID Connect) that people may sign in with; absent: none.', [
    'http',
    'https',
  ]),
  oidcClientId: text('OIDC_CLIENT_ID', '', 'Our name at OIDC_ISSUER; it sends people back to /sign-in/oidc/callback.'),
  oidcClientSecret: secret('OIDC_CLIENT_SECRET', 'Our secret at OIDC_ISSUER; absent: a public client with PKCE alone.'),
  oidcButton: text('OIDC_BUTTON', 'Sign in with your organisation', 'What the button for OIDC_ISSUER says.'),
  oidcDomains: list('OIDC_DOMAINS', 'Domains of checked e-mail addresses that may come from OIDC_ISSUER; absent: all.'),
  oidcPeople: oneOf(
    'OIDC_PEOPLE',
    ['invited', 'mapped'],
    'Who may come from OIDC_ISSUER: people who are here or were invited (invited), or everybody who has a role by OIDC_ROLES, which then holds (mapped).',
  ),
  oidcRoleClaim: text('OIDC_ROLE_CLAIM', 'groups', 'The claim of OIDC_ISSUER that OIDC_ROLES looks at.'),
  oidcRoles: list(
    'OIDC_ROLES',
    'Which value of the claim is which role, such as staff=viewer, or garage=operator@site-1 for one site.',
  ),
  approvals: oneOf(
    'APPROVALS',
    ['own', 'four-eyes'],
    'Who approves what an agent proposed: any person whose role suffices, also whose own assistant it was (own), or somebody else than the person it works for (four-eyes). An agent never does.',
  ),
  budgetStationsPerCommand: perKind(
    'BUDGET_STATIONS_PER_COMMAND',
    { agent: 10, program: 1_000, person: 1_000 },
    'How many stations one command may go to at once, by the kind of key that asks.',
  ),
  budgetCommandsPerHour: perKind(
    'BUDGET_COMMANDS_PER_HOUR',
    { agent: 200, program: 20_000, person: 20_000 },
    'How many commands a key may ask for in an hour, by its kind.',
  ),
  budgetKwPerMinute: perKind(
    'BUDGET_KW_PER_MINUTE',
    { agent: 500, program: 100_000, person: 100_000 },
    'How many kW a key may set or free in a minute by charging profiles and limits, by its kind.',
  ),
  coolDownSeconds: perName(
    'COOL_DOWN_SECONDS',
    { reset: 60, unlock: 10, 'set-availability': 10, 'update-firmware': 300, 'publish-firmware': 300 },
    'How many seconds pass before a station is asked for the same command at the same place again, whoever asks; off: none.',
  ),
  toolCallsPerMinute: count(
    'TOOL_CALLS_PER_MINUTE',
    1_200,
    'How many calls and readings a key may make through the tools in a minute, of whatever kind; callers without a key share theirs. As many refusals of a key over REST are audited one by one.',
  ),
};

function adminKey(env: string, about: string): Setting<string> {
  const read = (given: string) => (/^\S{16,200}$/.test(given) ? given : undefined);
  return { env, about, accepts: '16 to 200 characters without spaces', fallback: '', isSecret: true, read };
}

/** `agent=10,person=1000`: a kind that is not named keeps what holds by default. */
function perKind(env: string, fallback: PerKind, about: string): Setting<PerKind> {
  const read = (given: string) => {
    const named = namedNumbers(given);
    const isKnown = named !== undefined && Object.keys(named).every((name) => Object.hasOwn(fallback, name));
    return isKnown ? { ...fallback, ...named } : undefined;
  };
  return { env, about, accepts: 'numbers for agent, program or person, such as agent=10,person=1000', fallback, read };
}
