import { approveProposal, denyProposal, proposal, proposalFilter, proposalList } from '../agents/proposal.ts';
import { ofUuid } from './common.ts';
import { allow, defineApi } from './define-api.ts';

const reading = allow('read', 'proposals:read');
const changing = allow('operate', 'proposals:decide');

export const proposalApi = defineApi('proposals', {
  list: reading('GET /api/proposals', 'What agents want to do, newest first: people see all, others their own', {
    query: proposalFilter,
    answer: proposalList,
  }),
  get: reading('GET /api/proposals/:id', 'One proposal: what it would do, what it rests upon, and its outcome', {
    params: ofUuid,
    answer: proposal,
  }),
  approve: changing(
    'POST /api/proposals/:id/approve',
    'A person approves what was proposed, never the key that proposed it; tier R3 takes an administrator. With apply it is carried out at once',
    { params: ofUuid, body: approveProposal, patienceSeconds: 330, answer: proposal },
  ),
  deny: changing(
    'POST /api/proposals/:id/deny',
    'A person denies what was proposed; also what was approved and not yet carried out',
    { params: ofUuid, body: denyProposal, answer: proposal },
  ),
  apply: changing(
    'POST /api/proposals/:id/apply',
    'Carries out what was approved, once: for whoever approved it or asked for it; answers the outcome',
    { params: ofUuid, patienceSeconds: 330, answer: proposal },
  ),
});
