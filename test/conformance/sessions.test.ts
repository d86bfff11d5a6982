import { expect } from 'vitest';
import type { MeterMessageList, SessionPage } from '../../src/contract/sessions/session.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { knowToken } from '../support/tokens.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const later = ['2.0.1', '2.1'] as const;

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const energy = (wh: number, minute: number) => ({
  timestamp: at(minute),
  sampledValue: [{ value: wh, measurand: 'Energy.Active.Import.Register' }],
});

type EventMore = {
  type?: 'Started' | 'Updated' | 'Ended';
  wh?: number;
  trigger?: string;
  info?: object;
  more?: object;
};

/** A TransactionEvent of 2.x. */
function txEvent(
  seqNo: number,
  { type = 'Updated', wh, trigger = 'MeterValuePeriodic', info = {}, more = {} }: EventMore = {},
) {
  return {
    eventType: type,
    timestamp: at(seqNo),
    triggerReason: trigger,
    seqNo,
    transactionInfo: { transactionId: 'T-1', ...info },
    ...(wh !== undefined && { meterValue: [energy(wh, seqNo)] }),
    ...more,
  };
}

const evse = { evse: { id: 1, connectorId: 1 } };
const idToken = { idToken: { idToken: 'DRIVER-1', type: 'ISO14443' } };

/** A whole session in the words of the version: 1,000 Wh at the start, 4,200 Wh at the end. */
async function charge({ station, version }: UseCase): Promise<void> {
  if (version === '1.6') {
    const { transactionId } = await station.call('StartTransaction', {
      connectorId: 1,
      idTag: 'DRIVER-1',
      meterStart: 1000,
      timestamp: at(0),
    });
    await station.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: at(1), sampledValue: [{ value: '2.5', unit: 'kWh' }] }],
    });
    await station.call('StopTransaction', { transactionId, meterStop: 4200, timestamp: at(2) });
    return;
  }
  await station.call(
    'TransactionEvent',
    txEvent(0, { type: 'Started', wh: 1000, trigger: 'Authorized', more: { ...evse, ...idToken } }),
  );
  await station.call('TransactionEvent', txEvent(1, { wh: 2500, info: { chargingState: 'Charging' } }));
  await station.call(
    'TransactionEvent',
    txEvent(2, { type: 'Ended', wh: 4200, trigger: 'EVDeparted', info: { stoppedReason: 'EVDisconnected' } }),
  );
}

const messagesOf = (version: OcppVersion) =>
  version === '1.6'
    ? ['StartTransaction', 'MeterValues', 'StopTransaction']
    : ['TransactionEvent', 'TransactionEvent', 'TransactionEvent'];

useCase('E01', 'Start transaction options', all, async (given) => {
  await charge(given);
  const { sessions } = await given.view<SessionPage>('sessions');
  expect(sessions).toMatchObject([
    { evseId: 1, state: 'ended', energyWh: 3200, startedAt: at(0), endedAt: at(2), eventCount: 3, flags: [] },
  ]);
  expect(JSON.stringify(sessions)).not.toContain('DRIVER-1');
  return { messages: messagesOf(given.version) };
});

useCase('E02', 'Cable plugged in first', later, async ({ station, view }) => {
  await station.call(
    'TransactionEvent',
    txEvent(0, { type: 'Started', trigger: 'CablePluggedIn', info: { chargingState: 'EVConnected' }, more: evse }),
  );
  expect(await view<SessionPage>('sessions')).toMatchObject({
    sessions: [{ chargingState: 'plugged-in', tokenHash: null }],
  });
  await station.call('TransactionEvent', txEvent(1, { trigger: 'Authorized', more: idToken }));
  expect(await view<SessionPage>('sessions')).toMatchObject({
    sessions: [{ state: 'running', tokenHash: expect.stringMatching(/^tok_/) as string }],
  });
  return { messages: ['TransactionEvent', 'TransactionEvent'] };
});

