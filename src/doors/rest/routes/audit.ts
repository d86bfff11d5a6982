import { auditPage, auditQuery } from '#contract/agents/audit.ts';
import { defineRoute } from '../route.ts';

export const listAudit = defineRoute({
  method: 'GET',
  path: '/api/audit',
  access: 'administer',
  scope: 'audit:read',
  summary:
    'Who did what, people, programs and agents, refusals too, newest first; "sigec audit verify" checks the chain',
  query: auditQuery,
  answer: auditPage,
  handle: ({ query }, { audit }) => audit.read(query),
});
