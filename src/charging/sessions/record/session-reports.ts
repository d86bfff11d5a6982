import type { Entry } from '#ledger/ledger-types.ts';
import type { MeterMessage } from '../../meter-values/meter-messages.ts';
import type { SessionEvent } from './session-event.ts';
import type { ToldName } from './session-name.ts';

/** What is decided upon with the event and has to be true together with it, such as a token that was refused. */
export type Beside = Pick<Entry, 'events' | 'writes'>;

/** What stations tell of sessions. */
export type SessionReports = {
  record(event: SessionEvent, beside?: Beside): Promise<void>;
  recordMeterValues(message: MeterMessage): Promise<void>;
  /** The number by which an OCPP 1.6 station will know the session, the same for every repetition of its start. */
  transactionIdFor(stationId: string, startKey: string): Promise<number>;
  /** By which name we keep a session: that of the station, unless it used it for another session before. */
  nameOf(told: ToldName): Promise<string>;
};
