import { isLoopback } from '#base/hosts.ts';
import type { Fetch } from '#base/patient-fetch.ts';
import { NotProven, provenFetch } from '#base/prove-server.ts';
import { readPublicKey } from '#base/server-identity.ts';
import type { ServerOptions } from './server-address.ts';
import { configOf } from './settings-flags.ts';
import type { Terminal } from './terminal.ts';

/** Where a server that root started keeps its data; nobody else can write there. */
const systemDataDir = '/var/lib/sigec';

/** Whether the person said which server is meant. */
export function isServerNamed({ env }: Pick<Terminal, 'env'>, { url }: ServerOptions): boolean {
  return (url ?? (env['SIGEC_URL'] || undefined)) !== undefined;
}

/**
 * Whether the key was given for the server that is meant: `--key` stands beside `--url`, and what the environment holds belongs to SIGEC_URL. A
 * key of the environment with a `--url` elsewhere was given for another server.
 */
export function isKeyMeant(terminal: Pick<Terminal, 'env'>, options: ServerOptions): boolean {
  if (!isServerNamed(terminal, options)) return false;
  return options.key !== undefined || !isElsewhere(terminal, options);
}

/** Whether `--url` leads to another place than SIGEC_URL. */
export function isElsewhere({ env }: Pick<Terminal, 'env'>, { url }: ServerOptions): boolean {
  return url !== undefined && originOf(url) !== originOf(env['SIGEC_URL'] ?? '');
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** For an address that the key was not given for: whoever listens there proves to be the installation in DATA_DIR, or is sent nothing. */
export function fetchProven(terminal: Pick<Terminal, 'env'>): Fetch {
  return provenFetch(async () => {
    const { dataDir } = configOf(terminal);
    const keys = await Promise.all([...new Set([dataDir, systemDataDir])].map(readPublicKey));
    return keys.filter((key) => key !== '');
  });
}

/** How an address of MCP is in the eyes of this terminal. `away`: nobody is there who could be asked. */
export async function judgeAddress(send: Fetch, url: string): Promise<'ours' | 'not-ours' | 'away'> {
  try {
    const answer = await send(new URL('/healthz', url), { signal: AbortSignal.timeout(10_000) });
    await answer.body?.cancel();
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
