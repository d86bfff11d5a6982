import { describe, expect, test } from 'vitest';
import { translated } from '../../../test/support/translated.ts';

const accepted = { status: 'Accepted' };
const versions = ['1.6', '2.0.1', '2.1'] as const;

describe('reset', () => {
  const runningSessions = (count: number) => ({ 'sessions.find': { sessions: Array.from({ length: count }) } });
  const asked = (version: (typeof versions)[number], when: 'idle' | 'now' | 'resume', evseId?: number) =>
    translated(
      version,
      'reset',
      { when, evseId },
      { answers: { Reset: accepted }, business: runningSessions(when === 'idle' ? 1 : 0) },
    );

  test.each([
    ['1.6', 'idle', { type: 'Soft' }, ['when']],
    ['1.6', 'now', { type: 'Hard' }, []],
    ['1.6', 'resume', { type: 'Soft' }, ['when']],
    ['2.0.1', 'idle', { type: 'OnIdle' }, []],
    ['2.0.1', 'now', { type: 'Immediate' }, []],
    ['2.0.1', 'resume', { type: 'Immediate' }, ['when']],
    ['2.1', 'idle', { type: 'OnIdle' }, []],
    ['2.1', 'now', { type: 'Immediate' }, []],
    ['2.1', 'resume', { type: 'ImmediateAndResume' }, []],
  ] as const)('OCPP %s says "%s" as %o', async (version, when, payload, lost) => {
    const { sent, status, losses } = await asked(version, when);
    expect(sent).toEqual([['Reset', payload]]);
    expect(status).toBe('accepted');
    expect(losses.map(({ field }) => field)).toEqual(lost);
  });

  test('of one EVSE is lost with 1.6 and said by the others', async () => {
    expect(await asked('1.6', 'now', 2)).toMatchObject({
      sent: [['Reset', { type: 'Hard' }]],
      losses: [{ field: 'evseId' }],
    });
    for (const version of ['2.0.1', '2.1'] as const)
      expect((await asked(version, 'now', 2)).sent).toEqual([['Reset', { type: 'Immediate', evseId: 2 }]]);
  });

  test('when idle loses nothing with 1.6 while no session runs', async () => {
    const { losses } = await translated(
      '1.6',
      'reset',
      { when: 'idle' },
      { answers: { Reset: accepted }, business: runningSessions(0) },
    );
    expect(losses).toEqual([]);
  });

  test.each(['2.0.1', '2.1'] as const)('that OCPP %s puts off is scheduled', async (version) => {
    const answered = (status: string) =>
      translated(version, 'reset', { when: 'idle' }, { answers: { Reset: { status } } });
    expect(await answered('Scheduled')).toMatchObject({ status: 'accepted', answer: { isScheduled: true } });
    expect(await answered('Accepted')).toMatchObject({ status: 'accepted', answer: { isScheduled: false } });
    expect(await answered('Rejected')).toMatchObject({ status: 'rejected', code: 'Rejected' });
  });
});

describe('unlock', () => {
  test.each([
    ['1.6', 1, { connectorId: 3 }],
    ['2.0.1', 2, { evseId: 3, connectorId: 2 }],
    ['2.1', 2, { evseId: 3, connectorId: 2 }],
  ] as const)('OCPP %s names connector %i as %o', async (version, connectorId, payload) => {
    const answers = { UnlockConnector: { status: 'Unlocked' } };
    const { sent, status } = await translated(version, 'unlock', { evseId: 3, connectorId }, { answers });
    expect([sent, status]).toEqual([[['UnlockConnector', payload]], 'accepted']);
  });

  test('1.6 opens no other connector than the one that was meant', async () => {
    expect(await translated('1.6', 'unlock', { evseId: 3, connectorId: 2 })).toMatchObject({
      sent: [],
      status: 'not-sent',
    });
  });

  test('an UnlockFailed is a refusal', async () => {
    const answers = { UnlockConnector: { status: 'UnlockFailed' } };
    expect(await translated('1.6', 'unlock', { evseId: 1, connectorId: 1 }, { answers })).toMatchObject({
      status: 'rejected',
      code: 'UnlockFailed',
    });
  });
});

