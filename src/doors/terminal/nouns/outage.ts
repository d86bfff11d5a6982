import type { Command } from 'commander';
import { outageExclusions } from '#contract/word-lists.ts';
import type { CommandKit, Verb } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addOutage(program: Command, kit: CommandKit): void {
  const { help, addVerbs, from } = kit;
  const run = from(() => import('../commands/outage.ts'));
  const outage = { '<outage>': help.outageId };
  const options = { '--why <text>': { about: help.outageWhy, isRequired: true } };
  addVerbs(program.command('outage').description(help.outage), {
    list: outageList(kit),
    exclude: {
      about: help.outageExclude,
      args: { ...outage, '<reason>': { about: help.outageReason, choices: outageExclusions } },
      options,
      run: run('outageExclude'),
    },
    include: { about: help.outageInclude, args: outage, options, run: run('outageExclude', { reason: null }) },
  });
}

export function outageList({ help, from }: CommandKit): Verb {
  return {
    about: help.outageList,
    options: {
      '--site <site>': help.onlySite,
      '--station <id>': help.onlyStation,
      '--since <duration>': help.since,
      '--from <time>': help.outageFrom,
      '--to <time>': help.outageTo,
      ...limit(help),
    },
    run: from(() => import('../commands/outage.ts'))('outageList'),
  };
}
