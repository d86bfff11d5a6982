import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Shop } from '#bookshop/open-shop.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { FairReads } from '#principals/fair-reads.ts';
import type { ShowNeeds } from './show-checkout.ts';

/** What every operation of the shop for platforms works with. */
export type UcpNeeds = {
  shop: Shop;
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  show: ShowNeeds;
  /** Reading by turns between callers of all doors. */
  reads: FairReads;
  clock: Clock;
  log: Log;
};
