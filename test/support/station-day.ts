import type { CommandRecord } from '../../src/contract/command.ts';
import type { SessionPage } from '../../src/contract/session.ts';
import type { OcppVersion } from '../../src/contract/station.ts';
import { makeCsr } from './csr.ts';
import { bootPayload, connectRaw } from './raw-station.ts';
import type { TestSigec } from './sigec.ts';
import { type ScriptedStation, scripted } from './use-case.ts';

/** A day of one station, an hour at a time, so that the hours of several can be told in turn. */
export type StationDay = { hours: readonly (() => Promise<void>)[] };

type Life = {
  version: OcppVersion;
  station(): ScriptedStation;
  reconnect(options?: { boots: boolean }): Promise<void>;
  disconnect(): Promise<void>;
  /** Asks for a command, lets the station do its part, and waits for the outcome. */
  command(name: string, input: object, answer: () => Promise<unknown>): Promise<CommandRecord>;
  raw(action: string, payload: object): Promise<CommandRecord>;
  runningSession(): Promise<string>;
};

export const dayOf = (hour: number, minute = 0) => new Date(Date.UTC(2026, 2, 1, hour, minute)).toISOString();

export function stationDay(sigec: TestSigec, stationId: string, version: OcppVersion): StationDay {
  const life = lifeOf(sigec, stationId, version);
  const isOld = version === '1.6';
  const hours: (() => Promise<void>)[] = [
    () => life.reconnect({ boots: true }),
    () => status(life, 1, 'Available'),
    () => configure(life),
    () => charge(life, { hour: 3, token: 'CARD-ANA' }),
    () => fault(life),
    () => charge(life, { hour: 5, token: 'CARD-BEA' }),
    () => beat(life, 4),
    () => loseConnection(life),
    () => remoteSession(life),
    () => schedules(life),
    () => firmwareAndLogs(life),
    () => renewCertificate(life, stationId),
    () => talkOfVendors(life),
    () => misbehave(life),
    () => (isOld ? beat(life, 2) : reports(life)),
    () => (version === '2.1' ? onlyIn21(life) : beat(life, 1)),
    () => restart(life),
    () => charge(life, { hour: 20, token: 'CARD-ANA' }),
    () => leaveUnanswered(life),
    () => startAndStay(life),
    () => life.disconnect(),
  ];
  return { hours };
}

function lifeOf(sigec: TestSigec, stationId: string, version: OcppVersion): Life {
  let current: ScriptedStation | undefined;
  const path = `/api/stations/${stationId}`;
  const station = () => {
    if (current === undefined) throw new Error(`${stationId} is not connected.`);
    return current;
  };
  const disconnect = async () => {
    current?.socket.close();
    await current?.closed;
    current = undefined;
    const isOnline = async () => (await sigec.api.get<{ link: { state: string } }>(path)).link.state === 'online';
    while (await isOnline());
  };
  return {
    version,
    station,
    disconnect,
    async reconnect({ boots } = { boots: true }) {
      if (current !== undefined) await disconnect();
      current = scripted(await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] }));
      if (boots) await current.call('BootNotification', bootPayload[version]);
    },
    async command(name, input, answer) {
      const running = sigec.api.post<CommandRecord>(`${path}/commands/${name}`, { input, why: 'a day at work' });
      await answer();
      return running;
    },
    raw: (action, payload) => sigec.api.post<CommandRecord>(`${path}/raw/${action}`, { payload }),
    async runningSession() {
      const { sessions } = await sigec.api.get<SessionPage>(`${path}/sessions`);
      return sessions.find(({ state }) => state === 'running')?.id ?? '';
    },
  };
}

