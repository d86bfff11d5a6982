import type { Command } from 'commander';
import { ladderStep } from '#contract/automation/rule.ts';
import type { CommandKit } from '../command-kit.ts';

/** The remediation ladder at one station. */
export function addPlaybook(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/playbook.ts'));
  const station = { '<station>': help.playbookStation };
  const upTo = { '--up-to <step>': { about: help.playbookUpTo, choices: ladderStep.options, usual: 'soft-reset' } };
  addVerbs(program.command('playbook').description(help.playbook), {
    list: { about: help.playbookList, args: station, options: upTo, run: run('playbookList') },
    run: {
      about: help.playbookRun,
      args: station,
      options: { '--steps <number>': help.playbookSteps, ...upTo },
      run: run('playbookRun'),
    },
  });
}
