import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { findMcp } from '../mcp-url.ts';
import type { ServerOptions } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';

export type McpAddressOptions = ServerOptions & { json?: boolean };

/** What a person gives to an agent. A system that does not run, or wants a key first, is described by its settings. */
export async function mcpAddress(terminal: Terminal, options: McpAddressOptions): Promise<number> {
  const { text, paint } = terminal;
  const { address, needsKey, problem } = await findMcp(terminal, options);
  if (problem !== undefined) terminal.err(problem.message);
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
