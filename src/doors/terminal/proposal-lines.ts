import type { Proposal, ProposalState } from '#contract/agents/proposal.ts';
import { inWords } from '#contract/problems/problem-words.ts';
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
    effectLine(terminal, proposal),
    '',
    ...fieldLines(terminal, fieldsOf(terminal, proposal)),
    ...part(terminal, restsUpon, proposal.details),
    ...part(terminal, askedWith, proposal.arguments),
    ...resultLines(terminal, proposal),
  ];
}

/** The sentence that is judged, in the language of the terminal where the server says it by its code. */
export function effectLine({ language }: Terminal, { effect, said }: Proposal): string {
  return visible((said === null ? null : inWords(said, { language })) ?? effect);
}

export function resultLines(terminal: Terminal, { result }: Proposal): string[] {
  if (result === null) return [];
  const { result: title } = terminal.text.proposal;
  const outcome = outcomeLines(terminal, result.data);
  // The sentence of the tool is English; where the facts say it in the language of the terminal, it is left out.
  const isNeeded = terminal.language === 'en' || outcome.length === 0;
  const lines = [...(isNeeded ? [visible(result.text)] : []), ...outcome];
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
