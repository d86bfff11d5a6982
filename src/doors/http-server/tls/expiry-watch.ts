import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { CertifiedKey } from './certified-key.ts';

const dayMs = 86_400_000;
/** How many days before its end a certificate is reported. */
const tellAtDays = [30, 7, 1, 0];

/** Reports at each step, once, that a certificate is about to expire: whoever set it up has forgotten it by then. */
export class ExpiryWatch {
  private readonly told = new Map<string, number>();
  private readonly clock: Clock;
  private readonly log: Log;

  constructor({ clock, log }: { clock: Clock; log: Log }) {
    this.clock = clock;
    this.log = log;
  }

  look(pairs: readonly CertifiedKey[]): void {
    for (const { kind, leaf, expiresAt } of pairs) {
      const step = stepOf(daysLeft(expiresAt, this.clock.now()));
      if (step === undefined || (this.told.get(leaf.fingerprint256) ?? Number.POSITIVE_INFINITY) <= step) continue;
      this.told.set(leaf.fingerprint256, step);
      const facts = { key: kind, names: leaf.subjectAltName, expiresAt };
      if (step > 7) this.log.warn(facts, 'a certificate expires within 30 days');
      else if (step > 0) this.log.error(facts, `a certificate expires within ${step === 1 ? 'a day' : '7 days'}`);
      else this.log.error(facts, 'a certificate has expired: nobody can connect over TLS');
    }
  }
}

export function daysLeft(expiresAt: Date, now: Date): number {
  return (expiresAt.getTime() - now.getTime()) / dayMs;
}

/** The smallest step that has been reached. */
function stepOf(days: number): number | undefined {
  return tellAtDays.filter((step) => days <= step).at(-1);
}
