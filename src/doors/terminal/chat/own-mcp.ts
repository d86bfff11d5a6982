import { isOwnAddress } from '#assistant/servers/server-lines.ts';
import type { Resolve } from '#assistant/servers/servers.ts';
import { SigecError } from '#base/errors.ts';
import { isLoopback } from '#base/hosts.ts';
import { systemApi } from '#contract/api/system.ts';
import { type Api, openApi } from '../api.ts';
import { isServerNamed, judgeAddress, provenOnly, reachableAddress } from '../own-server.ts';
import { apiUrl, localUrl, type ServerOptions } from '../server-address.ts';
import { configOf } from '../settings-flags.ts';
import type { Terminal } from '../terminal.ts';

export type OwnMcp = {
  address: string;
  /** Every address by which it is known; one where somebody else listens is none of them. */
  addresses: string[];
  /** What a server that the person named says of itself is believed; whoever else listens has to prove to be ours. */
  resolve: Resolve;
};

export async function ownMcp(terminal: Terminal, options: ServerOptions): Promise<OwnMcp> {
  const api = new URL(apiUrl(terminal, options));
  const isNamed = isServerNamed(terminal, options);
  const prove = provenOnly(terminal);
  const told: { address?: string } = {};
  const ask = async () => {
    const address = await toldAddress(openApi(terminal, options));
    if (address !== undefined) told.address = reachableAddress(address, api);
  };
  await ask();
  const resolve: Resolve = async (url) => {
    if (!isNamed) return prove(url);
    if (told.address === undefined) await ask();
    return told.address !== undefined && isOwnAddress(url, [told.address]) ? url : prove(url);
  };
  const guesses = [guessed(terminal, api), ...(isLoopback(api.hostname) ? [localUrl(terminal, 'mcp')] : [])];
  const candidates = [...new Set([...(told.address === undefined ? [] : [told.address]), ...guesses])];
  const verdicts = await Promise.all(candidates.map((url) => judgeAddress(resolve, url)));
  return {
    address: told.address ?? guessed(terminal, api),
    addresses: candidates.filter((_, at) => verdicts[at] !== 'not-ours'),
    resolve,
  };
}

/** One that does not run yet may come: it is looked for where it would be. */
async function toldAddress(api: Api): Promise<string | undefined> {
  try {
    return (await api.call(systemApi.about)).addresses.mcp;
  } catch (error) {
    if (error instanceof SigecError) return undefined;
    throw error;
  }
}

function guessed(terminal: Terminal, api: URL): string {
  const { mcpServerPort } = configOf(terminal);
  return `${api.protocol}//${api.hostname}:${mcpServerPort || 8000}/mcp`;
}
