import type { SessionCost, TariffText } from '#contract/billing/tariff.ts';
import type { SessionLimits } from '#contract/sessions/limits.ts';
import type { AuthorizationAsk, AuthorizationDecision } from '../authorization/station-authorization.ts';
import type { Sample } from '../meter-values/sample.ts';
import type { SessionEvent } from '../sessions/record/session-event.ts';

/** Stands for a time that the station did not write: the same for every delivery of a message, unlike the time of its receipt. */
export const noTime = '0001-01-01T00:00:00Z';

type Report = {
  stationId: string;
  /** The time as the station wrote it, or `noTime`. */
  timestamp: string;
  /** What that time means; where it means none, when we received the report. */
  at: Date;
  receivedAt: Date;
};

/** A start of a station that is given the name of the session with our answer (OCPP 1.6). */
export type StartReport = Report & { evseId: number; token: string; registerWh: number; reservationId: number | null };

/** The end of a session that is known by the number we gave it; stations may have lost or made up that number (OCPP 1.6). */
export type StopReport = Report & {
  transactionId: number;
  token: string | undefined;
  registerWh: number;
  stopReason: string;
  samples: readonly Sample[];
  leftOutReadings: number;
};

export type MeterReport = Omit<Report, 'timestamp'> & {
  timestamp?: string | undefined;
  evseId: number | null;
  /** null: the station named no session. Absent where a version reports the values of sessions with their events. */
  transactionId?: number | null;
  samples: readonly Sample[];
  /** The values as the station wrote them: what two deliveries of one report have in common. */
  written: unknown;
  leftOutReadings: number;
};

/** A card that a terminal has read: the reference of its payment, and what the station tells of the card. */
export type ReadCard = { pspRef: string; info: readonly { type: string; value: string }[] };

/** An event of a session that the station has named itself (OCPP 2.x). */
export type EventReport = Report &
  Omit<
    SessionEvent,
    'ref' | 'key' | 'otherwise' | 'seqNo' | 'startKey' | 'token' | 'toldAt' | 'registerWh' | 'unusable'
  > & {
    transactionId: string;
    /** The station's count of its events, which names this one. */
    seqNo: number;
    token: Pick<AuthorizationAsk, 'token' | 'tokenType' | 'purpose'> | undefined;
    leftOutReadings: number;
    payment?: (ReadCard & { maxAmount: string | null }) | undefined;
    /** What the station calculated; a station that calculates is not told what we did. */
    cost?: Omit<SessionCost, 'source' | 'sessionRef' | 'isFinal' | 'toldAt'> | undefined;
    /** The limits that hold; null: none. Absent where a version has no limits. */
    limits?: SessionLimits | null;
  };

export type EventAnswer = {
  decision: AuthorizationDecision | undefined;
  /** What the session costs until now, and the driver's new price if it is news to them. */
  price: { total: string; news: TariffText | undefined } | undefined;
  limits: SessionLimits | undefined;
};

/** What stations report about sessions. Each report is durable, with what was decided about its token, before it is answered. */
export type SessionReports = {
  /** Every delivery of the same start gets the same number. */
  start(report: StartReport): Promise<{ transactionId: number; decision: AuthorizationDecision }>;
  /** Never refused: the end of a session that nobody knows is kept as one that has no start. */
  stop(report: StopReport): Promise<AuthorizationDecision | undefined>;
  meterValues(report: MeterReport): Promise<void>;
  event(report: EventReport): Promise<EventAnswer>;
};
