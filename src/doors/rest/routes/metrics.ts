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
    return reply.type(Registry.PROMETHEUS_CONTENT_TYPE).send(texts.map(withoutEmptyLag).join('\n'));
  },
});

/** A histogram without a sample since the last scrape tells the largest number it can hold as its minimum, and no mean. */
function withoutEmptyLag(text: string): string {
  return text.replaceAll(/^(nodejs_eventloop_lag_\w+(?:\{[^}]*\})?) (?:9\.?223372036\S*|NaN|Nan)$/gm, '$1 0');
}

/** There is one process, however many servers run in it. Called at the start, so that the series begin there. */
export function processMetrics(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
