import type { ConnectorActivity, ConnectorStatus, OcppVersion } from '#contract/stations/station.ts';

export type BootReport = {
  stationId: string;
  version: OcppVersion;
  vendor: string;
  model: string;
  serialNumber: string | null;
  firmwareVersion: string | null;
  reason: string | null;
};

export type ConnectorReport = {
  stationId: string;
  /** 0 and 0: the station as a whole. */
  evseId: number;
  connectorId: number;
  status: ConnectorStatus;
  activity: ConnectorActivity | null;
  reason: string | null;
  at: Date;
};

export type BootAnswer = { status: 'accepted' | 'pending' | 'rejected'; now: Date; intervalSeconds: number };

export type StationReports = {
  recordBoot(report: BootReport): Promise<BootAnswer>;
  recordConnectorStatus(report: ConnectorReport): Promise<void>;
};
