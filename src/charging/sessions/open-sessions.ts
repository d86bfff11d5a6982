import type { Pool } from 'pg';
import type { Session, SessionPage, SessionQuery } from '#contract/session.ts';
import { SigecError } from '#errors.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type MeterMessage, readMeterMessages, type StoredMeterMessage } from './meter-messages.ts';
import { type Beside, recordMeterValues, recordSessionEvent } from './record-session-event.ts';
import type { SessionEvent } from './session-event.ts';
import { readSession, readSessionByRef, readSessions } from './session-store.ts';
import { transactionIdFor } from './transaction-id.ts';

export type { ChargingState, Sample, SessionEvent } from './session-event.ts';

export type Sessions = {
  // What stations tell.
  record(event: SessionEvent, beside?: Beside): Promise<void>;
  recordMeterValues(message: MeterMessage): Promise<void>;
  /** The number by which an OCPP 1.6 station will know the session, the same for every repetition of its start. */
  transactionIdFor(stationId: string, startKey: string): Promise<number>;
  findByRef(stationId: string, ref: string): Promise<Session | undefined>;

  // What people ask.
  find(query: SessionQuery): Promise<SessionPage>;
  get(id: string): Promise<Session>;
  meterMessages(query: {
    stationId: string;
    sessionRef?: string | undefined;
    limit: number;
  }): Promise<StoredMeterMessage[]>;
};

export function openSessions({
  pool,
  ledger,
  installationKey,
}: {
  pool: Pool;
  ledger: Ledger;
  installationKey: Buffer;
}): Sessions {
  return {
    record: (event, beside) => recordSessionEvent({ pool, ledger }, event, beside),
    recordMeterValues: (message) => recordMeterValues({ pool, ledger }, message),
    transactionIdFor: (stationId, startKey) => transactionIdFor({ pool, key: installationKey }, stationId, startKey),
    findByRef: (stationId, ref) => readSessionByRef(pool, stationId, ref),
    find: (query) => readSessions(pool, query),
    async get(id) {
      const session = await readSession(pool, id);
      if (session === undefined)
        throw new SigecError('NOT_FOUND', `There is no session ${id}; GET /api/sessions lists them.`);
      return session;
    },
    meterMessages: (query) => readMeterMessages(pool, query),
  };
}
