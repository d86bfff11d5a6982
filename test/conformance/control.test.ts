import { expect } from 'vitest';
import type { CommandList } from '../../src/contract/commands/command.ts';
import type { SessionLimitView } from '../../src/contract/sessions/limits.ts';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import type { StationLogs } from '../../src/contract/stations/logs.ts';
import type { Station } from '../../src/contract/stations/station.ts';
import { bootPayload } from '../support/raw-station.ts';
import { knowToken } from '../support/tokens.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const older = ['1.6', '2.0.1'] as const;

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();

function transactionEvent(seqNo: number, eventType: string, triggerReason: string, info: object = {}) {
  return {
    eventType,
    triggerReason,
    seqNo,
    timestamp: at(seqNo),
    transactionInfo: { transactionId: 'T-1', ...info },
    ...(seqNo === 0 && { evse: { id: 1, connectorId: 1 }, idToken: { idToken: 'DRIVER-1', type: 'ISO14443' } }),
  };
}

/** Gives back how the station ends the session, with its reason. */
async function startCharging({ version, station }: UseCase): Promise<(reason: string) => Promise<unknown>> {
  if (version === '1.6') {
    const start = { connectorId: 1, idTag: 'DRIVER-1', meterStart: 0, timestamp: at(0) };
    const { transactionId } = await station.call('StartTransaction', start);
    return (reason) => station.call('StopTransaction', { transactionId, meterStop: 900, timestamp: at(1), reason });
  }
  await station.call('TransactionEvent', transactionEvent(0, 'Started', 'Authorized'));
  return (stoppedReason) =>
    station.call('TransactionEvent', transactionEvent(1, 'Ended', 'ResetCommand', { stoppedReason }));
}

const chargingMessages = ({ version }: UseCase) =>
  version === '1.6' ? ['StartTransaction', 'StopTransaction'] : ['TransactionEvent', 'TransactionEvent'];

/** The station starts again, as it does after a reset. */
async function bootAgain({ version, station }: UseCase, reason: string): Promise<void> {
  const said = version === '1.6' ? bootPayload[version] : { ...bootPayload[version], reason };
  await station.call('BootNotification', said);
}

const stationOf = ({ sigec, stationId }: UseCase) => sigec.api.get<Station>(`/api/stations/${stationId}`);

async function onlySession({ view }: UseCase): Promise<Session> {
  const { sessions } = await view<SessionPage>('sessions');
  expect(sessions).toHaveLength(1);
  return sessions[0] as Session;
}

useCase('B11', 'Reset without ongoing transaction', all, async (given) => {
  const { version, station, command, view } = given;
  const running = command('reset', { when: 'idle' }, { waitForEffectSeconds: 20, why: 'the display froze' });
  expect(await station.answer('Reset', { status: 'Accepted' })).toEqual({
    type: version === '1.6' ? 'Soft' : 'OnIdle',
  });
  await bootAgain(given, 'RemoteReset');
  expect(await running).toMatchObject({ outcome: { status: 'accepted' }, effect: { kind: 'station-booted' } });
  expect(await view<CommandList>('commands')).toMatchObject({
    commands: [{ name: 'reset', why: 'the display froze', outcome: { status: 'accepted', losses: [] } }],
  });
  if (version !== '1.6') expect((await stationOf(given)).bootReason).toBe('RemoteReset');
  return { messages: ['BootNotification', 'Reset', 'BootNotification'] };
});

useCase('B11', 'Reset of one EVSE', all, async ({ version, station, command, view }) => {
  const running = command('reset', { when: 'now', evseId: 1 });
  const asked = await station.answer('Reset', { status: 'Accepted' });
  expect(asked).toEqual(version === '1.6' ? { type: 'Hard' } : { type: 'Immediate', evseId: 1 });
  const { outcome } = await running;
  expect(outcome).toMatchObject({ status: 'accepted', losses: version === '1.6' ? [{ field: 'evseId' }] : [] });
  expect(await view<CommandList>('commands')).toMatchObject({ commands: [{ input: { when: 'now', evseId: 1 } }] });
  return { messages: ['Reset'] };
});

