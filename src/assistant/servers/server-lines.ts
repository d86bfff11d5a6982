import { basename } from 'node:path';
import { asError, SigecError } from '#base/errors.ts';
import { isLoopback } from '#base/hosts.ts';
import type { ServerSettings } from './servers.ts';

export type Surroundings = {
  variables: Variables;
  /** Our own credentials by the names of their variables: what belongs to somebody else never gets one. */
  secrets?: Readonly<Record<string, string>> | undefined;
  ownAddresses: readonly string[];
};

/** What is wrong is told and left out: the other servers work. */
export type ReadSettings = { servers: ServerSettings[]; problems: string[] };

const kinds: Readonly<Record<string, ServerSettings['kind']>> = {
  SSE: 'sse',
  HTTP: 'http',
  STREAMABLE_HTTP: 'http',
  STREAMABLEHTTP: 'http',
  STDIO: 'stdio',
};

/** MCP_SERVERS: one server a line, `TYPE,ADDRESS_OR_COMMAND`. */
export function readServerLines(text: string, surroundings: Surroundings): ReadSettings {
  const servers: ServerSettings[] = [];
  const problems: string[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    try {
      const settings = readLine(line.trim(), surroundings);
      servers.push({ ...settings, name: freeName(settings.name, servers) });
    } catch (error) {
      problems.push(`Line ${index + 1} of MCP_SERVERS is left out: ${asError(error).message}.`);
    }
  }
  return { servers, problems };
}

function readLine(line: string, surroundings: Surroundings): ServerSettings {
  const [, type = '', rest = ''] = /^\s*([\w-]+)\s*,\s*(.+)$/.exec(line) ?? [];
  const kind = kinds[type.toUpperCase().replaceAll('-', '_')];
  if (kind === undefined) {
    const example = 'HTTP,https://example.com/mcp or STDIO,command arguments';
    throw new SigecError('INVALID_INPUT', `it does not begin with SSE, HTTP or STDIO and a comma, as in ${example}`);
  }
  if (kind === 'stdio') {
    const [command, ...args] = splitCommand(rest).map((word) => expandVariables(word, surroundings));
    if (command === undefined) throw new SigecError('INVALID_INPUT', 'it names no command');
    return { kind, name: plainName(basename(command)), isOwn: false, command, args, env: {} };
  }
  const url = checkedUrl(expandVariables(rest, surroundings));
  const isOwn = isOwnAddress(url, surroundings.ownAddresses);
  return { kind, name: isOwn ? 'sigec' : hostName(url), isOwn, url, headers: {} };
}

export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new SigecError('INVALID_INPUT', `its address must begin with http:// or https://`);
  if (url.username !== '' || url.password !== '')
    throw new SigecError('INVALID_INPUT', 'its address holds a password; put it into a header of the mcpServers file');
  return url.href;
}

function hostName(url: string): string {
  const { hostname, port } = new URL(url);
  return plainName(port === '' ? hostname : `${hostname}-${port}`);
}

/** As it can stand in front of the name of a tool. */
export function plainName(text: string): string {
  return (
    text
      .replace(/\.(exe|cmd|js|ts|mjs|cjs)$/i, '')
      .replace(/[^A-Za-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 30) || 'server'
  );
}

export function freeName(wanted: string, taken: readonly Pick<ServerSettings, 'name'>[]): string {
  const isFree = (name: string) => taken.every((other) => other.name !== name);
  let name = wanted;
  for (let count = 2; !isFree(name); count += 1) name = `${wanted}-${count}`;
  return name;
}

/** A command line as a person writes it: words, quotes and backslashes, and nothing else that a shell would do. */
function splitCommand(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else if (character === '\\' && quote === '"' && /["\\]/.test(line.charAt(at + 1))) word += line.charAt((at += 1));
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '\\' && /[\s"'\\]/.test(line.charAt(at + 1))) word = (word ?? '') + line.charAt((at += 1));
    else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote !== undefined) throw new SigecError('INVALID_INPUT', `a quote (${quote}) is opened and not closed`);
  if (word !== undefined) words.push(word);
  return words;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** `${NAME}` and `${NAME:-what holds when it is absent}`, as other hosts of MCP write them. `secrets` are expanded for nobody. */
export function expandVariables(text: string, { variables, secrets = {} }: Omit<Surroundings, 'ownAddresses'>): string {
  return text.replace(/\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g, (_whole, name: string, fallback: string | undefined) => {
    const value = variables[name] || fallback;
    const ours = Object.keys(secrets).find((secret) => secret === name || holds(value ?? '', secrets[secret] ?? ''));
    if (ours !== undefined)
      throw new SigecError(
        'INVALID_INPUT',
        `\${${name}} is the credential ${ours}, which goes to our own system alone; give this server one of its own in another variable`,
      );
    if (value === undefined)
      throw new SigecError('INVALID_INPUT', `the variable ${name} is not set; set it, or write \${${name}:-value}`);
    return value;
  });
}

/** Shorter ones stand by chance in other texts. */
const minSecretCharacters = 12;

/** Whether a variable with a name of its own holds one of our credentials. */
export function holds(value: string, secret: string): boolean {
  return secret.length >= minSecretCharacters && value.includes(secret);
}

/** Whether an address is on the machine and port of one of ours. Every path there is ours; the names of loopback are one. */
export function isOwnAddress(url: string, ownAddresses: readonly string[]): boolean {
  return ownAddresses.some((own) => URL.canParse(own) && placeOf(own) === placeOf(url));
}

function placeOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${isLoopback(hostname) ? 'loopback' : hostname}:${port}`;
}
