import { z } from 'zod';
import { readiness } from '#contract/health.ts';
import { defineRoute, type NotReady } from '../route.ts';

const patienceMs = 2_000;

export const isAlive = defineRoute({
  method: 'GET',
  path: '/healthz',
  access: 'open',
  summary: 'Whether the process is alive; a supervisor restarts it when this does not answer',
  answer: z.object({ status: z.literal('alive') }),
  handle: () => Promise.resolve({ status: 'alive' as const }),
});

export const isReady = defineRoute({
  method: 'GET',
  path: '/readyz',
  access: 'open',
  summary: 'Whether something can be stored; 503 with reasons otherwise',
  answer: readiness,
  async handle({ reply }, { health, stopping }) {
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
