import type { EnergyPlan } from '#contract/energy/energy-plan.ts';
import type { Trouble, TroubleBook } from './trouble-store.ts';

/** A station that answers late and a meter that skips a reading are no trouble; what lasts so long is. */
const lastsMs = 120_000;

type Known = Trouble & { since: number; isTold: boolean };

/** By the warning of a plan, what somebody should be told who does not look at the plan. */
const troubleOf: Record<string, { trouble: Trouble['trouble']; by?: 'node' | 'meter' | 'stationId' }> = {
  'node-not-safe': { trouble: 'limit-not-safe', by: 'node' },
  'meter-silent': { trouble: 'meter-silent', by: 'meter' },
  'meter-never-read': { trouble: 'meter-silent', by: 'meter' },
  'station-not-following': { trouble: 'station-not-following', by: 'stationId' },
  'station-refuses-profile': { trouble: 'station-refuses', by: 'stationId' },
  'grid-unreachable': { trouble: 'grid-away' },
};

/** What is wrong with a site: told once it lasts, and once more when it is over. */
export class SiteTroubles {
  private readonly book: TroubleBook;
  private readonly siteId: string;
  private known: Map<string, Known> | null = null;

  constructor(book: TroubleBook, siteId: string) {
    this.book = book;
    this.siteId = siteId;
  }

  /** Says whether something is wrong that does not last yet, so that somebody should look again. */
  async note(warnings: EnergyPlan['warnings'], now: number): Promise<boolean> {
    this.known ??= new Map(
      (await this.book.open(this.siteId)).map((each) => [keyOf(each), { ...each, since: now, isTold: true }]),
    );
    const { known } = this;
    const present = new Map(troublesIn(warnings).map((each) => [keyOf(each), each]));
    for (const [key, each] of present) if (!known.has(key)) known.set(key, { ...each, since: now, isTold: false });
    const gone = [...known].filter(([key]) => !present.has(key));
    const began = [...known.values()].filter(({ isTold, since }) => !isTold && now - since >= lastsMs);
    const lasting = began.filter((each) => present.has(keyOf(each)));
    const ended = gone.flatMap(([, each]) => (each.isTold ? [each] : []));
    if (lasting.length + ended.length > 0)
      await this.book.write(this.siteId, {
        began: lasting.map(plain),
        ended: ended.map(plain),
        at: new Date(now),
      });
    for (const each of lasting) each.isTold = true;
    for (const [key] of gone) known.delete(key);
    return [...known.values()].some(({ isTold }) => !isTold);
  }
}

export function troublesIn(warnings: EnergyPlan['warnings']): Trouble[] {
  return warnings.flatMap((title): Trouble[] => {
    const kind = troubleOf[title.code];
    if (kind === undefined) return [];
    const named = kind.by === undefined ? kind.trouble : title.values[kind.by];
    const subject = typeof named === 'string' ? named : kind.trouble;
    return [{ trouble: kind.trouble, subject, stationId: kind.by === 'stationId' ? subject : null, title }];
  });
}

function plain({ trouble, subject, stationId, title }: Known): Trouble {
  return { trouble, subject, stationId, title };
}

function keyOf({ trouble, subject }: Trouble): string {
  return `${trouble} ${subject}`;
}
