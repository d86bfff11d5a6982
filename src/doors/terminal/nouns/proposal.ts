import type { Command } from 'commander';
import { type ProposalState, proposalState } from '#contract/agents/proposal.ts';
import { type CommandKit, choice } from '../command-kit.ts';

const states: readonly ProposalState[] = proposalState.options;

/** What agents want to do, for whoever decides. */
export function addProposal(program: Command, { terminal, runs, shows }: CommandKit): void {
  const { help } = terminal.text;
  const proposal = program.command('proposal').description(help.proposal);
  const of = (verb: string, about: string) => shows(proposal.command(verb).description(about));
  runs(
    of('list', help.proposalList)
      .addOption(choice('--state <state>', help.proposalState, states))
      .option('--limit <number>', help.proposalLimit),
    async ({ options }) => (await import('../commands/proposal-show.ts')).proposalList(terminal, options),
  );
  runs(of('show', help.proposalShow).argument('<id>', help.proposalId), async ({ args: [id = ''], options }) =>
    (await import('../commands/proposal-show.ts')).proposalShow(terminal, { ...options, id }),
  );
  runs(
    of('approve', help.proposalApprove)
      .argument('<id>', help.proposalId)
      .option('--yes', help.proposalYes)
      .option('--apply', help.proposalApply),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/proposal-decide.ts')).proposalApprove(terminal, { ...options, id }),
  );
  runs(
    of('deny', help.proposalDeny).argument('<id>', help.proposalId).option('--why <text>', help.proposalWhy),
    async ({ args: [id = ''], options }) =>
      (await import('../commands/proposal-decide.ts')).proposalDeny(terminal, { ...options, id }),
  );
}
