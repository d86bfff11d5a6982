import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addAgent(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/agent.ts'));
  addVerbs(program.command('agent').description(help.agents), {
    list: { about: help.agentList, run: run('agentList') },
    disconnect: { about: help.agentDisconnect, args: { '<id>': help.agentId }, run: run('agentDisconnect') },
  });
}
