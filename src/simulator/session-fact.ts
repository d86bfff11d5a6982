import type { Reading } from './measured.ts';

/** As 2.x names it; 1.6 shows it by the status of the connector. */
export type ChargingState = 'Idle' | 'EVConnected' | 'Charging' | 'SuspendedEV' | 'SuspendedEVSE';

export type SimulatedSession = {
  readonly key: string;
  readonly evseId: number;
  /** In 2.x the station names it; in 1.6 the server does, with its answer to the start. */
  ref: string;
  /** Empty: a vehicle is plugged in, and nobody has shown a token yet. */
  token: string;
  /** As 2.x names it. */
  tokenType: string;
  remoteStartId: number | null;
  reservationId: number | null;
  readonly startedAt: Date;
  endedAt: Date | null;
  readonly startWh: number;
  /** What had truly gone through the meter at its start and at its end. */
  readonly lifetimeStartWh: number;
  lifetimeEndWh: number | null;
  chargingState: ChargingState;
  /** 2.x: the next sequence number of its events. */
  seqNo: number;
  samples: number;
  isEnded: boolean;
  stopReason: string | null;
  /** What the server said about the token. */
  verdict: string | null;
  /** 2.1: it ends by itself once this much energy was taken. */
  maxEnergyWh: number | null;
  /** Messages that were given up: what they told, the server never heard. */
  discarded: number;
};

export type SessionTrigger =
  | ('Authorized' | 'CablePluggedIn' | 'RemoteStart' | 'ChargingStateChanged' | 'Trigger' | 'TxResumed')
  | 'MeterValuePeriodic';

/** Something that happened in a session, fixed when it happened. */
export type SessionFact = {
  what: 'start' | 'meter' | 'change' | 'stop';
  at: Date;
  /** What the register showed; null: it is not told with this. */
  wh: number | null;
  seqNo: number;
  reason: string | null;
  /** 2.x: why it is told, where that is nothing usual. */
  trigger: SessionTrigger | null;
  chargingState: ChargingState;
  /** The token is told once, with the start or when it is shown (2.0.1 E01.FR.16). */
  tellsToken: boolean;
  readings: readonly Reading[];
  isOffline: boolean;
  scale: 'Wh' | 'kWh' | 'multiplier' | 'kWh-untold';
};