useCase('E03', 'Token first', all, async (given) => {
  const { station, version, view } = given;
  await station.call('Authorize', version === '1.6' ? { idTag: 'DRIVER-1' } : idToken);
  await charge(given);
  expect(await view<SessionPage>('sessions')).toMatchObject({
    sessions: [{ tokenHash: expect.stringMatching(/^tok_/) as string }],
  });
  return { messages: ['Authorize', ...messagesOf(version)] };
});

useCase('E04', 'Started while offline', all, async (given) => {
  const { station, version, view } = given;
  if (version === '1.6') await charge(given);
  else
    await station.call(
      'TransactionEvent',
      txEvent(0, { type: 'Started', wh: 0, trigger: 'Authorized', more: { ...evse, ...idToken, offline: true } }),
    );
  const { sessions } = await view<SessionPage>('sessions');
  expect(sessions[0]?.startedAt).toBe(at(0));
  expect(sessions[0]?.flags ?? []).toEqual(version === '1.6' ? [] : ['was-offline']);
  return { messages: messagesOf(version).slice(0, 1) };
});

useCase('E05', 'Id not accepted', all, async ({ station, version, view }) => {
  const start =
    version === '1.6'
      ? await station.call('StartTransaction', { connectorId: 1, idTag: 'STRANGER', meterStart: 0, timestamp: at(0) })
      : await station.call(
          'TransactionEvent',
          txEvent(0, {
            type: 'Started',
            trigger: 'Authorized',
            more: { ...evse, idToken: { idToken: 'STRANGER', type: 'ISO14443' } },
          }),
        );
  expect(version === '1.6' ? start['idTagInfo'] : start['idTokenInfo']).toMatchObject({
    status: version === '1.6' ? 'Invalid' : 'Unknown',
  });
  expect(await view<SessionPage>('sessions')).toMatchObject({ sessions: [{ state: 'running' }] });
  return { messages: [version === '1.6' ? 'StartTransaction' : 'TransactionEvent'] };
});

useCase('E06', 'Stop transaction options', all, async (given) => {
  await charge(given);
  expect(await given.view<SessionPage>('sessions')).toMatchObject({
    sessions: [{ stopReason: given.version === '1.6' ? 'Local' : 'EVDisconnected' }],
  });
  return { messages: messagesOf(given.version) };
});

useCase('E07', 'Stopped locally by the token', all, async ({ station, version, view }) => {
  if (version === '1.6') {
    const { transactionId } = await station.call('StartTransaction', {
      connectorId: 1,
      idTag: 'DRIVER-1',
      meterStart: 0,
      timestamp: at(0),
    });
    const stopped = await station.call('StopTransaction', {
      transactionId,
      idTag: 'DRIVER-1',
      meterStop: 10,
      timestamp: at(1),
    });
    expect(stopped).toHaveProperty('idTagInfo');
  } else {
    await station.call(
      'TransactionEvent',
      txEvent(0, { type: 'Started', trigger: 'Authorized', more: { ...evse, ...idToken } }),
    );
    const stopped = await station.call(
      'TransactionEvent',
      txEvent(1, { type: 'Ended', trigger: 'StopAuthorized', info: { stoppedReason: 'Local' }, more: idToken }),
    );
    expect(stopped).toHaveProperty('idTokenInfo');
  }
  expect(await view<SessionPage>('sessions')).toMatchObject({ sessions: [{ state: 'ended', stopReason: 'Local' }] });
  return {
    messages: version === '1.6' ? ['StartTransaction', 'StopTransaction'] : ['TransactionEvent', 'TransactionEvent'],
  };
});

