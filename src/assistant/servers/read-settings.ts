import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { asError, SigecError } from '#base/errors.ts';
import type { Fetch } from '#base/patient-fetch.ts';
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
import type { ServerSettings } from './servers.ts';

type SettingsSource = Surroundings & {
  /** MCP_SERVERS. */
  lines: string;
  /** MCP_SERVERS_FILE; empty: none. */
  file: string;
  /** MCP_KEY; empty: none. */
  key: string;
  /** The person's own key, which only the server it was given for may see; empty: none. */
  personKey?: string;
  /** Every request to an own server goes this way; absent: it is known to be ours. */
  fetch?: Fetch;
};

export async function readServerSettings({
  lines,
  file,
  key,
  personKey = '',
  ...given
}: SettingsSource): Promise<ReadSettings> {
  const { fetch, ...surroundings } = given;
  const fromLines = readServerLines(lines, surroundings);
  const fromFile = file === '' ? { servers: [], problems: [] } : await readServerFile(file, surroundings);
  const isKey = /^[\x21-\x7e]*$/.test(key);
  const servers: ServerSettings[] = [];
  for (const server of [...fromLines.servers, ...fromFile.servers]) {
    const name = freeName(server.isOwn ? server.name : foreignName(server.name), servers);
    servers.push({ ...reached(server, { key: (isKey && key) || personKey, fetch }), name });
  }
  return { servers, problems: [...fromLines.problems, ...fromFile.problems, ...(isKey ? [] : [wrongKey])] };
}

const wrongKey = 'MCP_KEY holds what no key may, such as a blank, and is not used.';

/** Nobody else stands under our own name in a question to the person. */
function foreignName(name: string): string {
  return /^sigec/i.test(name) ? `other-${name}` : name;
}

/**
 * Keys open our own system, so nobody else is shown one: a foreign server gets what its entry in the file says and nothing more. To one of
 * ours, also one that is only marked as such, nothing is sent before it has proven itself, unless SIGEC_URL names it.
 */
function reached(server: ServerSettings, { key, fetch }: { key: string; fetch: Fetch | undefined }): ServerSettings {
  if (server.kind === 'stdio' || !server.isOwn) return server;
  const headers =
    key === '' || hasKey(server.headers) ? server.headers : { ...server.headers, Authorization: `Bearer ${key}` };
  return { ...server, headers, ...(fetch && { fetch }) };
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
  own: z.boolean().default(false).describe('Our own system, which has to prove it'),
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

function settingsOf(name: string, entry: Entry, surroundings: Surroundings): ServerSettings {
  const shared = { name, timeoutMs: entry.timeout, only: entry.includeTools, except: entry.excludeTools };
  const address = entry.httpUrl ?? entry.url;
  if (address !== undefined) {
    if (entry.command !== undefined) throw new SigecError('INVALID_INPUT', 'it has both a command and an address');
    const url = checkedUrl(expandVariables(address, surroundings));
    const kind = entry.type === 'sse' ? 'sse' : 'http';
    const isOwn = entry.own || isOwnAddress(url, surroundings.ownAddresses);
    const headers = expandAll(entry.headers, isOwn ? { variables: surroundings.variables } : surroundings);
    const odd = Object.entries(headers).find(([name, value]) => !isHeader(name, value));
    // Not shown: it may well be a key.
    if (odd !== undefined)
      throw new SigecError('INVALID_INPUT', `its header ${plainName(odd[0])} holds what no header may`);
    return { ...shared, kind, isOwn, url, headers, oauth: entry.oauth };
  }
  if (entry.command === undefined) throw new SigecError('INVALID_INPUT', 'it has neither a command nor a url');
  if (entry.own)
    throw new SigecError('INVALID_INPUT', 'a program cannot prove that it is ours; give the address of our system');
  const { cwd } = entry;
  const [command = '', ...args] = [entry.command, ...entry.args].map((word) => expandVariables(word, surroundings));
  return {
    ...shared,
    kind: 'stdio',
    isOwn: false,
    command,
    args,
    env: expandAll(entry.env, surroundings),
    ...(cwd && { cwd: expandVariables(cwd, surroundings) }),
  };
}

type Expanding = Parameters<typeof expandVariables>[1];

function expandAll(given: Record<string, string>, expanding: Expanding): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, expandVariables(value, expanding)]));
}
