import type { Clock } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import type { Ledger } from '#ledger/ledger-types.ts';
import { type MeterMessage, meterMessages } from '../../meter-values/meter-messages.ts';
import type { SignedKeys } from '../../meter-values/signed-keys.ts';
import type { SessionMemory } from '../store/session-memory.ts';
import { sessionsProjection } from '../store/session-projection.ts';
import type { SessionReads } from '../store/session-reads.ts';
import { identityOf } from '../store/touched-session.ts';
import { type EvseAddress, LeftRunning } from '../upkeep/forgotten/left-running.ts';
import type { OrphanReads } from '../upkeep/orphans/orphan-store.ts';
import { OrphanWatch } from '../upkeep/orphans/orphan-watch.ts';
import type { Beside } from './record-session-event.ts';
import { nameEvent, recordMeterValues, recordSessionEvent } from './record-session-event.ts';
import type { SessionEvent } from './session-event.ts';
import { transactionIdFor } from './transaction-id.ts';
import { withoutUnusable } from './unusable-values.ts';

export type IntakeNeeds = {
  ledger: Ledger;
  reads: { session: SessionReads; orphan: OrphanReads };
  memory: SessionMemory;
  installationKey: Buffer;
  /** What meters signed names the token: it is sealed before it is written. Absent: nothing here signs. */
  signedKeys?: Pick<SignedKeys, 'sealed'>;
  clock: Clock;
  log: Log;
};

/** What stations tell about sessions, taken in over whatever store the reads and the ledger stand on. */
export function sessionIntake(given: IntakeNeeds) {
  const { ledger, reads, memory, installationKey, signedKeys, clock, log } = given;
  const sessions = sessionsProjection(memory);
  const needs = { ledger, reads: reads.session, sessions, meters: meterMessages() };
  const orphans = new OrphanWatch({ ledger, clock, log, sessions, reads: reads.orphan });
  const left = new LeftRunning({ ledger, clock, log, sessions, reads: reads.session });
  return {
    async record(told: SessionEvent, beside?: Beside): Promise<void> {
      const given = withoutUnusable(told);
      const before = memory.get(identityOf(given));
      const wasRunning = before?.state === 'running' && before.startedAt !== null;
      const event = wasRunning ? given : await nameEvent(needs, given);
      await recordSessionEvent(needs, await withSealed(signedKeys, event), beside);
      await orphans.noticed(event, wasRunning);
      if (event.kind !== 'updated') await left.noticed(event);
    },
    async recordMeterValues(message: MeterMessage): Promise<void> {
      const { stationId, sessionRef } = message;
      const samples = await signedKeys?.sealed(message.samples, { stationId, sessionRef, tokenHash: null });
      await recordMeterValues(needs, { ...message, samples: samples ?? message.samples });
    },
    transactionIdFor: (stationId: string, startKey: string) =>
      transactionIdFor({ reads: reads.session, key: installationKey }, stationId, startKey),
    /** A connector was reported: what runs where it is free has ended. */
    noticeStatus: (place: EvseAddress, isFree: boolean, at: Date) => left.status(place, isFree, at),
    close: () => left.close(),
    sweepOrphans: () => orphans.sweep(),
    sessions,
  };
}

async function withSealed(signedKeys: IntakeNeeds['signedKeys'], event: SessionEvent): Promise<SessionEvent> {
  const { stationId, ref: sessionRef, samples, token } = event;
  if (signedKeys === undefined || samples.length === 0) return event;
  const sealed = await signedKeys.sealed(samples, { stationId, sessionRef, tokenHash: token?.hash ?? null });
  return sealed === samples ? event : { ...event, samples: sealed };
}