useCase('E08', 'Stopped while offline', later, async ({ station, view }) => {
  await station.call(
    'TransactionEvent',
    txEvent(0, { type: 'Started', wh: 0, trigger: 'Authorized', more: { ...evse, ...idToken } }),
  );
  await station.call(
    'TransactionEvent',
    txEvent(1, {
      type: 'Ended',
      wh: 900,
      trigger: 'StopAuthorized',
      info: { stoppedReason: 'Local' },
      more: { offline: true },
    }),
  );
  expect(await view<SessionPage>('sessions')).toMatchObject({
    sessions: [{ state: 'ended', endedAt: at(1), energyWh: 900, flags: ['was-offline'] }],
  });
  return { messages: ['TransactionEvent', 'TransactionEvent'] };
});

for (const [id, title, info, state] of [
  ['E09', 'Cable disconnected on the vehicle side: stop', { stoppedReason: 'EVDisconnected' }, 'ended'],
  ['E10', 'Cable disconnected on the vehicle side: suspend', { chargingState: 'SuspendedEV' }, 'running'],
  ['E15', 'End of the charging process', { stoppedReason: 'StoppedByEV' }, 'ended'],
] as const) {
  useCase(id, title, later, async ({ station, view }) => {
    await station.call(
      'TransactionEvent',
      txEvent(0, { type: 'Started', trigger: 'Authorized', more: { ...evse, ...idToken } }),
    );
    await station.call(
      'TransactionEvent',
      txEvent(1, { type: state === 'ended' ? 'Ended' : 'Updated', trigger: 'EVCommunicationLost', info }),
    );
    expect(await view<SessionPage>('sessions')).toMatchObject({ sessions: [{ state }] });
    return { messages: ['TransactionEvent', 'TransactionEvent'] };
  });
}

useCase('E11', 'Connection lost during a transaction', all, async (given) => {
  await charge(given);
  // The station could not know whether its last event arrived: it comes again, and counts once.
  if (given.version !== '1.6')
    await given.station.call(
      'TransactionEvent',
      txEvent(2, {
        type: 'Ended',
        wh: 4200,
        trigger: 'EVDeparted',
        info: { stoppedReason: 'EVDisconnected' },
        more: { offline: true },
      }),
    );
  expect(await given.view<SessionPage>('sessions')).toMatchObject({ sessions: [{ energyWh: 3200, eventCount: 3 }] });
  return { messages: messagesOf(given.version) };
});

useCase(
  'E12',
  'A transaction that happened offline is told afterwards, in any order',
  later,
  async ({ station, view }) => {
    await station.call(
      'TransactionEvent',
      txEvent(2, {
        type: 'Ended',
        wh: 4200,
        trigger: 'EVDeparted',
        info: { stoppedReason: 'EVDisconnected' },
        more: { offline: true },
      }),
    );
    await station.call(
      'TransactionEvent',
      txEvent(0, { type: 'Started', wh: 1000, trigger: 'Authorized', more: { ...evse, ...idToken, offline: true } }),
    );
    await station.call('TransactionEvent', txEvent(1, { wh: 2500, more: { offline: true } }));
    expect(await view<SessionPage>('sessions')).toMatchObject({
      sessions: [{ state: 'ended', energyWh: 3200, startedAt: at(0), flags: ['was-offline'] }],
    });
    return { messages: ['TransactionEvent', 'TransactionEvent', 'TransactionEvent'] };
  },
);

useCase('E13', 'Repeated after it was not accepted: one session, the same transaction id', all, async (given) => {
  const { station, version, view } = given;
  if (version !== '1.6') {
    await charge(given);
    await charge(given);
  } else {
    const start = { connectorId: 1, idTag: 'DRIVER-1', meterStart: 1000, timestamp: at(0) };
    const first = await station.call('StartTransaction', start);
    const again = await station.call('StartTransaction', start);
    expect(again['transactionId']).toBe(first['transactionId']);
  }
  expect((await view<SessionPage>('sessions')).sessions).toHaveLength(1);
  return { messages: messagesOf(version).slice(0, 1) };
});

