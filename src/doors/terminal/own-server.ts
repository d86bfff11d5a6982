import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Resolve } from '#assistant/servers/servers.ts';
import { isLoopback } from '#base/hosts.ts';
import { NotProven, proveServer } from '#base/prove-server.ts';
import { identityFile } from '#base/server-identity.ts';
import type { ServerOptions } from './server-address.ts';
import { configOf } from './settings-flags.ts';
import type { Terminal } from './terminal.ts';

/** Where a server that root started keeps its data; nobody else can write there. */
const systemDataDir = '/var/lib/sigec';

/** Whether the person said which server is meant: the key they give is for that one. */
export function isServerNamed({ env }: Terminal, { url }: ServerOptions): boolean {
  return (url ?? (env['SIGEC_URL'] || undefined)) !== undefined;
}

/** For an address that was only guessed: whoever listens there proves to be the installation in DATA_DIR, or is sent no key. */
export function provenOnly(terminal: Pick<Terminal, 'env'>): Resolve {
  return async (url) => {
    const { dataDir } = configOf(terminal);
    const files = [...new Set([dataDir, systemDataDir])].map((folder) => join(folder, identityFile));
    const keys = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
    return proveServer(
      url,
      keys.filter((key) => key !== ''),
    );
  };
}

/** How an address of MCP is in the eyes of this terminal. `away`: nobody is there who could be asked. */
export async function judgeAddress(resolve: Resolve, url: string): Promise<'ours' | 'not-ours' | 'away'> {
  try {
    await resolve(url);
    return 'ours';
  } catch (error) {
    return error instanceof NotProven ? 'not-ours' : 'away';
  }
}

/** A system that knows itself as this machine is meant by the name that we reached it by. */
export function reachableAddress(told: string, api: URL): string {
  const url = new URL(told);
  if (isLoopback(url.hostname) && !isLoopback(api.hostname)) url.hostname = api.hostname;
  return url.href;
}
