import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addMcp(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const mcp = program.command('mcp').description(help.mcp);
  runs(shows(mcp.command('address').description(help.mcpAddress)), async ({ options }) =>
    (await import('../commands/mcp-address.ts')).mcpAddress(terminal, options),
  );
}
