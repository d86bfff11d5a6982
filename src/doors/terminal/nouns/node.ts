import type { Command } from 'commander';
import type { CommandKit } from '../command-kit.ts';

export function addNode(program: Command, { help, addVerb, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/node.ts'));
  addVerbs(program.command('node').description(help.nodes), {
    list: { about: help.nodeList, run: run('nodeList') },
  });
  addVerb(program, 'drain', {
    about: help.drain,
    args: { '[node]': help.drainNode },
    reach: 'server',
    options: { '--json': help.json },
    run: run('drain'),
  });
}
