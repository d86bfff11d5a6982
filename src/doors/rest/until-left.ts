import type { FastifyReply } from 'fastify';

/** Aborted when whoever asked has left, or the server stops: nobody waits for a longer answer then. */
export function untilLeft({ raw }: FastifyReply, stopping: AbortSignal): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => left.abort());
  return AbortSignal.any([stopping, left.signal]);
}
