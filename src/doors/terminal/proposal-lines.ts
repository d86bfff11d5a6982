import type { Proposal, ProposalState } from '#contract/agents/proposal.ts';
import type { Tone } from './paint.ts';
import { factLines, outcomeLines } from './proposal-facts.ts';
import { type Cell, fieldLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { fullTime } from './times.ts';
import { visible } from './visible.ts';

export const proposalTones = {
  proposed: 'warning',
  approved: 'good',
  denied: 'quiet',
  applying: 'warning',
  applied: 'good',
  failed: 'bad',
  stale: 'bad',
  expired: 'quiet',
  cancelled: 'quiet',
} as const satisfies Record<ProposalState, Tone>;

/** All that a person has to know before they decide, and the outcome. */
export function proposalLines(terminal: Terminal, proposal: Proposal): string[] {
  const { paint, text } = terminal;
  const { restsUpon, arguments: askedWith } = text.proposal;
  return [
    paint('strong', visible(proposal.title)),
    visible(proposal.effect),
    '',
    ...fieldLines(terminal, fieldsOf(terminal, proposal)),
    ...part(terminal, restsUpon, proposal.details),
    ...part(terminal, askedWith, proposal.arguments),
    ...resultLines(terminal, proposal),
  ];
}

export function resultLines(terminal: Terminal, { result }: Proposal): string[] {
  if (result === null) return [];
  const { result: title } = terminal.text.proposal;
  const lines = [visible(result.text), ...outcomeLines(terminal, result.data)];
  return ['', terminal.paint('strong', title), ...lines.map((line) => `  ${line}`)];
}

function fieldsOf(terminal: Terminal, proposal: Proposal): [string, Cell | null][] {
  const { titles } = terminal.text;
  const { states, tiers, decided, via } = terminal.text.proposal;
  const { state, decidedBy, decidedVia, decidedAt, endedAt } = proposal;
  const who = proposal.decidedByName ?? decidedBy;
  const isDecided = decidedAt !== null && who !== null && decidedVia !== null;
  return [
    [titles.standing, { text: states[state], tone: proposalTones[state] }],
    [titles.proposedBy, nameOf(proposal.proposedByName, proposal.proposedBy)],
    [titles.on, proposal.targets.join(', ')],
    [titles.tool, `${proposal.tool} (${tiers[proposal.tier]})`],
    [titles.proposed, fullTime(terminal, proposal.proposedAt)],
    [titles.validUntil, fullTime(terminal, proposal.expiresAt)],
    [titles.decided, isDecided ? `${fullTime(terminal, decidedAt)} ${decided(who, via[decidedVia])}` : null],
    [titles.proposalEnded, endedAt && fullTime(terminal, endedAt)],
    [titles.whyDecided, proposal.reason],
  ];
}

function nameOf(name: string | null, id: string): string {
  return name === null ? id : `${name} (${id})`;
}

function part(terminal: Terminal, title: string, facts: Record<string, unknown>): string[] {
  const lines = factLines(terminal, facts);
  return lines.length === 0 ? [] : ['', terminal.paint('strong', title), ...lines.map((line) => `  ${line}`)];
}
