import { SigecError } from '#errors.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { localMcpUrl, type ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type McpAddressOptions = ServerOptions & { json?: boolean };

/** What a person gives to an agent. A system that does not run, or wants a key first, is described by its settings. */
export async function mcpAddress(terminal: Terminal, options: McpAddressOptions): Promise<number> {
  const { text, paint } = terminal;
  const { address, needsKey } = await findAddress(terminal, options);
  const headers = { Authorization: `Bearer ${text.mcp.yourKey}` };
  const configuration = { mcpServers: { sigec: { type: 'http', url: address, ...(needsKey && { headers }) } } };
  if (options.json) {
    terminal.out(json({ address, needsKey, configuration }));
    return done;
  }
  terminal.out(`${text.mcp.address}\n\n  ${paint('strong', visible(address))}\n`);
  terminal.out(`${text.mcp.paste}\n\n${json(configuration)}`);
  if (needsKey) terminal.out(`\n${text.mcp.makeKey(terminal.command)}`);
  return done;
}

async function findAddress(
  terminal: Terminal,
  options: ServerOptions,
): Promise<{ address: string; needsKey: boolean }> {
  const api = openApi(terminal, options);
  try {
    const [about, me] = await Promise.all([api.about(), api.whoAmI()]);
    return { address: about.addresses.mcp, needsKey: me.mustSignIn };
  } catch (error) {
    const isElsewhere = options.url !== undefined || Boolean(terminal.env['SIGEC_URL']);
    if (!(error instanceof SigecError) || isElsewhere) throw error; // our settings say nothing about another machine
    terminal.err(error.message);
    return { address: localMcpUrl(terminal), needsKey: error.code === 'NOT_SIGNED_IN' };
  }
}