async function status({ version, station }: Life, hour: number, word: string): Promise<void> {
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

async function configure({ version, station, command }: Life): Promise<void> {
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

async function charge(life: Life, { hour, token, isOffline = false }: Charge): Promise<void> {
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

async function authorize({ version, station }: Life, token: string): Promise<void> {
  await station().call(
    'Authorize',
    version === '1.6' ? { idTag: token } : { idToken: { idToken: token, type: 'ISO14443' } },
  );
}

async function fault(life: Life): Promise<void> {
  await status(life, 4, 'Faulted');
  await life.station().call('SecurityEventNotification', { type: 'TamperDetectionActivated', timestamp: dayOf(4, 5) });
  await status(life, 5, 'Available');
}

async function beat({ station }: Life, times: number): Promise<void> {
  for (let beats = 0; beats < times; beats += 1) await station().call('Heartbeat', {});
}

/** The network is gone for an hour: what happened meanwhile is delivered late, by some stations without a new boot. */
async function loseConnection(life: Life): Promise<void> {
  await life.disconnect();
  await life.reconnect({ boots: life.version !== '1.6' });
  await charge(life, { hour: 8, token: 'CARD-BEA', isOffline: true });
}

/** Started and stopped from afar, by the numbers that we gave it. */
async function remoteSession(life: Life): Promise<void> {
  const { version, station, command } = life;
  const isOld = version === '1.6';
  const input = { token: 'CARD-CEU', evseId: 1 };
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

async function schedules({ version, station, command }: Life): Promise<void> {
  const input = {
    purpose: 'session-default',
    evseId: 1,
    stackLevel: 2,
    startsAt: dayOf(10),
    unit: 'A',
    periods: [{ startSeconds: 0, limit: 16, phases: 3 }],
  };
  const { outcome } = await command('set-schedule', input, () =>
    station().answer('SetChargingProfile', { status: 'Accepted' }),
  );
  const second = { ...input, stackLevel: 3 };
  await command('set-schedule', second, () => station().answer('SetChargingProfile', { status: 'Accepted' }));
  const { scheduleId } = outcome?.answer as { scheduleId: number };
  await command('clear-schedules', { scheduleId }, () =>
    station().answer('ClearChargingProfile', { status: 'Accepted' }),
  );
  const periods = { chargingRateUnit: 'A', chargingSchedulePeriod: [{ startPeriod: 0, limit: 16 }] };
  await command('get-composite-schedule', { evseId: 1, durationSeconds: 3600 }, () =>
    station().answer(
      'GetCompositeSchedule',
      version === '1.6'
        ? { status: 'Accepted', connectorId: 1, scheduleStart: dayOf(10), chargingSchedule: periods }
        : { status: 'Accepted', schedule: { ...periods, evseId: 1, duration: 3600, scheduleStart: dayOf(10) } },
    ),
  );
}

/** What stations report on by the number of our request. */
async function firmwareAndLogs({ version, station, command }: Life): Promise<void> {
  const numbered = (asked: Record<string, unknown>) =>
    asked['requestId'] === undefined ? {} : { requestId: asked['requestId'] };
  let asked: Record<string, unknown> = {};
  await command('update-firmware', { location: 'https://files.example/5.bin', retrieveAt: dayOf(11) }, async () => {
    asked = await station().answer('UpdateFirmware', version === '1.6' ? {} : { status: 'Accepted' });
  });
  for (const word of ['Downloading', 'Downloaded', 'Installing', 'Installed'])
    await station().call('FirmwareStatusNotification', { status: word, ...numbered(asked) });
  await command('get-log', { location: 'https://files.example/logs', kind: 'security' }, async () => {
    asked = await station().answer('GetLog', { status: 'Accepted', filename: 'day.log' });
  });
  for (const word of ['Uploading', 'Uploaded'])
    await station().call('LogStatusNotification', { status: word, ...numbered(asked) });
}

/** We sign it, and deliver it by ourselves. */
async function renewCertificate({ version, station }: Life, stationId: string): Promise<void> {
  const csr = await makeCsr(`CN=${stationId}, O=Ipê`);
  const type = version === '1.6' ? {} : { certificateType: 'ChargingStationCertificate' };
  await station().call('SignCertificate', { csr, ...type });
  await station().answer('CertificateSigned', { status: 'Accepted' });
}

async function talkOfVendors({ station, command, raw }: Life): Promise<void> {
  await station().call('DataTransfer', { vendorId: 'br.ipe', messageId: 'Mood', data: `{"idTag":"${longToken}"}` });
  await command('transfer-data', { vendorId: 'br.ipe', messageId: 'Paint' }, () =>
    station().answer('DataTransfer', { status: 'Accepted' }),
  );
  const clearing = raw('ClearCache', {});
  await station().answer('ClearCache', { status: 'Accepted' });
  await clearing;
}

/** As long as the hash that stands for it in OCPP 1.6, so that the data that holds it keeps its length. */
const longToken = 'CARD-OF-DORA-1234567';

/** Nothing of this may end the connection, and all of it is in the books. */
async function misbehave({ version, station }: Life): Promise<void> {
  await station().ask([2, 'odd-1', 'Dance', { tempo: 120 }]);
  await station().ask('[2,"odd-2","StatusNotification",{"connectorId":1');
  const session = version === '1.6' ? 'StopTransaction' : 'TransactionEvent';
  await station().ask([2, 'odd-3', session, { idTag: 'CARD-ANA', transactionId: 'none' }]);
  if (version === '1.6')
    await station().ask([
      2,
      'odd-4',
      'MeterValues',
      { connectorId: '1', meterValue: [{ timestamp: dayOf(13), sampledValue: [{ value: 5 }] }] },
    ]);
}

async function reports({ station, command }: Life): Promise<void> {
  let asked: Record<string, unknown> = {};
  await command('get-report', { base: 'full' }, async () => {
    asked = await station().answer('GetBaseReport', { status: 'Accepted' });
  });
  const about = { requestId: asked['requestId'], generatedAt: dayOf(14) };
  const reported = (name: string, value: string) => ({
    component: { name: 'AlignedDataCtrlr' },
    variable: { name },
    variableAttribute: [{ value, mutability: 'ReadWrite' }],
  });
  await station().call('NotifyReport', { ...about, seqNo: 0, tbc: true, reportData: [reported('Interval', '900')] });
  await station().call('NotifyReport', { ...about, seqNo: 1, reportData: [reported('Available', 'true')] });

  const voltage = { component: { name: 'EVSE', evse: { id: 1 } }, variable: { name: 'ACVoltage' } };
  const monitor = { name: 'EVSE@1.ACVoltage', type: 'upper-threshold', value: 253, severity: 3 };
  await command('set-monitors', { monitors: [monitor] }, () =>
    station().answer('SetVariableMonitoring', {
      setMonitoringResult: [{ ...voltage, id: 7, type: 'UpperThreshold', severity: 3, status: 'Accepted' }],
    }),
  );
  await station().call('NotifyEvent', {
    generatedAt: dayOf(14, 5),
    seqNo: 0,
    eventData: [
      {
        ...voltage,
        eventId: 1,
        timestamp: dayOf(14, 5),
        trigger: 'Alerting',
        actualValue: '255',
        eventNotificationType: 'CustomMonitor',
        variableMonitoringId: 7,
      },
    ],
  });
  await command('set-display-message', { text: 'Bem-vindo' }, () =>
    station().answer('SetDisplayMessage', { status: 'Accepted' }),
  );
  const needs = { requestedEnergyTransfer: 'DC', dcChargingParameters: { evMaxCurrent: 200, evMaxVoltage: 800 } };
  await station().call('NotifyEVChargingNeeds', { evseId: 1, chargingNeeds: needs });
  await station().call('NotifyChargingLimit', { evseId: 1, chargingLimit: { chargingLimitSource: 'EMS' } });
}

async function onlyIn21({ station }: Life): Promise<void> {
  const params = { interval: 10, values: 5 };
  await station().call('OpenPeriodicEventStream', { constantStreamData: { id: 1, params, variableMonitoringId: 7 } });
  for (let sent = 0; sent < 20; sent += 1) {
    const data = [{ t: sent, v: String(230 + sent) }];
    const stream = { id: 1, pending: 0, basetime: dayOf(15), data };
    station().send(JSON.stringify([6, `stream-${sent}`, 'NotifyPeriodicEventStream', stream]));
  }
  await station().call('NotifyDERAlarm', {
    controlType: 'FreqDroop',
    gridEventFault: 'OverFrequency',
    timestamp: dayOf(15, 5),
  });
  await station().call('BatterySwap', {
    batteryData: [{ evseId: 1, serialNumber: 'B-1', soC: 20, soH: 99 }],
    eventType: 'BatteryIn',
    idToken: { idToken: 'CARD-ANA', type: 'ISO14443' },
    requestId: 5,
  });
  await station().call('NotifySettlement', {
    transactionId: 'TX-5',
    pspRef: 'psp-1',
    status: 'Settled',
    settlementAmount: 12.5,
    settlementTime: dayOf(15, 6),
  });
}

async function restart(life: Life): Promise<void> {
  await life.command('reset', { when: 'idle' }, () => life.station().answer('Reset', { status: 'Accepted' }));
  await life.reconnect({ boots: true });
}

/** The connection ends while we wait for an answer. */
async function leaveUnanswered(life: Life): Promise<void> {
  const { station, command } = life;
  await command('unlock', { evseId: 1 }, async () => {
    await station().next();
    await life.disconnect();
  });
  await life.reconnect({ boots: true });
}

/** At the end of the day one session still runs. */
async function startAndStay({ version, station }: Life): Promise<void> {
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
