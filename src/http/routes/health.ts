import { z } from 'zod';
import { readiness } from '#contract/health.ts';
import { defineRoute } from '../route.ts';

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
  summary: 'Whether the database answers and the doors are open; 503 with reasons otherwise',
  answer: readiness,
  async handle({ reply }, { health, stopping }) {
    const reasons = stopping.aborted ? ['The server is stopping.'] : await reasonsInTime(health.reasonsNotReady());
    if (reasons.length === 0) return { status: 'ready' as const, reasons: [] };
    reply.status(503);
    return { status: 'not-ready' as const, reasons: [...reasons] };
  },
});

async function reasonsInTime(asked: Promise<readonly string[]>): Promise<readonly string[]> {
  const late = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(
    () => late.resolve([`The check did not end within ${patienceMs / 1_000} seconds.`]),
    patienceMs,
  );
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
