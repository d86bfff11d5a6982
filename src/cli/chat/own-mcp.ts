import { readConfig } from '#config.ts';
import { SigecError } from '#errors.ts';
import { isLoopback } from '#hosts.ts';
import { type Api, openApi } from '../api.ts';
import { apiUrl, localMcpUrl, type ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';

/** Where our own system speaks MCP, and every address by which that is known. */
export async function ownMcp(
  terminal: Terminal,
  options: ServerOptions,
): Promise<{ address: string; addresses: string[] }> {
  const told = await toldAddress(openApi(terminal, options));
  const api = new URL(apiUrl(terminal, options));
  const address = told === undefined ? guessed(terminal, api) : reachable(told, api);
  const beside = [guessed(terminal, api), ...(isLoopback(api.hostname) ? [localMcpUrl(terminal)] : [])];
  return { address, addresses: [...new Set([address, ...(told === undefined ? [] : [told]), ...beside])] };
}

/** One that does not run yet may come: it is looked for where it would be. */
async function toldAddress(api: Api): Promise<string | undefined> {
  try {
    return (await api.about()).addresses.mcp;
  } catch (error) {
    if (error instanceof SigecError) return undefined;
    throw error;
  }
}

/** A system that knows itself as this machine is meant by the name that we reached it by. */
function reachable(told: string, api: URL): string {
  const url = new URL(told);
  if (isLoopback(url.hostname) && !isLoopback(api.hostname)) url.hostname = api.hostname;
  return url.href;
}

function guessed({ env }: Terminal, api: URL): string {
  const { mcpServerPort } = readConfig({ env, envFile: '.env' });
  return `${api.protocol}//${api.hostname}:${mcpServerPort || 8000}/mcp`;
}
