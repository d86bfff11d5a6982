import { z } from 'zod';
import { about } from '../about.ts';
import { auditPage, auditQuery } from '../agents/audit.ts';
import { readiness } from '../health.ts';
import { installation, supportBundle } from '../installation.ts';
import { drainNodes, nodeList } from '../nodes.ts';
import { allow, defineApi } from './define-api.ts';

export const systemApi = defineApi('system', {
  about: allow('read')('GET /api/about', 'Which version runs and where stations, agents and programs reach it', {
    within: 'shared',
    answer: about,
  }),
  installation: allow('administer', 'system:read')(
    'GET /api/installation',
    'What runs here: version, database, counts, retention, packs with their tools, and every setting, secrets masked',
    { answer: installation },
  ),
  nodes: allow('administer', 'system:read')(
    'GET /api/nodes',
    'The processes that serve this installation: on which machine, since when, and how many stations each speaks with',
    { answer: nodeList },
  ),
  drainNodes: allow('administer', 'system:drain')(
    'POST /api/nodes/drain',
    'Sends the stations of nodes to the others over DRAIN_SECONDS and gives them nobody new, before they are ended; 409 where no other node would be left',
    { body: drainNodes, answer: nodeList },
  ),
  supportBundle: allow('administer', 'system:read')(
    'GET /api/support-bundle',
    'A file for whoever helps: version, settings, health, last log lines, migrations and counts; no secret, no token, no person',
    { answer: supportBundle },
  ),
  audit: allow('administer', 'audit:read')(
    'GET /api/audit',
    'Who did what, people, programs and agents, refusals too, newest first; "sigec audit verify" checks the chain',
    { query: auditQuery, answer: auditPage },
  ),
  alive: allow('open')(
    'GET /healthz',
    'Whether the process is alive; a supervisor restarts it when this does not answer',
    { answer: z.object({ status: z.literal('alive') }) },
  ),
  ready: allow('open')('GET /readyz', 'Whether something can be stored; 503 with reasons otherwise', {
    answer: readiness,
  }),
  identity: allow('open')(
    'GET /.well-known/sigec-identity',
    'Signs a challenge, so that a terminal of this machine sends its key to us and to nobody else',
    { answer: z.object({ proof: z.string() }), isInternal: true },
  ),
  metrics: allow('read', 'metrics:read')('GET /metrics', 'Counters and gauges for Prometheus', {
    content: { 'text/plain': z.string() },
  }),
  openapi: allow('read')('GET /openapi.json', 'This API as an OpenAPI 3.1 document', {
    within: 'shared',
    answer: z.record(z.string(), z.unknown()),
  }),
  docs: allow('read')('GET /docs', 'This API, readable', {
    within: 'shared',
    content: { 'text/html': z.string() },
    isInternal: true,
  }),
  docsStart: allow('read')('GET /docs/start.js', 'Starts the docs page', { within: 'shared', isInternal: true }),
  docsScript: allow('read')('GET /docs/reference.js', 'Draws the docs page', { within: 'shared', isInternal: true }),
});
