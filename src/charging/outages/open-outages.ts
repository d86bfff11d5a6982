import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { Log } from '#base/log.ts';
import type { ExcludeOutage, Outage, OutageQuery } from '#contract/stations/outage.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import type { AtSites } from '../at-sites.ts';
import { auditOf } from '../change-entry.ts';
import { OutageReader } from './outage-reader.ts';
import { exclusions, type OutagePlace, readOutage, readOutages } from './outage-store.ts';
import { type PortQuery, type PortRecord, readPorts } from './read-ports.ts';

export type Outages = ReturnType<typeof openOutages>;

export type OutageNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  log: Log;
  /** Of stations that stand at no site. */
  timeZone: string;
};

/** How long a question waits until everything that the ledger has told is read. */
const patienceMs = 3_000;

export function openOutages(needs: OutageNeeds) {
  const { pool, clock, timeZone } = needs;
  const reader = new OutageReader(needs);
  /** Of a ledger that was never read, the oldest part has to do for now. */
  const readSoFar = () => Promise.race([reader.catchUp(), pause(patienceMs, undefined, { ref: false })]);
  return {
    async find(query: OutageQuery & AtSites & { after?: OutagePlace | undefined }): Promise<Outage[]> {
      mustBeDaysOrTimes(query);
      await readSoFar();
      return readOutages(pool, query, { now: clock.now(), timeZone });
    },
    get: (id: string) => mustReadOutage(pool, id),
    exclude: (id: string, wanted: ExcludeOutage, actor: Actor) => excludeOutage(needs, { id, wanted, actor }),
    async ports(query: PortQuery): Promise<PortRecord[]> {
      await readSoFar();
      return readPorts(pool, query, clock.now());
    },
    close: () => reader.close(),
  };
}

function mustBeDaysOrTimes({ firstDay, lastDay, from, to }: OutageQuery): void {
  const refuse = (field: keyof OutageQuery, why: string) => {
    throw new SigecError('INVALID_INPUT', why, { details: { field } });
  };
  if (firstDay === undefined && lastDay === undefined) return;
  if (firstDay === undefined) return refuse('firstDay', 'Days are given as firstDay and lastDay: give both.');
  if (lastDay === undefined) return refuse('lastDay', 'Days are given as firstDay and lastDay: give both.');
  if (from !== undefined || to !== undefined)
    refuse('firstDay', 'Give from and to, or firstDay and lastDay, but not both.');
  if (lastDay < firstDay) refuse('lastDay', 'lastDay is before firstDay; exchange them.');
}

type Needs = { pool: Pool; ledger: Ledger; clock: Clock };

/** Somebody says why an outage does not count against the operator, or that it does after all. */
async function excludeOutage(
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

async function mustReadOutage(pool: Pool, id: string): Promise<Outage> {
  const known = await readOutage(pool, id);
  if (known !== undefined) return known;
  throw new SigecError('NOT_FOUND', `There is no outage ${id}; GET /api/outages lists them.`);
}
