import { describe, expect, test } from 'vitest';
import { translated } from '../../../test/support/translated.ts';

const accepted = { status: 'Accepted' };
const versions = ['1.6', '2.0.1', '2.1'] as const;
const running = { 'sessions.get': { stationId: 'CP-1', ref: '42', state: 'running', endedAt: null } };
const profile = { stackLevel: 1, kind: 'relative', unit: 'A', periods: [{ startSeconds: 0, limit: 16 }] } as const;
const start = {
  1.6: 'RemoteStartTransaction',
  '2.0.1': 'RequestStartTransaction',
  '2.1': 'RequestStartTransaction',
} as const;

describe('start-session', () => {
  test('1.6 names the connector and gives no number back', async () => {
    const outcome = await translated(
      '1.6',
      'start-session',
      { token: 'AB12', evseId: 2, connectorId: 1, limits: { energyWh: 1000 } },
      { answers: { RemoteStartTransaction: accepted } },
    );
    expect(outcome.sent).toEqual([['RemoteStartTransaction', { idTag: 'AB12', connectorId: 2 }]]);
    expect(outcome.answer).toEqual({ remoteStartId: 7, ref: null });
    expect(outcome.losses.map(({ field }) => field)).toEqual(['limits', 'connectorId']);
  });

  test('2.0.1 names the EVSE and the kind of the token, and knows no limits', async () => {
    const outcome = await translated(
      '2.0.1',
      'start-session',
      { tokenId: 'tok_1', evseId: 2, connectorId: 1, limits: { energyWh: 1000 } },
      {
        answers: { RequestStartTransaction: { ...accepted, transactionId: 'T-9' } },
        business: { 'authorization.reveal': { value: 'AB12', type: 'iso14443' } },
      },
    );
    expect(outcome.sent).toEqual([
      ['RequestStartTransaction', { idToken: { idToken: 'AB12', type: 'ISO14443' }, remoteStartId: 7, evseId: 2 }],
    ]);
    expect(outcome.answer).toEqual({ remoteStartId: 7, ref: 'T-9' });
    expect(outcome.losses.map(({ field }) => field)).toEqual(['connectorId', 'limits']);
    expect(outcome.recorded).toEqual([['authorization.reveal', 'tok_1']]);
  });

  test('2.1 keeps the limits before the station can ask for them', async () => {
    const { recorded, losses } = await translated(
      '2.1',
      'start-session',
      { token: 'AB12', limits: { energyWh: 1000 } },
      { answers: { RequestStartTransaction: accepted } },
    );
    expect(recorded).toEqual([
      ['authorization.typeOf', 'AB12'],
      ['sessionLimits.ask', { stationId: 'CP-1', remoteStartId: 7, limits: { energyWh: 1000 } }],
    ]);
    expect(losses).toEqual([]);
  });

  test('2.1 asks for no limits that nobody named', async () => {
    const { recorded, answer } = await translated(
      '2.1',
      'start-session',
      { token: 'AB12' },
      { answers: { RequestStartTransaction: accepted }, business: { 'authorization.typeOf': 'key-code' } },
    );
    expect(recorded).toEqual([['authorization.typeOf', 'AB12']]);
    expect(answer).toEqual({ remoteStartId: 7, ref: null });
  });

  test.each(versions)('OCPP %s records the charging profile once the station has taken it', async (version) => {
    const asked = (status: string) =>
      translated(
        version,
        'start-session',
        { token: 'AB12', evseId: 1, chargingProfile: { ...profile, periods: [...profile.periods] } },
        { answers: { [start[version]]: { status } } },
      );
    const taken = await asked('Accepted');
    expect(JSON.stringify(taken.sent)).toContain('"chargingProfile":{');
    expect(taken.recorded.at(-1)).toMatchObject([
      'chargingProfiles.recordSet',
      { stationId: 'CP-1', replacesSameLevel: version === '1.6' },
    ]);
    const refused = await asked('Rejected');
    expect(refused.recorded.map(([path]) => path)).toEqual(['authorization.typeOf']);
    expect(refused.status).toBe('rejected');
  });

  test('a start names a token', async () => {
    await expect(translated('1.6', 'start-session', { evseId: 1 })).rejects.toThrow('A start needs a token');
  });
});

describe('stop-session', () => {
  test.each([
    ['1.6', ['RemoteStopTransaction', { transactionId: 42 }]],
    ['2.0.1', ['RequestStopTransaction', { transactionId: '42' }]],
    ['2.1', ['RequestStopTransaction', { transactionId: '42' }]],
  ] as const)('OCPP %s sends %o', async (version, frame) => {
    const answers = { RemoteStopTransaction: accepted, RequestStopTransaction: accepted };
    const { sent, status } = await translated(
      version,
      'stop-session',
      { sessionId: 'S' },
      { answers, business: running },
    );
    expect([sent, status]).toEqual([[frame], 'accepted']);
  });

  test('a session that has ended needs no station to say so', async () => {
    const business = {
      'sessions.get': { ...running['sessions.get'], state: 'ended', endedAt: '2026-03-01T08:00:00Z' },
    };
    await expect(translated('1.6', 'stop-session', { sessionId: 'S' }, { business })).rejects.toThrow(
      'Session S ended at 2026-03-01T08:00:00Z',
    );
  });

  test('a session of another station is none of its business', async () => {
    const business = { 'sessions.get': { ...running['sessions.get'], stationId: 'CP-2' } };
    await expect(translated('2.1', 'stop-session', { sessionId: 'S' }, { business })).rejects.toThrow(
      'Session S belongs to station CP-2, not to CP-1.',
    );
  });
});

describe('get-session-status', () => {
  test.each([
    [{ sessionId: 'S' }, { transactionId: '42' }, { ongoingIndicator: true, messagesInQueue: false }, true],
    [{}, {}, { messagesInQueue: false }, null],
  ])('%o asks %o', async (input, payload, response, isOngoing) => {
    const { sent, answer } = await translated('2.0.1', 'get-session-status', input, {
      answers: { GetTransactionStatus: response },
      business: running,
    });
    expect(sent).toEqual([['GetTransactionStatus', payload]]);
    expect(answer).toEqual({ isOngoing, hasQueuedMessages: false });
  });
});

describe('request-battery-swap', () => {
  test('is recorded once the station has taken it', async () => {
    const asked = (status: string) =>
      translated('2.1', 'request-battery-swap', { token: 'AB12' }, { answers: { RequestBatterySwap: { status } } });
    const { sent, recorded, answer } = await asked('Accepted');
    expect(sent).toEqual([['RequestBatterySwap', { idToken: { idToken: 'AB12', type: 'Central' }, requestId: 7 }]]);
    expect(recorded.at(-1)).toMatchObject(['batterySwaps.record', { step: 'requested', token: 'AB12', batteries: [] }]);
    expect(answer).toEqual({ requestId: 7 });
    expect((await asked('Rejected')).recorded).toHaveLength(1);
  });
});
