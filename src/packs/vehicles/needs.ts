import type { Pool } from 'pg';
import type { Charging } from '#charging/charging.ts';
import type { Clock } from '#clock.ts';
import type { Ledger } from '#ledger/ledger-types.ts';

/** What the tools of this pack work with; made by the composition root. */
export type VehicleNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  /** Which of our stations can charge what is sold. */
  charging: Pick<Charging, 'findStations' | 'variables'>;
  clock: Clock;
};
