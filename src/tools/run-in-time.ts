import { SigecError } from '#base/errors.ts';
import type { CallContext } from './context.ts';
import type { Tier } from './tier.ts';
import type { Tool } from './tool.ts';

/** A tool that does not heed its signal loses its caller all the same. */
export async function runInTime<Result>(
  { name, timeoutMs, tier = 'R0' }: Pick<Tool, 'name' | 'timeoutMs'> & { tier?: Tier },
  context: CallContext,
  work: (context: CallContext) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const patience = AbortSignal.any([context.signal, timeout]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const ending = (): SigecError =>
    new SigecError('INTERNAL', whyItEnded({ name, tier, timeoutMs: timeout.aborted ? timeoutMs : undefined }));
  const giveUp = (): void => reject(ending());
  if (patience.aborted) throw ending();
  patience.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([ended, work({ ...context, signal: patience })]);
  } finally {
    patience.removeEventListener('abort', giveUp);
  }
}

type Ended = { name: string; tier: Tier; timeoutMs: number | undefined };

function whyItEnded({ name, tier, timeoutMs }: Ended): string {
  const why =
    timeoutMs === undefined
      ? `${name} was cancelled before it was done.`
      : `${name} was not done within ${timeoutMs / 1000} seconds and was stopped.`;
  // Of what acts nobody knows how far it came.
  if (tier !== 'R0') return `${why} It may have had an effect: look before you try again.`;
  return timeoutMs === undefined ? why : `${why} Try again, or ask for less at once.`;
}
