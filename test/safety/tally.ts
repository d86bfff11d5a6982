import { type RefusalReason, refusalReasons } from './refusals.ts';

/** What a run met, for its report and its least counts. */
export class Tally {
  sequences = 0;
  steps = 0;
  readonly refusals = Object.fromEntries(refusalReasons.map((reason) => [reason, 0])) as Record<RefusalReason, number>;
  readonly doors = new Map<string, number>();
  readonly done = new Map<string, number>();
  /** Sentences that no reason was found for: a look at them shows what is missing above. */
  readonly unexplained = new Map<string, number>();
  /** Calls that must be in the audit, by principal and action. */
  readonly audited = new Map<string, number>();

  /** How long what took in all. */
  readonly times = new Map<string, { ms: number; count: number; most: number }>();

  took(label: string, ms: number): void {
    const name = label.replace(/ by .*through/, ' through').replace(/ by .*/, '');
    const known = this.times.get(name) ?? { ms: 0, count: 0, most: 0 };
    this.times.set(name, { ms: known.ms + ms, count: known.count + 1, most: Math.max(known.most, ms) });
  }

  count(map: Map<string, number>, name: string): void {
    map.set(name, (map.get(name) ?? 0) + 1);
  }
}
