import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addMcp(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/mcp.ts'));
  const servers = from(() => import('../commands/mcp-servers.ts'));
  const name = { '<name>': help.mcpServerName };
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
    add: {
      about: help.mcpAdd,
      args: { ...name, '<target...>': help.mcpTarget },
      reach: 'server-settings',
      options: {
        '--header <header>': { about: help.mcpHeader, repeats: 'whole' },
        '--env <variable>': { about: help.mcpEnv, repeats: 'whole' },
        '--sse': help.mcpSse,
      },
      after: help.mcpAddAfter,
      run: servers('mcpAdd'),
    },
    remove: { about: help.mcpRemove, args: name, reach: 'server-settings', run: servers('mcpRemove') },
    list: {
      about: help.mcpList,
      reach: 'server-settings',
      options: { '--json': help.json },
      run: servers('mcpList'),
    },
    test: {
      about: help.mcpTest,
      args: name,
      reach: 'server-settings',
      options: { '--json': help.json },
      run: servers('mcpTest'),
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
