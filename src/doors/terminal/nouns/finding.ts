import type { Command } from 'commander';
import { findingCauses } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';
import { limit } from './shared-flags.ts';

export function addFinding(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/finding.ts'));
  const one = { '<finding>': help.findingId };
  addVerbs(program.command('finding').description(help.finding), {
    list: {
      about: help.findingList,
      options: {
        '--station <id>': help.onlyStation,
        '--site <site>': help.onlySite,
        '--all': help.findingAll,
        ...limit(help),
      },
      run: run('findingList'),
    },
    show: { about: help.findingShow, args: one, run: run('findingShow') },
    next: { about: help.findingNext, run: run('findingNext') },
    cohorts: { about: help.findingCohorts, run: run('findingCohorts') },
    station: { about: help.findingStation, args: { '<id>': help.stationId }, run: run('findingStation') },
    close: {
      about: help.findingClose,
      args: { ...one, '<verdict>': { about: help.findingVerdict, choices: ['true-alarm', 'false-alarm'] } },
      options: {
        '--cause <cause>': { about: help.findingCause, choices: findingCauses },
        '--note <text>': help.findingNote,
      },
      run: run('findingClose'),
    },
  });
}
