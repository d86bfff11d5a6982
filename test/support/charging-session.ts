import type { Sample } from '#charging/meter-values/sample.ts';
import type { SessionEvent } from '#charging/sessions/record/session-event.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import type { RestDoor } from './http-door.ts';

/** A reading as most stations send it. */
export function sample(measurand: string, value: number | null, more: Partial<Sample> = {}): Sample {
  return {
    at: new Date('2026-03-01T08:00:00Z'),
    measurand,
    value,
    unit: null,
    phase: null,
    location: 'Outlet',
    context: 'Sample.Periodic',
    signed: null,
    ...more,
  };
}

/** An event of the session S-1 at the station CP-1. */
export function sessionEvent(seqNo: number, more: Partial<SessionEvent> = {}): SessionEvent {
  return {
    stationId: 'CP-1',
    ref: 'S-1',
    key: `session:${more.ref ?? 'S-1'}:${seqNo}`,
    kind: 'updated',
    seqNo,
    at: new Date(Date.UTC(2026, 2, 1, 8, seqNo)),
    receivedAt: new Date(),
    isOffline: false,
    startKey: null,
    evseId: 1,
    connectorId: 1,
    token: null,
    chargingState: 'charging',
    trigger: null,
    stopReason: null,
    remoteStartId: null,
    reservationId: null,
    samples: [],
    registerWh: null,
    ...more,
  };
}

/** Makes the station CP-1, records the events of one session, and gives back its id. */
export async function recordSession(door: RestDoor, events: readonly SessionEvent[]): Promise<string> {
  await door.charging.acceptStation('CP-1', { withPassword: false }, { principal: null, door: 'system' });
  for (const event of events) await door.charging.sessions.record(event);
  const { sessions } = (await (await door.fetch('/api/sessions')).json()) as SessionPage;
  return sessions.find(({ ref }) => ref === (events[0]?.ref ?? ''))?.id ?? '';
}