useCase(
  'E13',
  'Repeated by a station that has no clock: one session all the same',
  ['1.6'],
  async ({ station, view }) => {
    const start = { connectorId: 1, idTag: 'DRIVER-1', meterStart: 1000, timestamp: '0000-00-00T00:00:00Z' };
    const first = await station.call('StartTransaction', start);
    const again = await station.call('StartTransaction', start);
    expect(again['transactionId']).toBe(first['transactionId']);
    expect((await view<SessionPage>('sessions')).sessions).toHaveLength(1);
    return { messages: ['StartTransaction', 'StartTransaction'] };
  },
);

useCase('E14', 'Check transaction status', later, async ({ station, command, view }) => {
  await station.call(
    'TransactionEvent',
    txEvent(0, { type: 'Started', trigger: 'Authorized', more: { ...evse, ...idToken } }),
  );
  const { sessions } = await view<SessionPage>('sessions');
  const running = command('get-session-status', { sessionId: sessions[0]?.id });
  expect(await station.answer('GetTransactionStatus', { ongoingIndicator: true, messagesInQueue: false })).toEqual({
    transactionId: 'T-1',
  });
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', answer: { isOngoing: true, hasQueuedMessages: false } },
  });
  return { messages: ['TransactionEvent', 'GetTransactionStatus'] };
});

useCase('E16', 'A transaction with a limit', ['2.1'], async ({ station, view }) => {
  await station.call(
    'TransactionEvent',
    txEvent(0, {
      type: 'Started',
      trigger: 'Authorized',
      info: { transactionLimit: { maxEnergy: 5000 } },
      more: { ...evse, ...idToken },
    }),
  );
  await station.call(
    'TransactionEvent',
    txEvent(1, { type: 'Ended', trigger: 'EnergyLimitReached', info: { stoppedReason: 'EnergyLimitReached' } }),
  );
  expect(await view<SessionPage>('sessions')).toMatchObject({
    sessions: [{ state: 'ended', stopReason: 'EnergyLimitReached' }],
  });
  return { messages: ['TransactionEvent', 'TransactionEvent'] };
});

useCase('E17', 'Resumed after a forced reboot', ['2.1'], async ({ station, view }) => {
  await station.call(
    'TransactionEvent',
    txEvent(0, { type: 'Started', wh: 0, trigger: 'Authorized', more: { ...evse, ...idToken } }),
  );
  await station.call(
    'TransactionEvent',
    txEvent(1, { type: 'Ended', wh: 100, trigger: 'AbnormalCondition', info: { stoppedReason: 'PowerLoss' } }),
  );
  await station.call(
    'TransactionEvent',
    txEvent(2, { wh: 150, trigger: 'TxResumed', info: { chargingState: 'Charging' } }),
  );
  expect(await view<SessionPage>('sessions')).toMatchObject({
    sessions: [{ state: 'running', energyWh: 150, chargingState: 'charging' }],
  });
  return { messages: ['TransactionEvent', 'TransactionEvent', 'TransactionEvent'] };
});

for (const [id, title] of [
  ['F01', 'Remote start, cable plugged in first'],
  ['F02', 'Remote start, remote start first'],
] as const) {
  useCase(id, title, all, async (given) => {
    const { sigec, station, version, command, view } = given;
    await knowToken(sigec, 'DRIVER-1');
    if (id === 'F01' && version !== '1.6')
      await station.call('TransactionEvent', txEvent(0, { type: 'Started', trigger: 'CablePluggedIn', more: evse }));
    const running = command('start-session', { token: 'DRIVER-1', evseId: 1 });
    const action = version === '1.6' ? 'RemoteStartTransaction' : 'RequestStartTransaction';
    const asked = await station.answer(action, {
      status: 'Accepted',
      ...(id === 'F01' && version !== '1.6' && { transactionId: 'T-1' }),
    });
    expect(JSON.stringify(asked)).toContain('DRIVER-1');
    const { outcome, input } = await running;
    expect(outcome).toMatchObject({ status: 'accepted', losses: [] });
    expect(JSON.stringify(input)).not.toContain('DRIVER-1');
    if (version === '1.6') {
      await station.call('StartTransaction', { connectorId: 1, idTag: 'DRIVER-1', meterStart: 0, timestamp: at(1) });
    } else {
      const remote = { remoteStartId: asked['remoteStartId'] };
      await station.call(
        'TransactionEvent',
        txEvent(id === 'F01' ? 1 : 0, {
          type: id === 'F01' ? 'Updated' : 'Started',
          trigger: 'RemoteStart',
          info: remote,
          more: { ...evse, ...idToken },
        }),
      );
    }
    expect(await view<SessionPage>('sessions')).toMatchObject({ sessions: [{ state: 'running', evseId: 1 }] });
    return { messages: [action, version === '1.6' ? 'StartTransaction' : 'TransactionEvent'] };
  });
}

