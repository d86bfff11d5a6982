import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { CloseFinding, Finding } from '#contract/findings/finding.ts';
import { sentenceOf } from '#contract/problems/problem-words.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../../change-entry.ts';
import { problemOf } from '../../problem.ts';
import { type ClosedRow, closedFindings, type FindingRow, openedFindings, readFinding } from './finding-store.ts';

export type FindingNeeds = { pool: Pool; ledger: Ledger; clock: Clock };

/** With its event, by a key that is the same for the same finding: reading the ledger twice opens nothing twice. */
export async function openFinding({ ledger }: Pick<FindingNeeds, 'ledger'>, row: FindingRow): Promise<void> {
  const { id, kind, stationId, vendor, model, firmwareVersion, openedAt, lastSeenAt: _seen, ...rest } = row;
  const cohort = stationId !== null || vendor === null || model === null ? null : { vendor, model, firmwareVersion };
  await ledger.commit({
    events: [
      {
        stationId,
        kind: 'finding-opened',
        key: `finding:${id}`,
        happenedAt: openedAt,
        body: { findingId: id, findingKind: kind, cohort, ...rest },
      },
    ],
    writes: [write(openedFindings, row)],
  });
}

/** Nobody looked, and the signal is as it used to be. */
export async function endFinding({ ledger }: Pick<FindingNeeds, 'ledger'>, known: Finding, at: Date): Promise<void> {
  const said = { closedAt: at, closedBy: null, verdict: 'passed', actualCause: null, note: null } as const;
  await ledger.commit({
    events: [{ ...closedEvent(known, said), principal: null }],
    writes: [write(closedFindings, { id: known.id, ...said })],
  });
}

/** A person, or a rule that a person stands for, says what was the case. */
export async function closeFinding(
  { pool, ledger, clock }: FindingNeeds,
  { id, wanted, actor }: { id: string; wanted: CloseFinding; actor: Actor },
): Promise<Finding> {
  const known = await mustReadFinding(pool, id);
  if (known.closedAt !== null && known.verdict !== 'passed')
    throw problemOf('CONFLICT', sentenceOf('finding-is-closed', { closedAt: known.closedAt }));
  const { verdict, note = null } = wanted;
  const actualCause = wanted.cause ?? (verdict === 'true-alarm' ? known.cause : null);
  const said = { closedAt: clock.now(), closedBy: actorName(actor), verdict, actualCause, note };
  await ledger.commit({
    events: [{ ...closedEvent(known, said), principal: said.closedBy }],
    writes: [write(closedFindings, { id, ...said })],
    audit: [auditOf('finding:close', known.stationId ?? known.id, actor, { findingId: id, verdict, actualCause })],
  });
  return mustReadFinding(pool, id);
}

export async function mustReadFinding(pool: Pool, id: string): Promise<Finding> {
  const known = await readFinding(pool, id);
  if (known !== undefined) return known;
  throw problemOf('NOT_FOUND', sentenceOf('no-finding', { findingId: id }));
}

function closedEvent(known: Finding, { closedAt, verdict, actualCause, note }: Omit<ClosedRow, 'id'>) {
  const { id, kind, stationId, evseId, connectorId, cohort, severity, cause, code } = known;
  return {
    stationId,
    kind: 'finding-closed' as const,
    happenedAt: closedAt,
    body: {
      findingId: id,
      findingKind: kind,
      evseId,
      connectorId,
      cohort,
      severity,
      cause,
      code,
      verdict,
      actualCause,
      note,
      isByItself: verdict === 'passed',
    },
  };
}
