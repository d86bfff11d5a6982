import { expect } from 'vitest';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import type { UseCase } from './use-case.ts';

type Beginning = {
  value: string;
  type?: string;
  reservationId?: number;
  info?: object;
  more?: object;
  /** When it began; an hour ago unless told otherwise. */
  minutesAgo?: number;
};
type Answer = Record<string, unknown>;

/** A session told by a station in the words of its version, one message after the other. */
export type ToldSession = {
  /** What we said to the start. */
  started: Answer;
  /** What we said about the token at the start. */
  tokenInfo: Record<string, unknown>;
  /** The station's name for it. */
  ref: string;
  meter(wh: number, more?: object): Promise<Answer>;
  stop(wh: number, more?: { value?: string; type?: string; reason?: string } & Answer): Promise<Answer>;
  /** As REST shows it now. */
  read(): Promise<Session>;
};

let sessions = 0;
const anHourAgo = Date.now() - 3_600_000;

/** Begins at 1,000 Wh on EVSE 1, an hour ago; each message is a minute later than the one before. */
export async function beginSession(given: UseCase, beginning: Beginning): Promise<ToldSession> {
  sessions += 1;
  return given.version === '1.6' ? begin16(given, beginning) : begin2(given, beginning, `T-${sessions}`);
}

/** Which of our messages a session of three begins, goes on and ends with. */
export function sessionMessages(version: string): string[] {
  return version === '1.6'
    ? ['StartTransaction', 'MeterValues', 'StopTransaction']
    : ['TransactionEvent', 'TransactionEvent', 'TransactionEvent'];
}

async function begin16(given: UseCase, { value, reservationId, minutesAgo }: Beginning): Promise<ToldSession> {
  const { station } = given;
  const clock = minutes(minutesAgo);
  const started = await station.call('StartTransaction', {
    connectorId: 1,
    idTag: value,
    meterStart: 1000,
    // Each start is one of its own: with the same time it would be a repetition of the one before.
    timestamp: new Date(Date.parse(clock()) + sessions).toISOString(),
    ...(reservationId !== undefined && { reservationId }),
  });
  const { transactionId } = started;
  return {
    started,
    tokenInfo: started['idTagInfo'] as Answer,
    ref: String(transactionId),
    meter: (wh) =>
      station.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: clock(), sampledValue: [{ value: String(wh), unit: 'Wh' }] }],
      }),
    stop: (wh, { value: by, reason } = {}) =>
      station.call('StopTransaction', {
        transactionId,
        meterStop: wh,
        timestamp: clock(),
        ...(by !== undefined && { idTag: by }),
        ...(reason !== undefined && { reason }),
      }),
    read: () => readSession(given, String(transactionId)),
  };
}

async function begin2(given: UseCase, beginning: Beginning, ref: string): Promise<ToldSession> {
  const { station } = given;
  const { value, type = 'ISO14443', reservationId, info = {}, more = {}, minutesAgo } = beginning;
  const clock = minutes(minutesAgo);
  let seqNo = -1;
  const tell = (eventType: string, wh: number, fields: object) => {
    seqNo += 1;
    const timestamp = clock();
    return station.call('TransactionEvent', {
      eventType,
      timestamp,
      triggerReason: 'MeterValuePeriodic',
      seqNo,
      transactionInfo: { transactionId: ref },
      meterValue: [{ timestamp, sampledValue: [{ value: wh, measurand: 'Energy.Active.Import.Register' }] }],
      ...fields,
    });
  };
  const started = await tell('Started', 1000, {
    triggerReason: 'Authorized',
    idToken: { idToken: value, type },
    evse: { id: 1, connectorId: 1 },
    ...(reservationId !== undefined && { reservationId }),
    ...more,
    transactionInfo: { transactionId: ref, ...info },
  });
  return {
    started,
    tokenInfo: started['idTokenInfo'] as Answer,
    ref,
    meter: (wh, fields = {}) => tell('Updated', wh, fields),
    stop: (wh, { value: by, type: byType = 'ISO14443', reason = 'Local', ...fields } = {}) =>
      tell('Ended', wh, {
        triggerReason: 'StopAuthorized',
        ...(by !== undefined && { idToken: { idToken: by, type: byType } }),
        ...fields,
        transactionInfo: { transactionId: ref, stoppedReason: reason },
      }),
    read: () => readSession(given, ref),
  };
}

function minutes(ago: number | undefined): () => string {
  const start = ago === undefined ? anHourAgo : Date.now() - ago * 60_000;
  let minute = -1;
  return () => {
    minute += 1;
    return new Date(start + minute * 60_000).toISOString();
  };
}

async function readSession({ view }: UseCase, ref: string): Promise<Session> {
  const { sessions: all } = await view<SessionPage>('sessions');
  const session = all.find((candidate) => candidate.ref === ref);
  expect(session, `session ${ref}`).toBeDefined();
  return session as Session;
}
