import { Registry } from 'prom-client';
import { SigecError } from '#base/errors.ts';
import { proofFor } from '#base/server-identity.ts';
import { systemApi } from '#contract/api/system.ts';
import { docsPage, docsStart, referenceScript } from '../docs-page.ts';
import { processMetrics } from '../process-metrics.ts';
import { type NotReady, serve } from '../route.ts';

const patienceMs = 2_000;

export const systemRoutes = serve(systemApi, {
  about: async (_asked, { about }) => about(),
  installation: (_asked, { installation }) => installation.describe(),
  nodes: async (_asked, { nodes }) => ({ nodes: await nodes.list() }),
  drainNodes: async ({ body }, { nodes }) => ({ nodes: await nodes.drain(body.nodeIds) }),
  async supportBundle({ reply }, { installation }) {
    const bundle = await installation.supportBundle();
    reply.header('content-disposition', `attachment; filename="sigec-support-${bundle.madeAt.slice(0, 10)}.json"`);
    return bundle;
  },
  audit: ({ query }, { audit }) => audit.read(query),
  alive: () => Promise.resolve({ status: 'alive' as const }),
  async ready({ reply }, { health, stopping }) {
    const causes = stopping.aborted ? [isStopping] : await causesInTime(health.reasonsNotReady());
    if (causes.length === 0) return { status: 'ready' as const, reasons: [], causes: [], since: null };
    reply.status(503);
    return {
      status: 'not-ready' as const,
      reasons: causes.map(({ sentence }) => sentence),
      causes: causes.map(({ cause }) => cause),
      since: causes[0]?.since?.toISOString() ?? null,
    };
  },
  async identity({ request }, { identity: ours }) {
    const proof = proofFor(ours, request.url, request.raw.socket);
    if (proof !== undefined) return proof;
    throw new SigecError('INVALID_INPUT', 'challenge must be 16 to 128 letters, digits, _ or -.');
  },
  async metrics({ reply }, { metrics: ours }) {
    const texts = await Promise.all([processMetrics().metrics(), ours.metrics()]);
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(texts.map(withoutEmptyLag).join('\n'));
  },
  openapi: (_asked, { openapi }) => Promise.resolve(openapi() as Record<string, unknown>),
  docs: async ({ reply }) => reply.type('text/html; charset=utf-8').send(docsPage),
  docsStart: async ({ reply }) => reply.type('text/javascript; charset=utf-8').send(docsStart),
  async docsScript({ request, reply }) {
    const { plain, zipped } = await referenceScript();
    const canUnzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
    reply
      .type('text/javascript; charset=utf-8')
      .header('vary', 'accept-encoding')
      .header('cache-control', 'private, max-age=3600');
    return canUnzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
  },
});

const isStopping: NotReady = { cause: 'stopping', sentence: 'The server is stopping.', since: null };
const isLate: NotReady = {
  cause: 'late',
  sentence: `The check did not end within ${patienceMs / 1_000} seconds.`,
  since: null,
};

async function causesInTime(asked: Promise<readonly NotReady[]>): Promise<readonly NotReady[]> {
  const late = Promise.withResolvers<readonly NotReady[]>();
  const timer = setTimeout(() => late.resolve([isLate]), patienceMs);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A histogram without a sample since the last scrape tells the largest number it can hold as its minimum, and no mean. */
function withoutEmptyLag(text: string): string {
  return text.replaceAll(/^(nodejs_eventloop_lag_\w+(?:\{[^}]*\})?) (?:9\.?223372036\S*|NaN|Nan)$/gm, '$1 0');
}
