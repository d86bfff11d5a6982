import type { Pool } from 'pg';
import type { Time } from '#base/clock.ts';
import type { Duty } from '#base/every.ts';
import type { Log } from '#base/log.ts';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { OcppVersion } from '#contract/stations/station.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import type { AskOfRounds } from '../../commands/ask-of-rounds.ts';
import type { Ask } from '../../commands/run-command.ts';
import type { EnergyInputs } from '../inputs/site-inputs.ts';
import type { PlanSolver } from '../planner/solver.ts';
import type { ReadForeign } from '../verification/clear-foreign.ts';
import type { Abilities } from '../verification/open-abilities.ts';
import type { ReadMeasured } from '../verification/read-measured.ts';
import type { News } from './keeper-news.ts';
import type { ReadHolds } from './read-holds.ts';
import type { TroubleBook } from './trouble-store.ts';

/** What only the node can do that plans for all sites. */
export type KeeperWork = 'status' | 'plan' | 'preview' | 'apply' | 'answerFor' | 'unlearn' | News;
export type AskKeeper = (what: KeeperWork, args: readonly unknown[]) => Promise<unknown>;

/** What the control of all sites stands on. */
export type ControlNeeds = Duty & {
  pool: Pool;
  ledger: Ledger;
  /** What o'clock it is, and when a site is looked at again. */
  clock: Time;
  log: Log;
  inputs: EnergyInputs;
  solver: PlanSolver;
  abilities: Abilities;
  /** What a station holds of ours by the books. */
  readHolds: ReadHolds;
  /** What its meter last told of each session. */
  readMeasured: ReadMeasured;
  /** What a station holds that nobody of ours set. */
  readForeign: ReadForeign;
  /** Where what is wrong with sites is told from. */
  troubles: TroubleBook;
  /** Of a station that is connected here. */
  versionOf(stationId: string): OcppVersion | undefined;
  /** Written down like every command; put off while the kill switch is on. */
  runCommand(ask: Ask): Promise<CommandRecord>;
  /** Questions of the rounds, which are no commands in the books. */
  ask: AskOfRounds;
  /** Tells a topic of the broker; false, or absent: there is none. */
  publishToBroker?: ((topic: string, message: string) => boolean) | undefined;
  isKillSwitchOn(): boolean;
  /** Has the node do something that plans for all sites; absent: there is no other one. */
  askKeeper?: AskKeeper | undefined;
};
