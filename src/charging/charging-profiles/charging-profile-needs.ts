import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { Ask } from '../commands/run-command.ts';
import type { Sessions } from '../sessions/open-sessions.ts';
import type { StationRegister } from '../stations/station-register.ts';

/** How a car is answered that is planned for: `processing` where its profile will come late, `no-profile` where none will. */
export type PlannedAnswer =
  | { decision: 'accepted'; reason: null }
  | { decision: 'processing' | 'no-profile'; reason: 'no-session' | 'planning' | 'kill-switch' | 'not-following' };

/** Whoever plans the charging of whole sites. */
export type EnergyPlans = {
  /** null: nobody plans for this EVSE. */
  answerFor(place: { stationId: string; evseId: number; hasSession: boolean }): Promise<PlannedAnswer | null>;
  /** A car waits for its profile: it is sent with the next plan, whether it changed or not. */
  promise(stationId: string, sessionId: string): Promise<void>;
};

export type ChargingProfileNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  register: StationRegister;
  log: Log;
  sessions: Pick<Sessions, 'find' | 'get'>;
  runCommand(ask: Ask): Promise<CommandRecord>;
  energyPlans: EnergyPlans;
};
