import type { Sample } from '../../meter-values/sample.ts';
import type { UnusableValue } from './unusable-values.ts';

export type ChargingState = 'plugged-in' | 'charging' | 'suspended-by-station' | 'suspended-by-vehicle' | 'idle';

export type SessionEvent = {
  stationId: string;
  ref: string;
  /** What makes two deliveries the same event of the session; never the message id. */
  key: string;
  /** Its names where `ref` turns out to be none of ours and has ended before: stations use such names again. */
  otherwise?: { ref: string; key: string };
  kind: 'started' | 'updated' | 'ended';
  /** The station's count of its events; null in OCPP 1.6, which has none. */
  seqNo: number | null;
  at: Date;
  /** The time as the station wrote it, where `at` may be ours instead; null: it wrote none. */
  toldAt?: string | null;
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
  unusable?: readonly UnusableValue[];
};

/** What most events leave out. */
export const blankEvent = {
  seqNo: null,
  isOffline: false,
  startKey: null,
  evseId: null,
  connectorId: null,
  token: null,
  chargingState: null,
  trigger: null,
  stopReason: null,
  remoteStartId: null,
  reservationId: null,
  samples: [],
  registerWh: null,
} satisfies Partial<SessionEvent>;

/** The name of a session whose station had used its transaction id before. */
export function laterName(transactionId: string, startedAt: Date): string {
  return `${transactionId} @${startedAt.toISOString()}`;
}

export function transactionIdOf(ref: string): string {
  return ref.replace(/ @\d{4}-[\d:.T-]+Z$/, '');
}
