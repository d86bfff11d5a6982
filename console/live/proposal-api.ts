import { auditPage } from '#contract/agents/audit.ts';
import { type ProposalList, proposal, proposalList } from '#contract/agents/proposal.ts';
import { ask, posting, queryOf } from './ask.ts';

export type AuditAsked = { outcome?: string | undefined; action?: string | undefined; after?: string | undefined };

/** What agents want to do, and who did what. */
export const proposalApi = {
  async proposals(signal: AbortSignal) {
    const read = (filter: string) => ask(proposalList, `/api/proposals?limit=200${filter}`, { signal });
    return withOpen(...(await Promise.all([read(''), read('&state=proposed'), read('&state=approved')])));
  },
  waiting: (signal: AbortSignal) => ask(proposalList, '/api/proposals?state=proposed&limit=1', { signal }),
  approve: (id: string, body: { hash: string; apply: boolean }) => ask(proposal, `${of(id)}/approve`, posting(body)),
  apply: (id: string) => ask(proposal, `${of(id)}/apply`, posting({})),
  deny: (id: string, why: string) => ask(proposal, `${of(id)}/deny`, posting(why === '' ? {} : { why })),
  audit: (asked: AuditAsked, signal: AbortSignal) => ask(auditPage, `/api/audit${queryOf(asked)}`, { signal }),
};

/** The newest, and whatever still waits: an agent that proposes and takes back must not push it off the page. */
export function withOpen(newest: ProposalList, ...open: ProposalList[]): ProposalList {
  const all = [newest, ...open].flatMap(({ proposals }) => proposals);
  return { ...newest, proposals: [...new Map(all.map((each) => [each.id, each])).values()] };
}

function of(id: string): string {
  return `/api/proposals/${encodeURIComponent(id)}`;
}
