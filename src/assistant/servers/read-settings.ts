import { readServerFile } from './server-file.ts';
import { freeName, isOwnAddress, type ReadSettings, readServerLines, type Surroundings } from './server-lines.ts';
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
