import { z } from 'zod';
import { docsPage, docsStart, referenceScript } from '../docs-page.ts';
import { defineRoute } from '../route.ts';

export const openapiDocument = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  access: 'read',
  summary: 'This API as an OpenAPI 3.1 document',
  answer: z.record(z.string(), z.unknown()),
  handle: (_asked, { openapi }) => Promise.resolve(openapi() as Record<string, unknown>),
});

export const docs = defineRoute({
  method: 'GET',
  path: '/docs',
  access: 'read',
  summary: 'This API, readable',
  content: { 'text/html': z.string() },
  isInternal: true,
  handle: async ({ reply }) => reply.type('text/html; charset=utf-8').send(docsPage),
});

export const docsStartScript = defineRoute({
  method: 'GET',
  path: '/docs/start.js',
  access: 'read',
  summary: 'Starts the docs page',
  isInternal: true,
  handle: async ({ reply }) => reply.type('text/javascript; charset=utf-8').send(docsStart),
});

export const docsScript = defineRoute({
  method: 'GET',
  path: '/docs/reference.js',
  access: 'read',
  summary: 'Draws the docs page',
  isInternal: true,
  async handle({ request, reply }) {
    const { plain, zipped } = await referenceScript();
    const canUnzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
    reply
      .type('text/javascript; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('cache-control', 'private, max-age=3600');
    return canUnzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
  },
});
