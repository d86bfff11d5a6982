import type { Clock } from '#clock.ts';
import type { Ledger, Projection } from '#ledger/ledger-types.ts';
import type { Log } from '#log.ts';
import { type MeterMessage, meterMessages } from '../meter-values/meter-messages.ts';
import type { OrphanReads } from './orphans/orphan-store.ts';
import { OrphanWatch } from './orphans/orphan-watch.ts';
import { type Beside, nameEvent, recordMeterValues, recordSessionEvent } from './record-session-event.ts';
import type { SessionEvent } from './session-event.ts';
import type { SessionMemory } from './session-memory.ts';
import { sessionsProjection } from './session-projection.ts';
import type { SessionReads } from './session-reads.ts';
import { identityOf, type TouchedSession } from './touched-session.ts';
import { transactionIdFor } from './transaction-id.ts';

export type IntakeNeeds = {
  ledger: Ledger;
  reads: { session: SessionReads; orphan: OrphanReads };
  memory: SessionMemory;
  installationKey: Buffer;
  clock: Clock;
  log: Log;
};

/** What stations tell about sessions, taken in over whatever store the reads and the ledger stand on. */
export type SessionIntake = {
  record(event: SessionEvent, beside?: Beside): Promise<void>;
  recordMeterValues(message: MeterMessage): Promise<void>;
  transactionIdFor(stationId: string, startKey: string): Promise<number>;
  /** Matches ends without a start that could not be matched when they came. */
  sweepOrphans(): Promise<void>;
  sessions: Projection<TouchedSession>;
};

export function sessionIntake({ ledger, reads, memory, installationKey, clock, log }: IntakeNeeds): SessionIntake {
  const sessions = sessionsProjection(memory);
  const needs = { ledger, reads: reads.session, sessions, meters: meterMessages() };
  const orphans = new OrphanWatch({ ledger, clock, log, sessions, reads: reads.orphan });
  return {
    async record(given, beside) {
      const before = memory.get(identityOf(given));
      const wasRunning = before?.state === 'running' && before.startedAt !== null;
      const event = wasRunning ? given : await nameEvent(needs, given);
      await recordSessionEvent(needs, event, beside);
      await orphans.noticed(event, wasRunning);
    },
    recordMeterValues: (message) => recordMeterValues(needs, message),
    transactionIdFor: (stationId, startKey) =>
      transactionIdFor({ reads: reads.session, key: installationKey }, stationId, startKey),
    sweepOrphans: () => orphans.sweep(),
    sessions,
  };
}
