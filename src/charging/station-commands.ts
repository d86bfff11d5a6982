import type { Outcome } from '#contract/commands/command.ts';
import type { CommandName, InputOf } from '#contract/commands/commands.ts';
import type { OcppVersion } from '#contract/stations/station.ts';

/** Two connections claim one station: where they come from, how often the second has tried, and until when commands wait. */
export type StationContest = {
  since: Date;
  lastAt: Date;
  tries: number;
  kept: string;
  refused: string;
  frozenUntil: Date | null;
};

export type Order<Name extends CommandName = CommandName> = {
  stationId: string;
  name: Name;
  input: InputOf<Name>;
  /** The number by which reports that follow name the command that asked for them. */
  requestId: number;
  timeoutMs?: number;
  /** Aborted: what has not left does not, and no answer is waited for. */
  signal?: AbortSignal;
};

export type RawOrder = Omit<Order, 'name' | 'input'> & { action: string; payload: unknown };

/** What the business asks of a station. The station door implements it, once per OCPP version. */
export type StationCommands = {
  /** A pending station has been accepted: serve it, and ask it to boot again if it is connected. */
  serveAccepted(stationId: string): Promise<void>;
  /** A person has decided: its connection ends. A rejected one hears so at its next boot. */
  turnOut(stationId: string, why: 'rejected' | 'exemption-ended' | 'certificate-revoked'): void;
  /** The other connection that claims the station, while there is one. */
  contestOf(stationId: string): StationContest | null;
  /** Of a station that is connected here and accepted. */
  versionOf(stationId: string): OcppVersion | undefined;
  /** Throws INVALID_INPUT when a version cannot put it into words that fit its schema. */
  send(order: Order): Promise<Outcome>;
  sendRaw(order: RawOrder): Promise<Outcome>;
};
