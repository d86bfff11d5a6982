import { z } from 'zod';
import { about } from '../about.ts';
import { auditPage, auditQuery } from '../agents/audit.ts';
import { readiness } from '../health.ts';
import { defineApi } from './define-api.ts';

export const systemApi = defineApi('system', {
  about: {
    route: 'GET /api/about',
    access: 'read',
    summary: 'Which version runs and where stations, agents and programs reach it',
    answer: about,
  },
  audit: {
    route: 'GET /api/audit',
    access: 'administer',
    scope: 'audit:read',
    summary:
      'Who did what, people, programs and agents, refusals too, newest first; "sigec audit verify" checks the chain',
    query: auditQuery,
    answer: auditPage,
  },
  alive: {
    route: 'GET /healthz',
    access: 'open',
    summary: 'Whether the process is alive; a supervisor restarts it when this does not answer',
    answer: z.object({ status: z.literal('alive') }),
  },
  ready: {
    route: 'GET /readyz',
    access: 'open',
    summary: 'Whether something can be stored; 503 with reasons otherwise',
    answer: readiness,
  },
  identity: {
    route: 'GET /.well-known/sigec-identity',
    access: 'open',
    summary: 'Signs a challenge, so that a terminal of this machine sends its key to us and to nobody else',
    answer: z.object({ proof: z.string() }),
    isInternal: true,
  },
  metrics: {
    route: 'GET /metrics',
    access: 'read',
    scope: 'metrics:read',
    summary: 'Counters and gauges for Prometheus',
    content: { 'text/plain': z.string() },
  },
  openapi: {
    route: 'GET /openapi.json',
    access: 'read',
    summary: 'This API as an OpenAPI 3.1 document',
    answer: z.record(z.string(), z.unknown()),
  },
  docs: {
    route: 'GET /docs',
    access: 'read',
    summary: 'This API, readable',
    content: { 'text/html': z.string() },
    isInternal: true,
  },
  docsStart: { route: 'GET /docs/start.js', access: 'read', summary: 'Starts the docs page', isInternal: true },
  docsScript: { route: 'GET /docs/reference.js', access: 'read', summary: 'Draws the docs page', isInternal: true },
});