useCase('B11', 'Reset that the station refuses', all, async ({ version, station, command, view }) => {
  const running = command('reset', { when: 'now' });
  const statusInfo = { reasonCode: 'FwUpdateInProgress', additionalInfo: 'installing' };
  await station.answer('Reset', { status: 'Rejected', ...(version !== '1.6' && { statusInfo }) });
  const reason = version === '1.6' ? null : 'FwUpdateInProgress: installing';
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'Rejected', reason } });
  expect(await view<CommandList>('commands')).toMatchObject({
    commands: [{ outcome: { status: 'rejected', reason } }],
  });
  return { messages: ['Reset'] };
});

useCase('B12', 'Reset with ongoing transaction, at once', all, async (given) => {
  const { version, station, command } = given;
  const end = await startCharging(given);
  const running = command('reset', { when: 'now' }, { waitForEffectSeconds: 20 });
  expect(await station.answer('Reset', { status: 'Accepted' })).toEqual({
    type: version === '1.6' ? 'Hard' : 'Immediate',
  });
  await end(version === '1.6' ? 'HardReset' : 'ImmediateReset');
  await bootAgain(given, 'RemoteReset');
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', answer: { isScheduled: false } },
    effect: { kind: 'station-booted' },
  });
  expect(await onlySession(given)).toMatchObject({ state: 'ended', stopReason: 'ImmediateReset' });
  const [started = '', ended = ''] = chargingMessages(given);
  return { messages: [started, 'Reset', ended, 'BootNotification'] };
});

useCase('B12', 'Reset with ongoing transaction, once it has ended', all, async (given) => {
  const { version, station, command } = given;
  const end = await startCharging(given);
  const running = command('reset', { when: 'idle' }, { waitForEffectSeconds: 20 });
  // 1.6 has no word for "later": a Soft reset lets the session end properly first.
  await station.answer('Reset', { status: version === '1.6' ? 'Accepted' : 'Scheduled' });
  expect(await onlySession(given)).toMatchObject({ state: 'running' });
  await end(version === '1.6' ? 'SoftReset' : 'EVDisconnected');
  await bootAgain(given, 'ScheduledReset');
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', answer: { isScheduled: version !== '1.6' } },
    effect: { kind: 'station-booted' },
  });
  expect(await onlySession(given)).toMatchObject({ state: 'ended' });
  const [started = '', ended = ''] = chargingMessages(given);
  return { messages: [started, 'Reset', ended, 'BootNotification'] };
});

useCase('B12', 'Reset that should resume, which older versions cannot', older, async (given) => {
  const { version, station, command } = given;
  const end = await startCharging(given);
  const running = command('reset', { when: 'resume' });
  await station.answer('Reset', { status: 'Accepted' });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', losses: [{ field: 'when' }] } });
  await end(version === '1.6' ? 'SoftReset' : 'ImmediateReset');
  expect(await onlySession(given)).toMatchObject({ state: 'ended' });
  const [started = '', ended = ''] = chargingMessages(given);
  return { messages: [started, 'Reset', ended] };
});

useCase('B13', 'Reset with ongoing transaction, resuming it', ['2.1'], async (given) => {
  const { station, command } = given;
  await startCharging(given);
  const running = command('reset', { when: 'resume' }, { waitForEffectSeconds: 20 });
  expect(await station.answer('Reset', { status: 'Accepted' })).toEqual({ type: 'ImmediateAndResume' });
  await bootAgain(given, 'RemoteReset');
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', losses: [] },
    effect: { kind: 'station-booted' },
  });
  await station.call('TransactionEvent', transactionEvent(1, 'Updated', 'TxResumed', { chargingState: 'Charging' }));
  expect(await onlySession(given)).toMatchObject({ state: 'running', chargingState: 'charging', endedAt: null });
  return { messages: ['TransactionEvent', 'Reset', 'BootNotification', 'TransactionEvent'] };
});

