import { approveProposal, denyProposal, proposal, proposalFilter, proposalList } from '../agents/proposal.ts';
import { ofUuid } from './common.ts';
import { defineApi } from './define-api.ts';

const reading = { access: 'read', scope: 'proposals:read' } as const;
const changing = { access: 'operate', scope: 'proposals:decide' } as const;

export const proposalApi = defineApi('proposals', {
  list: {
    route: 'GET /api/proposals',
    ...reading,
    summary: 'What agents want to do, newest first: people see all, others their own',
    query: proposalFilter,
    answer: proposalList,
  },
  get: {
    route: 'GET /api/proposals/:id',
    ...reading,
    summary: 'One proposal: what it would do, what it rests upon, and its outcome',
    params: ofUuid,
    answer: proposal,
  },
  approve: {
    route: 'POST /api/proposals/:id/approve',
    ...changing,
    summary:
      'A person approves what was proposed, never the key that proposed it; tier R3 takes an administrator. With apply it is carried out at once',
    params: ofUuid,
    body: approveProposal,
    patienceSeconds: 330,
    answer: proposal,
  },
  deny: {
    route: 'POST /api/proposals/:id/deny',
    ...changing,
    summary: 'A person denies what was proposed; also what was approved and not yet carried out',
    params: ofUuid,
    body: denyProposal,
    answer: proposal,
  },
  apply: {
    route: 'POST /api/proposals/:id/apply',
    ...changing,
    summary: 'Carries out what was approved, once: for whoever approved it or asked for it; answers the outcome',
    params: ofUuid,
    patienceSeconds: 330,
    answer: proposal,
  },
});
