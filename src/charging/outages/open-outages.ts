import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { ExcludeOutage, Outage, OutageQuery } from '#contract/stations/outage.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Actor } from '#principals/actor.ts';
import { excludeOutage, mustReadOutage } from './exclude-outage.ts';
import { OutageReader } from './outage-reader.ts';
import { type OutagePlace, readOutages } from './outage-store.ts';
import { type PortQuery, type PortRecord, readPorts } from './read-ports.ts';

/** When ports could not charge, and why. */
export type Outages = {
  find(query: OutageQuery & { after?: OutagePlace | undefined }): Promise<Outage[]>;
  get(id: string): Promise<Outage>;
  exclude(id: string, wanted: ExcludeOutage, actor: Actor): Promise<Outage>;
  /** Every port with its downtime in a period. */
  ports(query: PortQuery): Promise<PortRecord[]>;
};

export type OutageNeeds = { pool: Pool; ledger: Ledger; clock: Clock; log: Log };

/** How long a question waits until everything that the ledger has told is read. */
const patienceMs = 3_000;

export function openOutages(needs: OutageNeeds): Outages & { close(): Promise<void> } {
  const { pool, clock } = needs;
  const reader = new OutageReader(needs);
  /** Of a ledger that was never read, the oldest part has to do for now. */
  const readSoFar = () => Promise.race([reader.catchUp(), pause(patienceMs, undefined, { ref: false })]);
  return {
    async find(query) {
      await readSoFar();
      return readOutages(pool, query, clock.now());
    },
    get: (id) => mustReadOutage(pool, id),
    exclude: (id, wanted, actor) => excludeOutage(needs, { id, wanted, actor }),
    async ports(query) {
      await readSoFar();
      return readPorts(pool, query, clock.now());
    },
    close: () => reader.close(),
  };
}