useCase('F05', 'Remotely unlock a connector', all, async (given) => {
  const { version, station, command } = given;
  const status = (word: string, minute: number) =>
    version === '1.6'
      ? { connectorId: 1, errorCode: 'NoError', status: word, timestamp: at(minute) }
      : { evseId: 1, connectorId: 1, connectorStatus: word, timestamp: at(minute) };
  await station.call('StatusNotification', status(version === '1.6' ? 'Finishing' : 'Occupied', 0));
  const running = command('unlock', { evseId: 1 }, { waitForEffectSeconds: 20 });
  expect(await station.answer('UnlockConnector', { status: 'Unlocked' })).toEqual(
    version === '1.6' ? { connectorId: 1 } : { evseId: 1, connectorId: 1 },
  );
  await station.call('StatusNotification', status('Available', 1));
  expect(await running).toMatchObject({ outcome: { status: 'accepted' }, effect: { kind: 'connector-status' } });
  expect((await stationOf(given)).connectors).toMatchObject([{ evseId: 1, status: 'available' }]);
  return { messages: ['StatusNotification', 'UnlockConnector', 'StatusNotification'] };
});

useCase('F05', 'Unlock that does not succeed', all, async ({ version, station, command, view }) => {
  const refusals =
    version === '1.6' ? ['UnlockFailed', 'NotSupported'] : ['UnlockFailed', 'OngoingAuthorizedTransaction'];
  for (const refusal of refusals) {
    const running = command('unlock', { evseId: 1 });
    await station.answer('UnlockConnector', { status: refusal });
    expect(await running).toMatchObject({ outcome: { status: 'rejected', code: refusal } });
  }
  const { commands } = await view<CommandList>('commands');
  expect(commands.map(({ outcome }) => outcome?.code)).toEqual(refusals.toReversed());
  return { messages: ['UnlockConnector', 'UnlockConnector'] };
});

useCase('F06', 'Trigger a message', all, async (given) => {
  const { version, station, command } = given;
  const running = command('trigger', { message: 'status', evseId: 1 });
  expect(await station.answer('TriggerMessage', { status: 'Accepted' })).toEqual({
    requestedMessage: 'StatusNotification',
    ...(version === '1.6' ? { connectorId: 1 } : { evse: { id: 1 } }),
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  const status =
    version === '1.6'
      ? { connectorId: 1, errorCode: 'NoError', status: 'Available', timestamp: at(0) }
      : { evseId: 1, connectorId: 1, connectorStatus: 'Available', timestamp: at(0) };
  await station.call('StatusNotification', status);
  expect((await stationOf(given)).connectors).toMatchObject([{ evseId: 1, status: 'available' }]);
  return { messages: ['TriggerMessage', 'StatusNotification'] };
});

useCase('F06', 'Trigger a message that the station does not know', all, async ({ station, command, view }) => {
  const running = command('trigger', { message: 'firmware-status' });
  await station.answer('TriggerMessage', { status: 'NotImplemented' });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'NotImplemented' } });
  expect(await view<CommandList>('commands')).toMatchObject({ commands: [{ outcome: { code: 'NotImplemented' } }] });
  return { messages: ['TriggerMessage'] };
});

