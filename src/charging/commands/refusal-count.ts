import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { AuditEntry } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { CommandBook } from './command-book.ts';
import { isOurs } from './guard.ts';

type Needs = { clock: Clock; book: Pick<CommandBook, 'write'>; log: Log };

/** What one actor was refused in the minute that began then. `unwritten`: how many have no row of their own, by their code. */
type Minute = { beganAt: number; refused: number; door: Actor['door']; unwritten: Map<string, number> };

const minuteMs = 60_000;
/** So many refusals of one actor have a row each, in any minute; the rest are counted. */
export const maxWritten = 60;
const lookEveryMs = 5_000;

/** A program that asks in a loop what it may not must not fill the books with it: they keep what is written for ever. */
export class RefusalCount {
  private readonly needs: Needs;
  private readonly minutes = new Map<string, Minute>();
  private readonly timer: NodeJS.Timeout;

  constructor(needs: Needs) {
    this.needs = needs;
    this.timer = setInterval(() => void this.writeEnded(), lookEveryMs).unref();
  }

  /** Counts one; whether it gets a row of its own. What we do of our own accord is bounded by what it is for. */
  isWritten(actor: Actor, code: string): boolean {
    if (isOurs(actor)) return true;
    const now = this.needs.clock.now().getTime();
    const known = this.minutes.get(actorName(actor));
    if (known !== undefined && isOver(known, now)) void this.writeEnded();
    const minute = this.minutes.get(actorName(actor)) ?? begun(now, actor);
    this.minutes.set(actorName(actor), minute);
    minute.refused += 1;
    if (minute.refused <= maxWritten) return true;
    minute.unwritten.set(code, (minute.unwritten.get(code) ?? 0) + 1);
    return false;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.writeEnded(Number.POSITIVE_INFINITY);
  }

  /** One entry for each actor that had too many. Never rejects. */
  private async writeEnded(now = this.needs.clock.now().getTime()): Promise<void> {
    const over = [...this.minutes].filter(([, minute]) => isOver(minute, now));
    for (const [askedBy] of over) this.minutes.delete(askedBy);
    const audit = over.flatMap(([askedBy, minute]) => (minute.unwritten.size === 0 ? [] : [entryOf(askedBy, minute)]));
    if (audit.length === 0) return;
    try {
      await this.needs.book.write({ audit });
    } catch (error) {
      // Where the database is away the book keeps it until it is back.
      this.needs.log.warn({ err: asError(error), audit }, 'refused commands could not be counted in the audit now');
    }
  }
}

function begun(now: number, { door }: Actor): Minute {
  return { beganAt: now, refused: 0, door, unwritten: new Map() };
}

/** One that begins later than now was begun before the clock was set back. */
function isOver({ beganAt }: Minute, now: number): boolean {
  return now - beganAt >= minuteMs || beganAt > now;
}

function entryOf(principal: string, { beganAt, refused, door, unwritten }: Minute): AuditEntry {
  const byCode = Object.fromEntries(unwritten);
  const details = { since: new Date(beganAt).toISOString(), refused, withoutRow: refused - maxWritten, byCode };
  return { principal, door, action: 'commands-refused', subject: null, outcome: 'refused', details };
}
