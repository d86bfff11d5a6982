import { collectDefaultMetrics, Registry } from 'prom-client';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

let ofProcess: Registry | undefined;

export const metrics = defineRoute({
  method: 'GET',
  path: '/metrics',
  access: 'read',
  scope: 'metrics:read',
  summary: 'Counters and gauges for Prometheus',
  content: { 'text/plain': z.string() },
  async handle({ reply }, { metrics: ours }) {
    const texts = await Promise.all([processMetrics().metrics(), ours.metrics()]);
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(texts.join('\n'));
  },
});

/** There is one process, however many servers run in it. */
function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