useCase('F06', 'Trigger a message of the security extension', ['1.6'], async ({ station, command, view }) => {
  const running = command('trigger', { message: 'log-status' });
  expect(await station.answer('ExtendedTriggerMessage', { status: 'Accepted' })).toEqual({
    requestedMessage: 'LogStatusNotification',
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  await station.call('LogStatusNotification', { status: 'Idle' });
  expect(await view<StationLogs>('logs')).toMatchObject({ otherReports: [{ status: 'idle' }] });
  return { messages: ['ExtendedTriggerMessage', 'LogStatusNotification'] };
});

useCase('F06', 'Trigger the state of diagnostics without the security extension', ['1.6'], async (given) => {
  const { station, command, view } = given;
  const running = command('trigger', { message: 'log-status' });
  const [, id, action] = (await station.next()) as [number, string, string];
  expect(action).toBe('ExtendedTriggerMessage');
  station.send(JSON.stringify([4, id, 'NotImplemented', '', {}]));
  expect(await station.answer('TriggerMessage', { status: 'Accepted' })).toEqual({
    requestedMessage: 'DiagnosticsStatusNotification',
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  await station.call('DiagnosticsStatusNotification', { status: 'Idle' });
  expect(await view<StationLogs>('logs')).toMatchObject({ otherReports: [{ status: 'idle' }] });
  return { messages: ['ExtendedTriggerMessage', 'TriggerMessage', 'DiagnosticsStatusNotification'] };
});

useCase('F06', 'Trigger what a version has no word for', older, async ({ command, view }) => {
  const ended = await command('trigger', { message: 'custom', customTrigger: 'Lamp' });
  expect(ended).toMatchObject({ outcome: { status: 'not-sent', losses: [{ field: 'message' }] } });
  expect(await view<CommandList>('commands')).toMatchObject({ commands: [{ outcome: { status: 'not-sent' } }] });
  return { messages: ['BootNotification'] };
});

useCase('F06', 'Trigger a message of the vendor', ['2.1'], async ({ station, command, view }) => {
  const running = command('trigger', { message: 'custom', customTrigger: 'Lamp' });
  expect(await station.answer('TriggerMessage', { status: 'Accepted' })).toEqual({
    requestedMessage: 'CustomTrigger',
    customTrigger: 'Lamp',
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await view<CommandList>('commands')).toMatchObject({ commands: [{ input: { customTrigger: 'Lamp' } }] });
  return { messages: ['TriggerMessage'] };
});

const limits = { energyWh: 20_000, seconds: 3600, cost: '25.5', chargePercent: 80 };

useCase('F07', 'Remote start with limits', ['2.1'], async (given) => {
  const { station, command, sigec } = given;
  await knowToken(sigec, 'DRIVER-1');
  const running = command('start-session', { token: 'DRIVER-1', evseId: 1, limits });
  const { remoteStartId } = await station.answer('RequestStartTransaction', { status: 'Accepted' });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', losses: [] } });
  const limit = { maxEnergy: 20_000, maxTime: 3600, maxCost: 25.5, maxSoC: 80 };
  const started = await station.call(
    'TransactionEvent',
    transactionEvent(0, 'Started', 'RemoteStart', { remoteStartId: Number(remoteStartId) }),
  );
  expect(started).toMatchObject({ transactionLimit: limit });
  const info = { transactionLimit: limit, remoteStartId: Number(remoteStartId) };
  const confirmed = await station.call('TransactionEvent', transactionEvent(1, 'Updated', 'LimitSet', info));
  expect(confirmed).not.toHaveProperty('transactionLimit'); // it knows: told again, it would only confirm again
  const { id } = await onlySession(given);
  expect(await sigec.api.get<SessionLimitView>(`/api/sessions/${id}/limits`)).toEqual({
    asked: limits,
    inForce: limits,
    inForceSince: at(1),
  });
  const stoppedReason = 'EnergyLimitReached';
  await station.call('TransactionEvent', transactionEvent(2, 'Ended', 'EnergyLimitReached', { stoppedReason }));
  expect(await onlySession(given)).toMatchObject({ state: 'ended', stopReason: 'EnergyLimitReached' });
  return { messages: ['RequestStartTransaction', 'TransactionEvent', 'TransactionEvent', 'TransactionEvent'] };
});

useCase('F07', 'A start without limits gets none', ['2.1'], async (given) => {
  const { station, command, sigec } = given;
  await knowToken(sigec, 'DRIVER-1');
  const running = command('start-session', { token: 'DRIVER-1', evseId: 1 });
  const { remoteStartId } = await station.answer('RequestStartTransaction', { status: 'Accepted' });
  await running;
  const info = { remoteStartId: Number(remoteStartId) };
  const started = await station.call('TransactionEvent', transactionEvent(0, 'Started', 'RemoteStart', info));
  expect(started).not.toHaveProperty('transactionLimit');
  const { id } = await onlySession(given);
  expect(await sigec.api.get<SessionLimitView>(`/api/sessions/${id}/limits`)).toMatchObject({
    asked: null,
    inForce: null,
  });
  return { messages: ['RequestStartTransaction', 'TransactionEvent'] };
});

useCase('F07', 'Limits that older versions cannot say', older, async ({ version, station, command, view, sigec }) => {
  await knowToken(sigec, 'DRIVER-1');
  const running = command('start-session', { token: 'DRIVER-1', evseId: 1, limits });
  const action = version === '1.6' ? 'RemoteStartTransaction' : 'RequestStartTransaction';
  expect(await station.answer(action, { status: 'Accepted' })).not.toHaveProperty('limits');
  expect(await running).toMatchObject({ outcome: { status: 'accepted', losses: [{ field: 'limits' }] } });
  expect(await view<CommandList>('commands')).toMatchObject({
    commands: [{ outcome: { losses: [{ field: 'limits' }] } }],
  });
  return { messages: [action] };
});
