import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type Entry, type Ledger, write } from '#ledger/ledger-types.ts';
import { type MeterMessage, meterMessages } from './meter-messages.ts';
import { factOf, type SessionEvent, type SessionFact } from './session-event.ts';
import { sessions } from './session-projection.ts';

export type RecordNeeds = { pool: Pool; ledger: Ledger };

/** What is decided upon with the event and has to be true together with it, such as a token that was refused. */
export type Beside = Pick<Entry, 'events' | 'writes'>;

/** Resolves once the event, its meter values and the session they make are durable; only then may the station hear of it. */
export async function recordSessionEvent(needs: RecordNeeds, event: SessionEvent, beside: Beside = {}): Promise<void> {
  const { stationId, ref, key, at, receivedAt } = event;
  const fact = factOf(event);
  const committed = await needs.ledger.commit({
    events: [
      { kind: 'session-event', stationId, key, happenedAt: at, flags: event.isOffline ? ['offline'] : [], body: fact },
      ...(beside.events ?? []),
    ],
    writes: [
      write(sessions, { stationId, ref, at: receivedAt, facts: [fact] }),
      ...meterWrites(event),
      ...(beside.writes ?? []),
    ],
    whenRefused: 'set-aside',
  });
  if (committed.status === 'known') await compareWithFirst(needs, event, fact);
}

/** Meter values outside any session (J01). */
export async function recordMeterValues({ ledger }: RecordNeeds, message: MeterMessage): Promise<void> {
  await ledger.commit({
    events: [
      {
        kind: 'meter-values',
        stationId: message.stationId,
        key: message.key,
        happenedAt: message.at,
        body: { evseId: message.evseId, samples: message.samples.length },
      },
    ],
    writes: [write(meterMessages, message)],
    whenRefused: 'set-aside',
  });
}

function meterWrites({ stationId, ref, evseId, at, receivedAt, samples, key }: SessionEvent) {
  if (samples.length === 0) return [];
  return [write(meterMessages, { stationId, sessionRef: ref, evseId, at, receivedAt, samples, key })];
}

/**
 * A repeated delivery changes nothing. One that says something else under the same name is a conflict: the first stays,
 * the other is kept beside it. Stations rewrite `offline` when they deliver again, so that is no difference.
 */
async function compareWithFirst({ pool, ledger }: RecordNeeds, event: SessionEvent, fact: SessionFact): Promise<void> {
  const { rows } = await pool.query<{ body: SessionFact }>(
    'select body from event where station_id = $1 and key = $2',
    [event.stationId, event.key],
  );
  const first = rows[0]?.body;
  if (first === undefined || isDeepStrictEqual({ ...first, isOffline: false }, { ...fact, isOffline: false })) return;
  await ledger.commit({
    events: [
      { kind: 'session-conflict', stationId: event.stationId, happenedAt: event.at, flags: ['conflict'], body: fact },
    ],
    whenRefused: 'set-aside',
  });
}
