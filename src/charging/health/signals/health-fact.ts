import type { ConnectorActivity, ConnectorStatus } from '#contract/stations/station.ts';

/** What a station did or told that says something of its health. Times are milliseconds since 1970: `at` by our clock. */
export type HealthFact = { stationId: string; at: number } & (
  | { kind: 'online' }
  | { kind: 'offline'; reason: string }
  | { kind: 'boot'; vendor: string; model: string; firmwareVersion: string | null; reason: string | null }
  | StatusFact
  | SessionHealthFact
  | MeterFact
  | CommandFact
  | { kind: 'alert'; evseId: number | null; connectorId: number | null; severity: number | null; code: string | null }
  | { kind: 'firmware'; hasFailed: boolean }
);

export type StatusFact = {
  kind: 'status';
  /** By the station's clock. */
  toldAt: number;
  evseId: number;
  connectorId: number;
  status: ConnectorStatus;
  activity: ConnectorActivity | null;
  code: string | null;
};

export type SessionHealthFact = {
  kind: 'session';
  toldAt: number;
  type: 'started' | 'updated' | 'ended';
  ref: string;
  evseId: number | null;
  connectorId: number | null;
  /** The register of energy, where the message told it. */
  registerWh: number | null;
  isOffline: boolean;
  /** The message names who charges. */
  isAuthorized: boolean;
  chargingState: string | null;
  stopReason: string | null;
};

export type MeterFact = {
  kind: 'meter';
  toldAt: number;
  ref: string | null;
  evseId: number | null;
  temperatureC: number | null;
  powerW: number | null;
  offeredW: number | null;
};

export type CommandFact = {
  kind: 'command';
  name: string;
  status: string;
  /** From asking to the answer; null where none came. */
  tookMs: number | null;
  evseId: number | null;
  connectorId: number | null;
};
