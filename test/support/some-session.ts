import type { ListedSession } from '#contract/sessions/session.ts';

/** A session for tests, in all that a test does not care about. */
export function someSession(known: Partial<ListedSession> & { id: string }): ListedSession {
  return {
    stationId: 'CP-1',
    ref: known.id,
    evseId: 1,
    connectorId: 1,
    tokenHash: null,
    tokenType: null,
    state: 'running',
    chargingState: 'charging',
    startedAt: '2026-03-01T08:00:00.000Z',
    endedAt: null,
    stopReason: null,
    reservationId: null,
    remoteStartId: null,
    energyWh: null,
    firstRegisterWh: null,
    lastRegisterWh: null,
    lastEventAt: null,
    eventCount: 1,
    flags: [],
    cost: null,
    powerW: null,
    ...known,
  };
}
