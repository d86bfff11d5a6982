import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { KeptBackReason } from '#contract/automation/rule.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Tell } from './do-action.ts';
import type { KnownRule } from './rule-store.ts';
import { noteKeptBack } from './run-store.ts';

type Needs = { pool: Pool; ledger: Pick<Ledger, 'commit'>; clock: Clock; tell: Tell };
type Run = { id: string; ruleId: string; stationId: string | null; eventId: string | null; at: Date };

/** What a person has to do something about. */
const toldReasons: ReadonlySet<KeptBackReason> = new Set(['approval-expired', 'approver-gone', 'loop', 'budget']);

/** A rule that may not act: written down once a day for each reason and station, and told to whoever the rule is of where that helps. */
export async function keepBack(
  { pool, ledger, clock, tell }: Needs,
  stored: KnownRule,
  { run, reason }: { run: Run; reason: KeptBackReason },
): Promise<void> {
  if (!(await noteKeptBack(pool, run, reason))) return;
  const { name } = stored.definition;
  const { stationId } = run;
  const principal = `rule:${stored.id}`;
  const body = { ruleId: stored.id, name, runId: run.id, state: 'kept-back', reason };
  await ledger.commit({
    events: [{ kind: 'rule-ran', stationId, happenedAt: clock.now(), principal, body }],
    audit: [
      {
        principal,
        door: 'system',
        action: 'rule:run',
        subject: stationId,
        outcome: 'refused',
        details: { reason, hash: stored.hash, event: run.eventId },
      },
    ],
  });
  if (!toldReasons.has(reason)) return;
  await tell({
    to: [stored.owner],
    text: undefined,
    event: null,
    stationId,
    ruleId: stored.id,
    ruleName: name,
    isUrgent: false,
    keptBack: reason,
  });
}
