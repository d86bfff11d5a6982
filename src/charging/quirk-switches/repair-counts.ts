import type { Log } from '#base/log.ts';
import { WriteBehind } from '#base/write-behind.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type RepairRow, repairs } from './quirk-store.ts';

/** What a rule did to one field; texts are cleaned and short, and hold no token. */
export type NewRepair = { rule: string; action: string; field: string; before: string; after: string };

type Needs = { ledger: Ledger; log: Log };
type Noted = { day: string; row: RepairRow };

const flushEveryMs = 10_000;
/** A station chooses the names of its extra fields; beyond these they share one row. */
const maxFields = 100;

/**
 * Every repair is kept, and a station that has to be repaired every ten seconds does not fill the ledger: the first of a rule and
 * field each day is an event, the others are counted in memory and written now and then.
 */
export class RepairCounts {
  private readonly needs: Needs;
  private readonly noted = new Map<string, Map<string, Noted>>();
  private readonly counts: WriteBehind<RepairRow>;

  constructor(needs: Needs) {
    this.needs = needs;
    this.counts = new WriteBehind({
      task: 'write counts of repairs',
      everyMs: flushEveryMs,
      log: needs.log,
      merge: (earlier, later) => ({ ...later, count: earlier.count + later.count }),
      // A count is no fact that anything follows from, so it costs no event.
      write: async (rows) => {
        await needs.ledger.commit({ writes: [...rows.values()].map((row) => write(repairs, row)) });
      },
    });
  }

  async record(stationId: string, made: readonly NewRepair[], at: Date): Promise<void> {
    const first = made.flatMap((repair) => this.note(stationId, repair, at) ?? []);
    await Promise.all(first.map((row) => this.recordFirst(row)));
  }

  flush(): Promise<void> {
    return this.counts.flush();
  }

  close(): Promise<void> {
    return this.counts.close();
  }

  /** Returns the row when it is the first of its day. */
  private note(stationId: string, repair: NewRepair, at: Date): RepairRow | undefined {
    const ofStation = this.noted.get(stationId) ?? new Map<string, Noted>();
    this.noted.set(stationId, ofStation);
    const isTooMany = ofStation.size >= maxFields && !ofStation.has(keyOf(repair));
    const kept = isTooMany ? { ...repair, field: '…' } : repair;
    const key = keyOf(kept);
    const day = at.toISOString().slice(0, 10);
    const known = ofStation.get(key);
    if (known?.day === day) {
      known.row = { ...known.row, ...kept, lastAt: at };
      this.count(known.row);
      return undefined;
    }
    const row = { stationId, ...kept, count: 1, firstAt: at, lastAt: at };
    ofStation.set(key, { day, row });
    return row;
  }

  private async recordFirst(row: RepairRow): Promise<void> {
    const { stationId, rule, action, field, before, after, firstAt } = row;
    const day = firstAt.toISOString().slice(0, 10);
    const { status } = await this.needs.ledger.commit({
      events: [
        {
          kind: 'message-repaired',
          stationId,
          key: `repaired:${day}:${keyOf(row)}`,
          happenedAt: firstAt,
          body: { rule, action, field, before, after },
        },
      ],
      writes: [write(repairs, row)],
      whenRefused: 'set-aside',
    });
    const noted = this.noted.get(stationId)?.get(keyOf(row));
    if (status === 'known' && noted !== undefined) this.count(noted.row); // first since we started, not first of the day
  }

  private count(row: RepairRow): void {
    this.counts.note(`${row.stationId} ${keyOf(row)}`, { ...row, count: 1 });
  }
}

function keyOf({ rule, action, field }: NewRepair): string {
  return `${rule}:${action}:${field}`;
}
