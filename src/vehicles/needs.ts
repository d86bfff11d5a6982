import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Ledger } from '#ledger/ledger-types.ts';

export type VehicleNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  /** Which of our stations can charge what is sold. */
  charging: Pick<Charging, 'findStations' | 'variables'>;
  clock: Clock;
};
