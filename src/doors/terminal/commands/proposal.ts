import { SigecError } from '#base/errors.ts';
import type { Proposal, ProposalState } from '#contract/agents/proposal.ts';
import { proposalApi } from '#contract/api/proposals.ts';
import { type Api, openApi } from '../api.ts';
import { done, failed, refusedByStation } from '../exit-code.ts';
import { json } from '../json.ts';
import { proposalLines, proposalTones, resultLines } from '../proposal-lines.ts';
import { optionReader, type ShowOptions, type Switches, type Texts } from '../read-options.ts';
import { proposalIdOf, shownId } from '../short-id.ts';
import { show, showList, strong, tableOf, tellDone } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { shownTime } from '../times.ts';
import { visible } from '../visible.ts';

type ListOptions = ShowOptions & Texts<'limit'> & { state?: ProposalState };

export async function proposalList(terminal: Terminal, options: ListOptions): Promise<number> {
  const limit = optionReader(terminal, options).limit(50, 200);
  const list = await openApi(terminal, options).call(proposalApi.list, { query: { limit, state: options.state } });
  const { titles, proposal: words } = terminal.text;
  return showList(terminal, options, {
    value: list,
    none: words.none,
    table: () =>
      tableOf(list.proposals, [
        [titles.proposal, ({ id }) => strong(shownId(terminal, id))],
        [titles.standing, ({ state }) => ({ text: words.states[state], tone: proposalTones[state] })],
        [titles.on, ({ targets }) => targets.join(', '), 'flexible'],
        [titles.wouldDo, ({ title, effect }) => `${title}: ${effect}`, 'flexible'],
        [titles.proposedBy, (proposal) => proposal.proposedByName ?? proposal.proposedBy, 'flexible optional'],
        [titles.when, ({ proposedAt }) => shownTime(terminal, proposedAt)],
      ]),
    more: list.waiting === 0 ? undefined : words.waiting(String(list.waiting)),
  });
}

export async function proposalShow(terminal: Terminal, options: ShowOptions & { id: string }): Promise<number> {
  const api = openApi(terminal, options);
  const id = await proposalIdOf(terminal, api, options.id);
  const proposal = await api.call(proposalApi.get, { params: { id } });
  return show(terminal, options, proposal, () => proposalLines(terminal, proposal));
}

type OfProposal = ShowOptions & { id: string };
type ProposalApproveOptions = OfProposal & Switches<'yes' | 'apply'>;

/** Shows what would happen, asks, and approves exactly what was shown: its hash goes along. */
export async function proposalApprove(terminal: Terminal, options: ProposalApproveOptions): Promise<number> {
  const api = openApi(terminal, options);
  const apply = options.apply === true;
  const id = await proposalIdOf(terminal, api, options.id);
  const shown = await api.call(proposalApi.get, { params: { id } });
  const isToDecide = shown.state === 'proposed' || (apply && shown.state === 'approved');
  if (isToDecide && !(await isAllowed(terminal, options, shown))) {
    terminal.err(terminal.text.proposal.notApproved);
    return failed;
  }
  return tell(terminal, options, await decide(api, shown, apply));
}

/** What has been approved before is only carried out; everything else is for the server to refuse. */
function decide(api: Api, { id, hash, state }: Proposal, apply: boolean): Promise<Proposal> {
  return apply && state === 'approved'
    ? api.call(proposalApi.apply, { params: { id } })
    : api.call(proposalApi.approve, { params: { id }, body: { hash, apply } });
}

async function isAllowed(terminal: Terminal, options: ProposalApproveOptions, proposal: Proposal): Promise<boolean> {
  const { input, text } = terminal;
  if (options.yes !== true && !input.isInteractive) throw new SigecError('INVALID_INPUT', text.proposal.needsYes);
  if (!options.json) terminal.err(`${proposalLines(terminal, proposal).join('\n')}\n`);
  if (options.yes === true) return true;
  const answer = await input.line(options.apply === true ? text.proposal.askApply : text.proposal.ask);
  return text.proposal.yes.test(answer?.trim() ?? '');
}

function tell(terminal: Terminal, { json: asJson }: ShowOptions, proposal: Proposal): number {
  const { command, paint, text } = terminal;
  const { state, id, reason } = proposal;
  if (asJson) terminal.out(json(proposal));
  else if (state === 'approved') terminal.out(paint('good', text.proposal.approved(command, shownId(terminal, id))));
  else {
    const why = reason === null ? '' : `: ${visible(reason)}`;
    terminal.out(paint(proposalTones[state], `${text.proposal.states[state]}${why}`));
    const lines = resultLines(terminal, proposal);
    if (lines.length > 0) terminal.out(lines.join('\n'));
  }
  return exitCodeFor(proposal);
}

/** A script sees what the station did, as with a command it gave itself. */
function exitCodeFor({ state, result }: Proposal): number {
  if (state === 'approved') return done;
  if (result?.data['outcome'] === 'rejected') return refusedByStation;
  return state === 'applied' ? done : failed;
}

export async function proposalDeny(terminal: Terminal, options: OfProposal & Texts<'why'>): Promise<number> {
  const { why } = options;
  const api = openApi(terminal, options);
  const id = await proposalIdOf(terminal, api, options.id);
  const denied = await api.call(proposalApi.deny, { params: { id }, body: { why } });
  return tellDone(terminal, options, denied, terminal.text.proposal.denied);
}
