import { type RegisterReading, registerReadings } from './register-readings.ts';

/** One meter reading in base units: Wh, W, A, V, %, Celsius, Hz. */
export type Sample = {
  at: Date;
  measurand: string;
  /** null: the station wrote something that is no number, or only a signed value. */
  value: number | null;
  unit: string | null;
  phase: string | null;
  location: string | null;
  context: string | null;
  /** A signed value as the meter wrote it, kept to the letter. */
  signed: SignedSample | null;
};

export type SignedSample = { data: string; method: string | null; encoding: string | null; publicKey: string | null };

export type ChargingState = 'plugged-in' | 'charging' | 'suspended-by-station' | 'suspended-by-vehicle' | 'idle';

/** What a station tells about a session, whatever version it speaks. */
export type SessionEvent = {
  stationId: string;
  /** The station's name for the session. */
  ref: string;
  /** What makes two deliveries the same event; never the message id. */
  key: string;
  kind: 'started' | 'updated' | 'ended';
  /** The station's count of its events; null in OCPP 1.6, which has none. */
  seqNo: number | null;
  at: Date;
  receivedAt: Date;
  isOffline: boolean;
  startKey: string | null;
  evseId: number | null;
  connectorId: number | null;
  /** The token's hash, and its type where the station told it. */
  token: { hash: string | null; type: string | null } | null;
  chargingState: ChargingState | null;
  /** Why it was sent, in the station's own word. */
  trigger: string | null;
  stopReason: string | null;
  remoteStartId: number | null;
  reservationId: number | null;
  samples: readonly Sample[];
  /** A register the message carries by itself: meterStart and meterStop of OCPP 1.6. */
  registerWh: number | null;
};

/** The facts of an event as the ledger keeps them: what a session is folded from. Samples stay with their own table. */
export type SessionFact = {
  ref: string;
  type: SessionEvent['kind'];
  seqNo: number | null;
  at: string;
  isOffline: boolean;
  startKey: string | null;
  evseId: number | null;
  connectorId: number | null;
  tokenHash: string | null;
  tokenType: string | null;
  chargingState: ChargingState | null;
  trigger: string | null;
  stopReason: string | null;
  remoteStartId: number | null;
  reservationId: number | null;
  /** Readings of the energy register, in the order of their times. */
  registers: readonly RegisterReading[];
};

export function factOf(event: SessionEvent): SessionFact {
  return {
    ref: event.ref,
    type: event.kind,
    seqNo: event.seqNo,
    at: event.at.toISOString(),
    isOffline: event.isOffline,
    startKey: event.startKey,
    evseId: event.evseId,
    connectorId: event.connectorId,
    tokenHash: event.token?.hash ?? null,
    tokenType: event.token?.type ?? null,
    chargingState: event.chargingState,
    trigger: event.trigger,
    stopReason: event.stopReason,
    remoteStartId: event.remoteStartId,
    reservationId: event.reservationId,
    registers: registerReadings(event),
  };
}