for (const [id, title, versions] of [
  ['F03', 'Remote stop', all],
  ['F04', 'Remote stop of an ISO 15118 session', later],
] as const) {
  useCase(id, title, versions, async ({ station, version, command, view }) => {
    let transactionId: unknown = 'T-1';
    if (version === '1.6')
      ({ transactionId } = await station.call('StartTransaction', {
        connectorId: 1,
        idTag: 'DRIVER-1',
        meterStart: 0,
        timestamp: at(0),
      }));
    else
      await station.call(
        'TransactionEvent',
        txEvent(0, { type: 'Started', wh: 0, trigger: 'Authorized', more: { ...evse, ...idToken } }),
      );
    const { sessions } = await view<SessionPage>('sessions');
    const running = command('stop-session', { sessionId: sessions[0]?.id });
    const action = version === '1.6' ? 'RemoteStopTransaction' : 'RequestStopTransaction';
    expect(await station.answer(action, { status: 'Accepted' })).toEqual({ transactionId });
    expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
    if (version === '1.6')
      await station.call('StopTransaction', { transactionId, meterStop: 10, timestamp: at(1), reason: 'Remote' });
    else
      await station.call(
        'TransactionEvent',
        txEvent(1, { type: 'Ended', trigger: 'RemoteStop', info: { stoppedReason: 'Remote' } }),
      );
    expect(await view<SessionPage>('sessions')).toMatchObject({ sessions: [{ state: 'ended', stopReason: 'Remote' }] });
    return { messages: [action, version === '1.6' ? 'StopTransaction' : 'TransactionEvent'] };
  });
}

useCase('J01', 'Meter values outside a transaction', all, async ({ station, version, view }) => {
  const sampled =
    version === '1.6'
      ? { value: '230.5', measurand: 'Voltage', unit: 'V', phase: 'L1', context: 'Sample.Clock' }
      : { value: 230.5, measurand: 'Voltage', unitOfMeasure: { unit: 'V' }, phase: 'L1', context: 'Sample.Clock' };
  const meterValue = [{ timestamp: at(0), sampledValue: [sampled] }];
  await station.call('MeterValues', version === '1.6' ? { connectorId: 1, meterValue } : { evseId: 1, meterValue });
  const { messages } = await view<MeterMessageList>('meter-values');
  expect(messages).toMatchObject([
    {
      evseId: 1,
      sessionRef: null,
      samples: [{ measurand: 'Voltage', value: 230.5, unit: 'V', phase: 'L1', context: 'Sample.Clock' }],
    },
  ]);
  return { messages: ['MeterValues'] };
});

for (const [id, title] of [
  ['J02', 'Meter values of a transaction'],
  ['J03', 'Charging loop with meter information'],
] as const) {
  useCase(id, title, all, async (given) => {
    await charge(given);
    const { messages } = await given.view<MeterMessageList>('meter-values');
    const registers = messages.flatMap(({ samples }) => samples.map(({ value }) => value));
    expect(registers).toEqual(given.version === '1.6' ? [2500] : [1000, 2500, 4200]);
    return { messages: messagesOf(given.version) };
  });
}
