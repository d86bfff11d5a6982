import type { Command } from 'commander';
import { proposalStates } from '#contract/word-lists.ts';
import type { CommandKit } from '../command-kit.ts';

export function addProposal(program: Command, { help, addVerbs, from }: CommandKit): void {
  const run = from(() => import('../commands/proposal.ts'));
  const args = { '<id>': help.proposalId };
  addVerbs(program.command('proposal').description(help.proposal), {
    list: {
      about: help.proposalList,
      options: {
        '--state <state>': { about: help.proposalState, choices: proposalStates },
        '--limit <number>': help.proposalLimit,
      },
      run: run('proposalList'),
    },
    show: { about: help.proposalShow, args, run: run('proposalShow') },
    approve: {
      about: help.proposalApprove,
      args,
      options: { '--yes': help.unasked, '--apply': help.proposalApply },
      run: run('proposalApprove'),
    },
    deny: {
      about: help.proposalDeny,
      args,
      options: { '--why <text>': help.proposalWhy },
      run: run('proposalDeny'),
    },
  });
}
