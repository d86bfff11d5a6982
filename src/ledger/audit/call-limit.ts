import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { noOtherNodes, type OtherNodes, SharedCounts } from '#base/other-nodes.ts';
import { Outbox } from '#base/outbox.ts';
import { WindowCount } from '#base/window-count.ts';
import type { AuditEntry, Ledger } from '../ledger-types.ts';

type Caller = Pick<AuditEntry, 'principal' | 'door'>;
/** What one caller asked in one minute, here and at other nodes; `codes`: how many of those that were refused here had which code. */
type Minute = Caller & { calls: number; elsewhere: number; refused: number; codes: Map<string, number> };

export type CallLimitNeeds = {
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  perMinute: number;
  /** Nodes that count together; absent: this one counts alone. */
  others?: OtherNodes | undefined;
  action: string;
  details(minute: { refused: number; calls: number; codes: ReadonlyMap<string, number> }): Record<string, unknown>;
};

const windowMs = 60_000;
const maxUnwritten = 1_000;

/**
 * Bounds what one caller can write into a trail that forgets nothing: beyond the limit nothing has an entry of its own, and one entry per
 * caller and minute says how many there were. In memory: a restart forgives.
 */
export class CallLimit {
  private readonly needs: CallLimitNeeds;
  private readonly minutes: WindowCount<Minute>;
  private readonly outbox: Outbox<AuditEntry>;
  private readonly timer: NodeJS.Timeout;
  private readonly shared: SharedCounts;

  constructor(needs: CallLimitNeeds) {
    this.needs = needs;
    this.minutes = new WindowCount({
      clock: needs.clock,
      lengthMs: windowMs,
      ended: (_principal, { from, until, count }) => this.end(count, { from: new Date(from), until: new Date(until) }),
    });
    this.outbox = new Outbox<AuditEntry>({
      task: 'write refusals into the audit',
      log: needs.log,
      maxItems: maxUnwritten,
      atOnce: maxUnwritten,
      write: (entry) => needs.ledger.commit({ audit: [entry] }),
      isPassing: () => true,
    });
    this.timer = setInterval(() => this.minutes.sweep(), 5_000).unref();
    this.shared = new SharedCounts({
      others: needs.others ?? noOtherNodes,
      subject: needs.action,
      add: (told, calls) => {
        const [principal, door] = JSON.parse(told) as [string, Caller['door']];
        this.minuteOf({ principal, door }).count.elsewhere += calls;
      },
    });
  }

  /** Undefined: within the limit. Otherwise in how many seconds the caller may come again. */
  count({ principal, door }: Caller, code?: string): number | undefined {
    const { perMinute, clock } = this.needs;
    const { from, count: minute } = this.minuteOf({ principal, door });
    minute.calls += 1;
    this.shared.note(JSON.stringify([principal, door]));
    if (minute.calls + minute.elsewhere <= perMinute) return undefined;
    minute.refused += 1;
    minute.door = door; // that of the last one refused
    if (code !== undefined) minute.codes.set(code, (minute.codes.get(code) ?? 0) + 1);
    return Math.max(1, Math.ceil((from + windowMs - clock.now().getTime()) / 1000));
  }

  /** Writes down what the minutes that are over have refused. Never rejects. */
  sweep(): Promise<void> {
    this.minutes.sweep();
    return this.outbox.flush();
  }

  /** Before the ledger: what was refused until now is written down. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.minutes.sweep({ isLast: true });
    await this.outbox.close();
    await this.outbox.flush();
  }

  private minuteOf({ principal, door }: Caller) {
    return (
      this.minutes.find(principal) ??
      this.minutes.begin(principal, { principal, door, calls: 0, elsewhere: 0, refused: 0, codes: new Map() })
    );
  }

  private end({ principal, door, calls, refused, codes }: Minute, time: { from: Date; until: Date }): void {
    const { action, details } = this.needs;
    if (refused === 0) return;
    const facts = { ...details({ refused, calls, codes }), ...time };
    this.outbox.add({ principal, door, action, subject: null, outcome: 'refused', details: facts });
    void this.outbox.flush();
  }
}
