import { dayOf, type Life } from './life.ts';

export async function status({ version, station }: Life, hour: number, word: string): Promise<void> {
  const timestamp = dayOf(hour, 1);
  for (const connector of [1, 2]) {
    await (version === '1.6'
      ? station().call('StatusNotification', { connectorId: connector, errorCode: 'NoError', status: word, timestamp })
      : station().call('StatusNotification', {
          evseId: connector,
          connectorId: 1,
          connectorStatus: word === 'Charging' ? 'Occupied' : word,
          timestamp,
        }));
  }
}

const heartbeat = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } };

export async function configure({ version, station, command }: Life): Promise<void> {
  const isOld = version === '1.6';
  await command('set-variables', { variables: [{ name: 'HeartbeatInterval', value: '60' }] }, () =>
    isOld
      ? station().answer('ChangeConfiguration', { status: 'Accepted' })
      : station().answer('SetVariables', { setVariableResult: [{ ...heartbeat, attributeStatus: 'Accepted' }] }),
  );
  await command('get-variables', { variables: [{ name: 'HeartbeatInterval' }] }, () =>
    isOld
      ? station().answer('GetConfiguration', {
          configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '61' }],
        })
      : station().answer('GetVariables', {
          getVariableResult: [{ ...heartbeat, attributeStatus: 'Accepted', attributeValue: '61' }],
        }),
  );
}

type Charge = { hour: number; token: string; isOffline?: boolean };

export async function charge(life: Life, { hour, token, isOffline = false }: Charge): Promise<void> {
  const { version, station } = life;
  if (!isOffline) await authorize(life, token);
  if (version === '1.6') {
    const start = { connectorId: 1, idTag: token, meterStart: hour * 1000, timestamp: dayOf(hour) };
    const { transactionId } = await station().call('StartTransaction', start);
    for (const minute of [10, 20, 30]) {
      const sampledValue = [
        { value: String(hour * 1000 + minute * 100), measurand: 'Energy.Active.Import.Register' },
        { value: '7.2', measurand: 'Power.Active.Import', unit: 'kW' },
      ];
      const meterValue = [{ timestamp: dayOf(hour, minute), sampledValue }];
      await station().call('MeterValues', { connectorId: 1, transactionId, meterValue });
    }
    const stop = { transactionId, idTag: token, meterStop: hour * 1000 + 4321, timestamp: dayOf(hour, 40) };
    await station().call('StopTransaction', { ...stop, reason: 'EVDisconnected' });
    return;
  }
  const event = (seqNo: number, eventType: string, more: object) => ({
    eventType,
    timestamp: dayOf(hour, seqNo * 10),
    triggerReason: eventType === 'Started' ? 'Authorized' : 'MeterValuePeriodic',
    seqNo,
    offline: isOffline,
    ...more,
  });
  const ref = `TX-${hour}`;
  const read = (seqNo: number) => [
    { timestamp: dayOf(hour, seqNo * 10), sampledValue: [{ value: hour * 1000 + seqNo * 1100 }] },
  ];
  const idToken = { idToken: token, type: 'ISO14443' };
  const place = { evse: { id: 1, connectorId: 1 }, idToken, meterValue: read(0) };
  await station().call('TransactionEvent', event(0, 'Started', { ...place, transactionInfo: { transactionId: ref } }));
  for (const seqNo of [1, 2]) {
    const transactionInfo = { transactionId: ref, chargingState: 'Charging' };
    await station().call('TransactionEvent', event(seqNo, 'Updated', { transactionInfo, meterValue: read(seqNo) }));
  }
  const transactionInfo = { transactionId: ref, stoppedReason: 'EVDisconnected' };
  await station().call('TransactionEvent', event(3, 'Ended', { transactionInfo, meterValue: read(3) }));
}

export async function authorize({ version, station }: Life, token: string): Promise<void> {
  await station().call(
    'Authorize',
    version === '1.6' ? { idTag: token } : { idToken: { idToken: token, type: 'ISO14443' } },
  );
}

