import { systemClock } from '#base/clock.ts';
import type { Config } from '#base/config.ts';
import type { Log } from '#base/log.ts';
import { CallLimit } from '#ledger/audit/call-limit.ts';
import type { AuditEntry, Ledger } from '#ledger/ledger-types.ts';

type Needs = { ledger: Pick<Ledger, 'commit'>; config: Pick<Config, 'toolCallsPerMinute'>; log: Log };

/** What known keys were refused. Beyond the limit of a minute one entry says how many more there were, since the trail forgets nothing. */
export class Refusals {
  private readonly ledger: Needs['ledger'];
  private readonly limit: CallLimit;

  constructor({ ledger, config, log }: Needs) {
    this.ledger = ledger;
    const { toolCallsPerMinute: perMinute } = config;
    this.limit = new CallLimit({
      ledger,
      log,
      clock: systemClock,
      perMinute,
      action: 'requests:not-allowed',
      details: ({ refused }) => ({ error: 'NOT_ALLOWED', refused, perMinute }),
    });
  }

  async writeDown(entry: AuditEntry): Promise<void> {
    if (this.limit.count(entry) === undefined) await this.ledger.commit({ audit: [entry] });
  }

  close(): Promise<void> {
    return this.limit.close();
  }
}
