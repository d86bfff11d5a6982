import { makeCsr } from '../csr.ts';
import { dayOf, type Life } from './life.ts';

export async function chargingProfiles({ version, station, command }: Life): Promise<void> {
  const input = {
    purpose: 'tx-default-profile',
    evseId: 1,
    stackLevel: 2,
    startsAt: dayOf(10),
    unit: 'A',
    periods: [{ startSeconds: 0, limit: 16, phases: 3 }],
  };
  const { outcome } = await command('set-charging-profile', input, () =>
    station().answer('SetChargingProfile', { status: 'Accepted' }),
  );
  const second = { ...input, stackLevel: 3 };
  await command('set-charging-profile', second, () => station().answer('SetChargingProfile', { status: 'Accepted' }));
  const chargingProfileId = outcome?.answer['chargingProfileId'];
  await command('clear-charging-profiles', { chargingProfileId }, () =>
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
export async function firmwareAndLogs({ version, station, command }: Life): Promise<void> {
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
export async function renewCertificate({ version, station }: Life, stationId: string): Promise<void> {
  const csr = await makeCsr(`CN=${stationId}, O=Ipê`);
  const type = version === '1.6' ? {} : { certificateType: 'ChargingStationCertificate' };
  await station().call('SignCertificate', { csr, ...type });
  await station().answer('CertificateSigned', { status: 'Accepted' });
}

export async function talkOfVendors({ station, command, raw }: Life): Promise<void> {
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
export async function misbehave({ version, station }: Life): Promise<void> {
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

export async function reports({ station, command }: Life): Promise<void> {
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

export async function onlyIn21({ station }: Life): Promise<void> {
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
