import { SigecError } from '#base/errors.ts';
import { signInApi } from '#contract/api/sign-in.ts';
import { systemApi } from '#contract/api/system.ts';
import { openApi } from './api.ts';
import { isServerNamed, reachableAddress } from './own-server.ts';
import { localUrl, type ServerOptions } from './server-address.ts';
import type { Terminal } from './terminal.ts';

/** Where agents connect, as the running system says; one that does not run, or wants a key first, is described by its settings. */
export async function findMcp(
  terminal: Terminal,
  options: ServerOptions,
): Promise<{ address: string; needsKey: boolean; problem?: SigecError }> {
  const api = openApi(terminal, options);
  try {
    const [about, me] = await Promise.all([api.call(systemApi.about), api.call(signInApi.whoAmI)]);
    return { address: reachableAddress(about.addresses.mcp, new URL(api.url)), needsKey: me.mustSignIn };
  } catch (error) {
    if (!(error instanceof SigecError) || isServerNamed(terminal, options)) throw error; // our settings say nothing about another machine
    return { address: localUrl(terminal, 'mcp'), needsKey: error.code === 'NOT_SIGNED_IN', problem: error };
  }
}

export type McpPlace = ServerOptions & { pack?: string | undefined; readonly?: boolean | undefined };

/** The address to speak MCP with. One with a path is taken as it is; a bare one is the system's, which is asked for it. */
export async function mcpUrl(terminal: Terminal, options: McpPlace): Promise<string> {
  const address = await baseOf(terminal, options);
  if (options.pack === undefined && options.readonly !== true) return address;
  const path = `/x/${encodeURIComponent(options.pack ?? 'charging')}${options.readonly === true ? '/readonly' : ''}`;
  return `${address.replace(/\/x\/.*$|\/+$/, '')}${path}`;
}

async function baseOf(terminal: Terminal, options: ServerOptions): Promise<string> {
  const given = options.url ?? (terminal.env['SIGEC_URL'] || undefined);
  if (given !== undefined && URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) {
    const url = new URL(given);
    if (url.pathname !== '/') return url.href;
  }
  return (await findMcp(terminal, options)).address;
}
