import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { ExcludeOutage, Outage } from '#contract/stations/outage.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { exclusions, readOutage } from './outage-store.ts';

type Needs = { pool: Pool; ledger: Ledger; clock: Clock };

/** Somebody says why an outage does not count against the operator, or that it does after all. */
export async function excludeOutage(
  { pool, ledger, clock }: Needs,
  { id, wanted, actor }: { id: string; wanted: ExcludeOutage; actor: Actor },
): Promise<Outage> {
  const known = await mustReadOutage(pool, id);
  const { exclusion, reason } = wanted;
  const { stationId, evseId, connectorId, cause, from, to } = known;
  const [at, by] = [clock.now(), actorName(actor)];
  await ledger.commit({
    events: [
      {
        kind: 'outage-excluded',
        stationId,
        happenedAt: at,
        principal: by,
        // With its place and time, so that it is found even where the outage gets another id.
        body: { outageId: id, exclusion, reason, evseId, connectorId, cause, from, to },
      },
    ],
    writes: [write(exclusions, { id, exclusion, exclusionReason: reason, excludedBy: by, excludedAt: at })],
    audit: [auditOf('exclude-outage', stationId, actor, { outageId: id, exclusion, reason })],
  });
  return { ...known, exclusion, exclusionReason: reason, excludedBy: by };
}

export async function mustReadOutage(pool: Pool, id: string): Promise<Outage> {
  const known = await readOutage(pool, id);
  if (known !== undefined) return known;
  throw new SigecError('NOT_FOUND', `There is no outage ${id}; GET /api/outages lists them.`);
}
