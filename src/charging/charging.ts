import type { CommandRecord } from '#contract/command.ts';
import type {
  AcceptedStation,
  AcceptStation,
  OcppVersion,
  OfflineReason,
  Station,
  StationFilter,
  StationPage,
} from '#contract/station.ts';
import type { Actor } from '#principals/actor.ts';
import type { Ask, RawAsk } from './commands/run-command.ts';
import type { Admission, Visitor } from './stations/admit-station.ts';
import type { BootReport, ConnectorReport } from './stations/reports.ts';

/** The business as the doors see it: every use case, bound to what it needs by the composition root. */
export type Charging = {
  // What stations do.
  admitStation(visitor: Visitor): Promise<Admission>;
  recordBoot(report: BootReport): Promise<BootAnswer>;
  recordConnectorStatus(report: ConnectorReport): Promise<void>;
  recordConnected(connection: { stationId: string; version: OcppVersion; address: string }): Promise<void>;
  recordDisconnected(connection: { stationId: string; reason: OfflineReason }): Promise<void>;
  /** In memory, flushed in batches: a heartbeat costs no write. */
  noteSeen(stationId: string, at: Date): void;

  // What people, programs and agents ask.
  findStations(filter: StationFilter): Promise<StationPage>;
  getStation(stationId: string): Promise<Station>;
  runCommand(ask: Ask): Promise<CommandRecord>;
  runRaw(ask: RawAsk): Promise<CommandRecord>;
  findCommands(stationId: string, limit: number): Promise<CommandRecord[]>;
  getCommand(id: string): Promise<CommandRecord>;
  acceptStation(stationId: string, options: AcceptStation, actor: Actor): Promise<AcceptedStation>;
};

export type BootAnswer = { status: 'accepted' | 'pending' | 'rejected'; now: Date; intervalSeconds: number };
