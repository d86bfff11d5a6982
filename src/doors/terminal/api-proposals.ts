import { type AuditQuery, auditPage } from '#contract/agents/audit.ts';
import {
  type ApproveProposal,
  type DenyProposal,
  type ProposalFilter,
  proposal,
  proposalList,
} from '#contract/agents/proposal.ts';
import { query } from './query.ts';
import { request, type Server } from './request.ts';

/** A station may take its time to answer, and to start again. */
const applyPatienceMs = 330_000;

/** What agents want to do, and who did what. */
export function proposalApi(server: Server) {
  const of = (id: string) => `/api/proposals/${encodeURIComponent(id)}`;
  const post = (path: string, body: object, patienceMs?: number) =>
    request(server, { path, method: 'POST', body, answer: proposal, ...(patienceMs !== undefined && { patienceMs }) });
  return {
    proposals: (filter: Partial<ProposalFilter>) =>
      request(server, { path: `/api/proposals${query(filter)}`, answer: proposalList }),
    proposal: (id: string) => request(server, { path: of(id), answer: proposal }),
    approveProposal: (id: string, body: ApproveProposal) =>
      post(`${of(id)}/approve`, body, body.apply ? applyPatienceMs : undefined),
    applyProposal: (id: string) => post(`${of(id)}/apply`, {}, applyPatienceMs),
    denyProposal: (id: string, body: DenyProposal) => post(`${of(id)}/deny`, body),
    audit: (filter: Partial<AuditQuery>) => request(server, { path: `/api/audit${query(filter)}`, answer: auditPage }),
  };
}
