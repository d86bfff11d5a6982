import type { X509Certificate } from 'node:crypto';

const minuteMs = 60_000;
const longestRetryMs = 6 * 60 * minuteMs;

/** A third of its life is left: thirty days of ninety, two of six. */
export function renewalDue(
  { validFromDate, validToDate }: Pick<X509Certificate, 'validFromDate' | 'validToDate'>,
  now: Date,
) {
  const lifeMs = validToDate.getTime() - validFromDate.getTime();
  return validToDate.getTime() - now.getTime() <= lifeMs / 3;
}

/** A minute, then twice as long each time; authorities count attempts, and many of ours must not come in step. */
export function retryAfterMs(failures: number, random = Math.random()): number {
  const wait = Math.min(minuteMs * 2 ** Math.max(0, failures - 1), longestRetryMs);
  return Math.round(wait * (0.75 + random / 2));
}