export async function fault(life: Life): Promise<void> {
  await status(life, 4, 'Faulted');
  await life.station().call('SecurityEventNotification', { type: 'TamperDetectionActivated', timestamp: dayOf(4, 5) });
  await status(life, 5, 'Available');
}

export async function beat({ station }: Life, times: number): Promise<void> {
  for (let beats = 0; beats < times; beats += 1) await station().call('Heartbeat', {});
}

/** The network is gone for an hour: what happened meanwhile is delivered late, by some stations without a new boot. */
export async function loseConnection(life: Life): Promise<void> {
  await life.disconnect();
  await life.reconnect({ boots: life.version !== '1.6' });
  await charge(life, { hour: 8, token: 'CARD-BEA', isOffline: true });
}

/** Started and stopped remotely, by the numbers that we gave it. */
export async function remoteSession(life: Life): Promise<void> {
  const { version, station, command } = life;
  const isOld = version === '1.6';
  const input = { token: 'CARD-CEU', evseId: 1 };
  await life.enter('CARD-CEU');
  let asked: Record<string, unknown> = {};
  await command('start-session', input, async () => {
    asked = await station().answer(isOld ? 'RemoteStartTransaction' : 'RequestStartTransaction', {
      status: 'Accepted',
    });
  });
  const begun = isOld
    ? await station().call('StartTransaction', {
        connectorId: 1,
        idTag: 'CARD-CEU',
        meterStart: 9000,
        timestamp: dayOf(9, 1),
      })
    : await station().call('TransactionEvent', {
        eventType: 'Started',
        timestamp: dayOf(9, 1),
        triggerReason: 'RemoteStart',
        seqNo: 0,
        evse: { id: 1, connectorId: 1 },
        idToken: { idToken: 'CARD-CEU', type: 'ISO14443' },
        transactionInfo: { transactionId: 'TX-REMOTE', remoteStartId: asked['remoteStartId'] },
      });
  const sessionId = await life.runningSession();
  await command('stop-session', { sessionId }, () =>
    station().answer(isOld ? 'RemoteStopTransaction' : 'RequestStopTransaction', { status: 'Accepted' }),
  );
  if (isOld)
    await station().call('StopTransaction', {
      transactionId: begun['transactionId'],
      meterStop: 9900,
      timestamp: dayOf(9, 30),
      reason: 'Remote',
    });
  else
    await station().call('TransactionEvent', {
      eventType: 'Ended',
      timestamp: dayOf(9, 30),
      triggerReason: 'RemoteStop',
      seqNo: 1,
      transactionInfo: { transactionId: 'TX-REMOTE', stoppedReason: 'Remote' },
    });
}

export async function restart(life: Life): Promise<void> {
  await life.command('reset', { when: 'idle' }, () => life.station().answer('Reset', { status: 'Accepted' }));
  await life.reconnect({ boots: true });
}

/** The connection ends while we wait for an answer. */
export async function leaveUnanswered(life: Life): Promise<void> {
  const { station, command } = life;
  await command('unlock', { evseId: 1 }, async () => {
    await station().next();
    await life.disconnect();
  });
  await life.reconnect({ boots: true });
}

/** At the end of the day one session still runs. */
export async function startAndStay({ version, station }: Life): Promise<void> {
  const start = { connectorId: 2, idTag: 'CARD-ANA', meterStart: 100, timestamp: dayOf(23) };
  if (version === '1.6') await station().call('StartTransaction', start);
  else
    await station().call('TransactionEvent', {
      eventType: 'Started',
      timestamp: dayOf(23),
      triggerReason: 'CablePluggedIn',
      seqNo: 0,
      evse: { id: 2, connectorId: 1 },
      transactionInfo: { transactionId: 'TX-NIGHT', chargingState: 'EVConnected' },
    });
}
