import type { Charging } from '#charging/open-charging.ts';
import type { StoredKind } from '#contract/event.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Counted } from './count-events.ts';
import { type StationFacts, says } from './meets-conditions.ts';
import { hasSafetyCode } from './safety-codes.ts';

type Needs = { charging: Pick<Charging, 'outages' | 'sessions'>; ledger: Pick<Ledger, 'read'> };
type Span = { from: number; to: number };
type Past = { offline: Span[]; faulted: Span[]; dangerous: Span[]; charging: Span[] };

/** `hasSafetyCode`: as the status of its connectors told it. */
export type FactsThen = StationFacts & { hasSafetyCode: boolean };

const dayMs = 86_400_000;
const page = 1000;

/** How stations were, and how often something had happened there, at moments of the past. Each station is read once. */
export class History {
  private readonly needs: Needs;
  private readonly span: { from: Date; to: Date };
  private readonly stations = new Map<string, Promise<Past>>();
  private readonly counts = new Map<string, Promise<number[]>>();
  /** False: a station had more outages or sessions than are looked at. */
  isWhole = true;

  constructor(needs: Needs, span: { from: Date; to: Date }) {
    this.needs = needs;
    this.span = span;
  }

  async factsAt(stationId: string, at: Date): Promise<FactsThen> {
    const past = await remembered(this.stations, stationId, () => this.read(stationId));
    const isIn = (spans: readonly Span[]) => spans.some(({ from, to }) => from <= at.getTime() && at.getTime() < to);
    return {
      isOnline: !isIn(past.offline),
      isCharging: isIn(past.charging),
      isFaulted: isIn(past.faulted),
      hasSafetyCode: isIn(past.dangerous),
    };
  }

  async countOf({ withinHours, at, ...asked }: Counted & { stationId: string | null; at: Date }): Promise<number> {
    const times = await remembered(this.counts, JSON.stringify(asked), () => this.timesOf(asked));
    const since = at.getTime() - withinHours * 3_600_000;
    return times.filter((time) => time > since && time <= at.getTime()).length;
  }

  private async read(stationId: string): Promise<Past> {
    const { charging } = this.needs;
    const from = new Date(this.span.from.getTime() - 7 * dayMs).toISOString(); // sessions that began before and lasted
    const to = this.span.to.toISOString();
    const [outages, { sessions }] = await Promise.all([
      charging.outages.find({ stationId, from, to, limit: page }),
      charging.sessions.find({ stationId, from, to, limit: page }),
    ]);
    if (outages.length === page || sessions.length === page) this.isWhole = false;
    const spanOf = ({ from: begin, to: end }: { from: string; to: string | null }) => ({
      from: Date.parse(begin),
      to: end === null ? Infinity : Date.parse(end),
    });
    return {
      offline: outages.filter(({ cause, evseId }) => cause === 'offline' && evseId === null).map(spanOf),
      faulted: outages.filter(({ cause }) => cause === 'faulted').map(spanOf),
      dangerous: outages.filter(({ cause, code }) => cause === 'faulted' && hasSafetyCode(code)).map(spanOf),
      charging: sessions
        .filter(({ startedAt }) => startedAt !== null)
        .map(({ startedAt, endedAt }) => spanOf({ from: startedAt ?? '', to: endedAt })),
    };
  }

  private async timesOf({
    kind,
    matching,
    stationId,
  }: Omit<Counted, 'withinHours'> & { stationId: string | null }): Promise<number[]> {
    const happenedFrom = new Date(this.span.from.getTime() - 30 * dayMs).toISOString();
    const asked = { kinds: [kind as StoredKind], stationId: stationId ?? undefined, happenedFrom, limit: page };
    const times: number[] = [];
    let after: string | undefined;
    for (let pages = 0; pages < 20; pages += 1) {
      const events = await this.needs.ledger.read({ ...asked, after });
      const counted = events.filter((event) => matching === undefined || says(event, matching));
      times.push(...counted.map(({ happenedAt }) => Date.parse(happenedAt)));
      if (events.length < page) return times;
      after = events.at(-1)?.id;
    }
    this.isWhole = false;
    return times;
  }
}

function remembered<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  return found;
}
