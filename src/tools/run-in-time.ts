import { SigecError } from '#base/errors.ts';
import type { CallContext } from './context.ts';
import type { Tier } from './tier.ts';
import type { Tool } from './tool.ts';

/** A tool that ignores its signal is not waited for either. */
export async function runInTime<Result>(
  {
    name,
    timeoutMs: usualMs,
    taskMs = usualMs,
    tier = 'R0',
  }: Pick<Tool, 'name' | 'timeoutMs'> & Partial<Pick<Tool, 'taskMs' | 'tier'>>,
  context: CallContext,
  work: (context: CallContext) => Promise<Result>,
): Promise<Result> {
  const timeoutMs = context.isTask === true ? taskMs : usualMs;
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
  // Nobody knows how far a tool that acts had come.
  if (tier !== 'R0') return `${why} It may have had an effect: look before you try again.`;
  return timeoutMs === undefined ? why : `${why} Try again, or ask for less at once.`;
}
