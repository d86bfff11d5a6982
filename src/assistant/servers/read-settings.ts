import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { asError, SigecError } from '#base/errors.ts';
import {
  checkedUrl,
  expandVariables,
  freeName,
  isOwnAddress,
  plainName,
  type ReadSettings,
  readServerLines,
  type Surroundings,
} from './server-lines.ts';
import type { Resolve, ServerSettings } from './servers.ts';

type SettingsSource = Surroundings & {
  /** MCP_SERVERS. */
  lines: string;
  /** MCP_SERVERS_FILE; empty: none. */
  file: string;
  /** MCP_KEY; empty: none. */
  key: string;
  /** The person's own key, which only the server it was given for may see; empty: none. */
  personKey?: string;
  /** Every request to one of the own addresses goes this way; absent: they are known to be ours. */
  resolve?: Resolve;
};

export async function readServerSettings({
  lines,
  file,
  key,
  personKey = '',
  ...given
}: SettingsSource): Promise<ReadSettings> {
  const { resolve, ...surroundings } = given;
  const fromLines = readServerLines(lines, surroundings);
  const fromFile = file === '' ? { servers: [], problems: [] } : await readServerFile(file, surroundings);
  const servers = [...fromLines.servers];
  for (const server of fromFile.servers) servers.push({ ...server, name: freeName(server.name, servers) });
  const isKey = /^[\x21-\x7e]*$/.test(key);
  const keys = { key: isKey ? key : '', personKey };
  return {
    servers: servers.map((server) => reached(server, { ...keys, resolve, ownAddresses: surroundings.ownAddresses })),
    problems: [...fromLines.problems, ...fromFile.problems, ...(isKey ? [] : [wrongKey])],
  };
}

const wrongKey = 'MCP_KEY holds what no key may, such as a blank, and is not used.';

/**
 * Keys open our own system, so nobody else is shown one: a foreign server gets what its entry in the file says and nothing more. An entry that
 * a person marked as ours gets the agent's key; the person's own goes to the server it was given for, by a way that makes it prove itself.
 */
function reached(
  server: ServerSettings,
  given: { key: string; personKey: string; resolve: Resolve | undefined; ownAddresses: readonly string[] },
): ServerSettings {
  if (server.kind === 'stdio' || !server.isOwn) return server;
  const isOurs = isOwnAddress(server.url, given.ownAddresses);
  const key = given.key || (isOurs ? given.personKey : '');
  const headers =
    key === '' || hasKey(server.headers) ? server.headers : { ...server.headers, Authorization: `Bearer ${key}` };
  return { ...server, headers, ...(isOurs && given.resolve && { resolve: given.resolve }) };
}

export function hasKey(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

const texts = z.record(z.string(), z.string());
const names = z.array(z.string());

/** What other hosts write there; a key of theirs that we do not know is passed over. */
const entrySchema = z.object({
  type: z.enum(['stdio', 'sse', 'http', 'streamable-http', 'streamableHttp']).optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).default([]),
  env: texts.default({}),
  cwd: z.string().optional(),
  url: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: texts.default({}),
  timeout: z.int().positive().max(3_600_000).optional().describe('Milliseconds'),
  disabled: z.boolean().default(false),
  enabled: z.boolean().default(true),
  includeTools: names.optional(),
  excludeTools: names.optional(),
  own: z.boolean().default(false).describe('Our own system, at an address that does not show it'),
  oauth: z
    .object({
      clientId: z.string().min(1).optional(),
      clientSecret: z.string().min(1).optional(),
      clientMetadataUrl: z.url({ protocol: /^https$/ }).optional(),
      callbackPort: z.int().min(1).max(65_535).optional(),
    })
    .optional(),
});
type Entry = z.infer<typeof entrySchema>;

const fileSchema = z.object({ mcpServers: z.record(z.string().min(1), z.unknown()) });

/** A file that cannot be read is an error; an entry of it that is wrong is told and left out. */
export async function readServerFile(file: string, surroundings: Surroundings): Promise<ReadSettings> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    const sentence = `${file} cannot be read (${asError(cause).message}). Correct MCP_SERVERS_FILE, or make the file.`;
    throw new SigecError('CANNOT_START', sentence, { cause });
  }
  return readServerEntries(text, { ...surroundings, file });
}

export function readServerEntries(
  text: string,
  { file, ...surroundings }: Surroundings & { file: string },
): ReadSettings {
  const read = fileSchema.safeParse(parsed(text, file));
  if (!read.success)
    throw new SigecError('CANNOT_START', `${file} has no object "mcpServers" with the servers by name.`);
  const servers: ServerSettings[] = [];
  const problems: string[] = [];
  for (const [name, given] of Object.entries(read.data.mcpServers)) {
    try {
      const entry = readEntry(given);
      if (entry.disabled || !entry.enabled) continue;
      servers.push(settingsOf(freeName(plainName(name), servers), entry, surroundings));
    } catch (error) {
      problems.push(`The server "${plainName(name)}" of ${file} is left out: ${asError(error).message}.`);
    }
  }
  return { servers, problems };
}

function isHeader(name: string, value: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);
}

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SigecError('CANNOT_START', `${file} is not JSON: ${asError(cause).message}.`, { cause });
  }
}

function readEntry(given: unknown): Entry {
  const read = entrySchema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new SigecError('INVALID_INPUT', `${issue?.path.join('.') || 'it'}: ${issue?.message.toLowerCase() ?? 'wrong'}`);
}

function settingsOf(name: string, entry: Entry, { variables, ownAddresses }: Surroundings): ServerSettings {
  const expanded = (text: string) => expandVariables(text, variables);
  const all = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [key, expanded(value)]));
  const shared = { name, timeoutMs: entry.timeout, only: entry.includeTools, except: entry.excludeTools };
  const address = entry.httpUrl ?? entry.url;
  if (address !== undefined) {
    if (entry.command !== undefined) throw new SigecError('INVALID_INPUT', 'it has both a command and an address');
    const url = checkedUrl(expanded(address));
    const kind = entry.type === 'sse' ? 'sse' : 'http';
    const isOwn = entry.own || isOwnAddress(url, ownAddresses);
    const headers = all(entry.headers);
    const odd = Object.entries(headers).find(([name, value]) => !isHeader(name, value));
    // Not shown: it may well be a key.
    if (odd !== undefined)
      throw new SigecError('INVALID_INPUT', `its header ${plainName(odd[0])} holds what no header may`);
    return { ...shared, kind, isOwn, url, headers, oauth: entry.oauth };
  }
  if (entry.command === undefined) throw new SigecError('INVALID_INPUT', 'it has neither a command nor a url');
  const { own: isOwn, cwd } = entry;
  const [command, args] = [expanded(entry.command), entry.args.map(expanded)];
  return { ...shared, kind: 'stdio', isOwn, command, args, env: all(entry.env), ...(cwd && { cwd: expanded(cwd) }) };
}
