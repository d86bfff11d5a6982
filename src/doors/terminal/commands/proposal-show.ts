import type { Proposal, ProposalState } from '#contract/agents/proposal.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { openApi } from '../api.ts';
import { done } from '../exit-code.ts';
import { json } from '../json.ts';
import { proposalLines, proposalTones } from '../proposal-lines.ts';
import { readNumber } from '../read-input.ts';
import type { ServerOptions } from '../server-address.ts';
import { showList } from '../show-list.ts';
import { shownTime } from '../shown-time.ts';
import type { Cell, Table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type ShowOptions = ServerOptions & { json?: boolean };

export type ProposalListOptions = ShowOptions & { state?: ProposalState; limit?: string };

export async function proposalList(terminal: Terminal, options: ProposalListOptions): Promise<number> {
  const limit = readNumber(terminal, { name: '--limit', value: options.limit ?? '50' }, [1, 200]);
  const { state } = options;
  const list = await openApi(terminal, options).call(proposalApi.list, {
    query: { limit, ...(state !== undefined && { state }) },
  });
  const { none, waiting } = terminal.text.proposal;
  return showList(terminal, options, {
    value: list,
    none,
    table: () => tableOf(terminal, list.proposals),
    more: list.waiting === 0 ? undefined : waiting(String(list.waiting)),
  });
}

function tableOf(terminal: Terminal, proposals: readonly Proposal[]): Table {
  const { columns, states } = terminal.text.proposal;
  return {
    columns: [
      { title: columns.id },
      { title: columns.state },
      { title: columns.on, isFlexible: true },
      { title: columns.what, isFlexible: true },
      { title: columns.by, isFlexible: true, isOptional: true },
      { title: columns.when },
    ],
    rows: proposals.map((proposal): Cell[] => [
      { text: proposal.id, tone: 'strong' },
      { text: states[proposal.state], tone: proposalTones[proposal.state] },
      proposal.targets.join(', '),
      `${proposal.title}: ${proposal.effect}`,
      proposal.proposedByName ?? proposal.proposedBy,
      shownTime(terminal, proposal.proposedAt),
    ]),
  };
}

export async function proposalShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const proposal = await openApi(terminal, options).call(proposalApi.get, { params: { id: options.id } });
  terminal.out(options.json ? json(proposal) : proposalLines(terminal, proposal).join('\n'));
  return done;
}
