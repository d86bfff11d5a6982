import { randomUUID } from 'node:crypto';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import { failed } from './exit-code.ts';

const patienceMs = 10_000;

type Guarded = { log: Log; tell(reference: string): void };

/** What nobody caught ends the process, with one line in the log to find it by, and with what is open closed if it can be. */
export function guardAgainstCrashes({ log, tell }: Guarded): { closeFirst(close: () => Promise<void>): void } {
  let close = () => Promise.resolve();
  let isEnding = false;
  const end = (thrown: unknown) => {
    if (isEnding) return; // one fault often brings others with it
    isEnding = true;
    const reference = randomUUID().slice(0, 8);
    const { message, stack } = asError(thrown);
    log.error({ reference, error: message, stack }, 'unexpected failure, stopping');
    tell(reference);
    setTimeout(() => process.exit(failed), patienceMs);
    void close()
      .catch(() => undefined) // it is ending anyway
      .then(() => process.exit(failed));
  };
  process.on('uncaughtException', end).on('unhandledRejection', end);
  return {
    closeFirst(given) {
      close = given;
    },
  };
}
