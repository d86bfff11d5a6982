import { SigecError } from '#base/errors.ts';
import { done } from '../exit-code.ts';
import { type McpPlace, mcpUrl } from '../mcp-url.ts';
import { isServerNamed, provenOnly } from '../own-server.ts';
import { apiKey } from '../server-address.ts';
import type { Terminal } from '../terminal.ts';

const codeOf = {
  unreachable: 'CANNOT_START',
  'key-refused': 'NOT_SIGNED_IN',
  'not-allowed': 'NOT_ALLOWED',
  'no-mcp': 'NOT_FOUND',
  'not-proven': 'NOT_ALLOWED',
} as const;

/** Speaks MCP over its input and output, for hosts that start programs. The output is the protocol's alone; what is said goes to the errors. */
export async function mcpServe(terminal: Terminal, options: McpPlace): Promise<number> {
  const { text, command } = terminal;
  const signal = terminal.untilInterrupted();
  const [address, { bridgeStdio, reachMcp }] = await Promise.all([mcpUrl(terminal, options), import('#main.ts')]);
  const key = apiKey(terminal, options);
  const resolve = isServerNamed(terminal, options) ? undefined : provenOnly(terminal);
  const reached = await reachMcp({ address, key, resolve });
  if (reached !== 'ready') throw new SigecError(codeOf[reached], text.mcpServe.reached[reached](address, command));
  terminal.err(text.mcpServe.ready(address));
  await bridgeStdio({
    address,
    key,
    resolve,
    input: process.stdin,
    output: process.stdout,
    signal,
    onTrouble: (trouble) => terminal.err(text.mcpServe.trouble[trouble](address)),
  });
  return done;
}
