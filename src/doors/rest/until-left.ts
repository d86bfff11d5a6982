import type { FastifyReply } from 'fastify';

/** Aborted when the caller has left, or the server stops. Not `request.signal`, which ends as soon as the request is read. */
export function untilLeft({ raw }: FastifyReply, stopping?: AbortSignal): AbortSignal {
  const left = new AbortController();
  raw.once('close', () => left.abort());
  return stopping === undefined ? left.signal : AbortSignal.any([stopping, left.signal]);
}
