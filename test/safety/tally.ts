import type { DoorName } from './doors.ts';
import { type RefusalReason, refusalReasons } from './refusals.ts';

/** What a run met, for its report and its least counts. */
export class Tally {
  begun = 0;
  sequences = 0;
  steps = 0;
  readonly refusals = Object.fromEntries(refusalReasons.map((reason) => [reason, 0])) as Record<RefusalReason, number>;
  /** `rest`: everything under /api but proposals. */
  readonly doors = { view: 0, modern: 0, legacy: 0, seed: 0, inner: 0, rest: 0, proposals: 0 } satisfies Record<
    DoorName,
    number
  >;
  /** Calls that must be in the audit, by principal and action. */
  readonly audited = new Map<string, { count: number; last: string }>();
}
