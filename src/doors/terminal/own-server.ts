import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SigecError } from '#base/errors.ts';
import { isLoopback } from '#base/hosts.ts';
import type { Fetch } from '#base/patient-fetch.ts';
import { NotProven, provenFetch } from '#base/prove-server.ts';
import { servedFile } from '#base/served-certificates.ts';
import { readPublicKey } from '#base/server-identity.ts';
import { fetchTrusting, type Trust } from '#base/trusting-fetch.ts';
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
  }, servedHere(terminal));
}

/** The certificates of the server beside us, which it has left in DATA_DIR. */
function servedHere(terminal: Pick<Terminal, 'env'>): Trust {
  return async () => {
    const { dataDir } = configOf(terminal);
    const files = [...new Set([dataDir, systemDataDir])].map((folder) => join(folder, servedFile));
    return (await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))).join('\n').trim();
  };
}

/** For a server that the key was given for: known by public authorities, by what SIGEC_CA names, or by what it has left beside us. */
export function fetchNamed(terminal: Pick<Terminal, 'env' | 'text'>): Fetch {
  const here = servedHere(terminal);
  return fetchTrusting(async () => `${await namedAuthority(terminal)}\n${await here()}`.trim());
}

async function namedAuthority({ env, text }: Pick<Terminal, 'env' | 'text'>): Promise<string> {
  const file = env['SIGEC_CA'] ?? '';
  if (file === '') return '';
  const content = await readFile(file, 'utf8').catch(() => '');
  if (content.includes('-----BEGIN CERTIFICATE-----')) return content;
  throw new SigecError(
    'INVALID_INPUT',
    text.wrongUse.invalidInput({ name: 'SIGEC_CA', value: file, accepts: text.accepts.certificateFile }),
  );
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
