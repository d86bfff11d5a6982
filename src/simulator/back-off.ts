import type { Random } from './random.ts';

/** OCPP 2.x part 4, reconnecting: RetryBackOffWaitMinimum, RetryBackOffRandomRange and RetryBackOffRepeatTimes. */
export type BackOff = { minimumSeconds: number; randomSeconds: number; doublings: number };

export const defaultBackOff: BackOff = { minimumSeconds: 1, randomSeconds: 2, doublings: 5 };

/** The wait doubles with every attempt in vain, up to a limit; chance keeps stations from coming back all at once. */
export function backOffSeconds(
  { minimumSeconds, randomSeconds, doublings }: BackOff,
  attempt: number,
  random: Random,
): number {
  return minimumSeconds * 2 ** Math.min(attempt, doublings) + randomSeconds * random();
}
