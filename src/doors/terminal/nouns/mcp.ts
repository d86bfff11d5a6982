import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addMcp(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const mcp = program.command('mcp').description(help.mcp);
  runs(shows(mcp.command('address').description(help.mcpAddress)), async ({ options }) =>
    (await import('../commands/mcp-address.ts')).mcpAddress(terminal, options),
  );
  const serve = mcp
    .command('serve')
    .description(help.mcpServe)
    .option('--url <address>', help.mcpUrl)
    .option('--key <key>', help.key)
    .option('--pack <name>', help.mcpPack)
    .option('--readonly', help.mcpReadonly);
  runs(serve, async ({ options }) => (await import('../commands/mcp-serve.ts')).mcpServe(terminal, options));
  const scan = mcp
    .command('scan')
    .argument('<url>', help.mcpScanUrl)
    .description(help.mcpScan)
    .option('--key <key>', help.mcpScanKey)
    .option('--other-key <key>', help.mcpScanOther)
    .option('--all', help.mcpScanAll)
    .option('--calls <number>', help.mcpScanCalls)
    .option('--json', help.json);
  runs(scan, async ({ args: [url = ''], options }) =>
    (await import('../commands/mcp-scan.ts')).mcpScan(terminal, url, options),
  );
}