describe('set-availability', () => {
  test.each([
    ['1.6', {}, { connectorId: 0, type: 'Inoperative' }],
    ['1.6', { evseId: 2 }, { connectorId: 2, type: 'Inoperative' }],
    ['2.0.1', {}, { operationalStatus: 'Inoperative' }],
    ['2.0.1', { evseId: 2 }, { operationalStatus: 'Inoperative', evse: { id: 2 } }],
    ['2.1', { evseId: 2, connectorId: 1 }, { operationalStatus: 'Inoperative', evse: { id: 2, connectorId: 1 } }],
  ] as const)('OCPP %s says %o as %o', async (version, place, payload) => {
    const answers = { ChangeAvailability: accepted };
    const { sent, answer } = await translated(
      version,
      'set-availability',
      { isOperative: false, ...place },
      { answers },
    );
    expect(sent).toEqual([['ChangeAvailability', payload]]);
    expect(answer).toEqual({ isScheduled: false });
  });

  test.each(versions)('OCPP %s may put it off until a session ends', async (version) => {
    const answers = { ChangeAvailability: { status: 'Scheduled' } };
    const outcome = await translated(version, 'set-availability', { isOperative: true }, { answers });
    expect(outcome).toMatchObject({ status: 'accepted', answer: { isScheduled: true } });
    expect(JSON.stringify(outcome.sent)).toContain('"Operative"');
  });

  test('1.6 knows no second connector', async () => {
    expect(await translated('1.6', 'set-availability', { isOperative: true, evseId: 1, connectorId: 2 })).toMatchObject(
      {
        sent: [],
        losses: [{ field: 'connectorId' }],
      },
    );
  });
});

describe('trigger', () => {
  const answers = { TriggerMessage: accepted, ExtendedTriggerMessage: accepted };

  test.each([
    ['1.6', { message: 'heartbeat' }, ['TriggerMessage', { requestedMessage: 'Heartbeat' }]],
    [
      '1.6',
      { message: 'status', evseId: 2 },
      ['TriggerMessage', { requestedMessage: 'StatusNotification', connectorId: 2 }],
    ],
    ['1.6', { message: 'log-status' }, ['ExtendedTriggerMessage', { requestedMessage: 'LogStatusNotification' }]],
    [
      '2.0.1',
      { message: 'session', evseId: 2 },
      ['TriggerMessage', { requestedMessage: 'TransactionEvent', evse: { id: 2 } }],
    ],
    [
      '2.1',
      { message: 'status', evseId: 2, connectorId: 1 },
      ['TriggerMessage', { requestedMessage: 'StatusNotification', evse: { id: 2, connectorId: 1 } }],
    ],
    [
      '2.1',
      { message: 'custom', customTrigger: 'SelfTest' },
      ['TriggerMessage', { requestedMessage: 'CustomTrigger', customTrigger: 'SelfTest' }],
    ],
    // A name that belongs to no custom trigger is not said.
    [
      '2.1',
      { message: 'boot', customTrigger: 'SelfTest' },
      ['TriggerMessage', { requestedMessage: 'BootNotification' }],
    ],
  ] as const)('OCPP %s says %o as %o', async (version, input, frame) => {
    expect((await translated(version, 'trigger', input, { answers })).sent).toEqual([frame]);
  });

  test.each([
    ['1.6', { message: 'session' }, 'message'],
    ['2.0.1', { message: 'custom', customTrigger: 'SelfTest' }, 'message'],
    ['2.1', { message: 'custom' }, 'customTrigger'],
  ] as const)('OCPP %s cannot say %o', async (version, input, field) => {
    expect(await translated(version, 'trigger', input)).toMatchObject({
      sent: [],
      status: 'not-sent',
      losses: [{ field }],
    });
  });

  test('a 1.6 station without the security extension tells of its diagnostics instead', async () => {
    const plain = { ExtendedTriggerMessage: 'NotImplemented', TriggerMessage: accepted };
    const { sent, status } = await translated('1.6', 'trigger', { message: 'log-status' }, { answers: plain });
    expect(sent.at(-1)).toEqual(['TriggerMessage', { requestedMessage: 'DiagnosticsStatusNotification' }]);
    expect(status).toBe('accepted');
  });

  test.each([
    ['sign-station-certificate', 'NotImplemented'],
    ['log-status', 'InternalError'],
  ] as const)('1.6 has no other word for %s after %s', async (message, code) => {
    const refused = translated('1.6', 'trigger', { message }, { answers: { ExtendedTriggerMessage: code } });
    await expect(refused).rejects.toMatchObject({ outcome: { status: 'rejected', code } });
  });
});
