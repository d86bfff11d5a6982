import { readServerFile } from './server-file.ts';
import { freeName, type ReadSettings, readServerLines, type Surroundings } from './server-lines.ts';
import type { ServerSettings } from './servers.ts';

type Given = Surroundings & {
  /** MCP_SERVERS. */
  lines: string;
  /** MCP_SERVERS_FILE; empty: none. */
  file: string;
  /** MCP_KEY; empty: none. */
  key: string;
};

/** The servers of an agent, from both places. */
export async function readServerSettings({ lines, file, key, ...surroundings }: Given): Promise<ReadSettings> {
  const fromLines = readServerLines(lines, surroundings);
  const fromFile = file === '' ? { servers: [], problems: [] } : await readServerFile(file, surroundings);
  const servers = [...fromLines.servers];
  for (const server of fromFile.servers) servers.push({ ...server, name: freeName(server.name, servers) });
  const isKey = /^[\x21-\x7e]*$/.test(key);
  return {
    servers: isKey ? withKey(servers, key) : servers,
    problems: [...fromLines.problems, ...fromFile.problems, ...(isKey ? [] : [wrongKey])],
  };
}

const wrongKey = 'MCP_KEY holds what no key may, such as a blank, and is not used.';

/**
 * The key opens our own system, so it is shown to nobody else: not to a foreign server that happens to stand beside ours in MCP_SERVERS. Where no
 * address is known as ours and there is but one, the key can only be meant for that one.
 */
function withKey(servers: readonly ServerSettings[], key: string): ServerSettings[] {
  if (key === '') return [...servers];
  const remote = servers.filter(({ kind }) => kind !== 'stdio');
  const isMeant = ({ isOwn }: ServerSettings) => isOwn || (remote.length === 1 && servers.every((one) => !one.isOwn));
  return servers.map((server) => {
    if (server.kind === 'stdio' || !isMeant(server) || hasKey(server.headers)) return server;
    return { ...server, headers: { ...server.headers, Authorization: `Bearer ${key}` } };
  });
}

export function hasKey(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}
