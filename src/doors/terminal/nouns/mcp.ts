import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addMcp(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/mcp.ts'));
  addVerbs(program.command('mcp').description(help.mcp), {
    address: { about: help.mcpAddress, run: run('mcpAddress') },
    serve: {
      about: help.mcpServe,
      reach: 'nothing',
      options: {
        '--url <address>': help.mcpUrl,
        '--key <key>': help.key,
        '--pack <name>': help.mcpPack,
        '--readonly': help.mcpReadonly,
      },
      run: run('mcpServe'),
    },
    scan: {
      about: help.mcpScan,
      args: { '<url>': help.mcpScanUrl },
      reach: 'nothing',
      options: {
        '--key <key>': help.mcpScanKey,
        '--other-key <key>': help.mcpScanOther,
        '--all': help.mcpScanAll,
        '--calls <number>': help.mcpScanCalls,
        '--json': help.json,
      },
      run: run('mcpScan'),
    },
  });
}
