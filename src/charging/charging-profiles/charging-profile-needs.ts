import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Ask } from '../commands/run-command.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import type { StationRegister } from '../stations/station-register.ts';

export type ChargingProfileNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: StationRegister;
  log: Log;
  sessions: Pick<Sessions, 'find' | 'get'>;
  runCommand(ask: Ask): Promise<CommandRecord>;
};
