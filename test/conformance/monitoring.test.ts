import { expect } from 'vitest';
import type { AlertList, MonitorView } from '../../src/contract/stations/monitoring.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import type { VariableView } from '../../src/contract/stations/variables.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const two = ['2.0.1', '2.1'] as const;

const voltage = { component: { name: 'EVSE', evse: { id: 1 } }, variable: { name: 'ACVoltage', instance: 'L1' } };
const name = 'EVSE@1.ACVoltage[L1]';
const at = (minute: number) => `2026-03-01T08:${String(minute).padStart(2, '0')}:00.000Z`;

/** The station watches a voltage for us. */
async function watched({ station, command }: UseCase, id = 7): Promise<void> {
  const running = command('set-monitors', { monitors: [{ name, type: 'upper-threshold', value: 253, severity: 3 }] });
  await station.answer('SetVariableMonitoring', {
    setMonitoringResult: [{ ...voltage, id, type: 'UpperThreshold', severity: 3, status: 'Accepted' }],
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { results: [{ name, id }] } } });
}

const told = (event: object) => ({
  eventId: 1,
  timestamp: at(0),
  trigger: 'Alerting',
  actualValue: '255',
  eventNotificationType: 'CustomMonitor',
  variableMonitoringId: 7,
  ...voltage,
  ...event,
});
const notify = ({ station }: UseCase, ...eventData: object[]) =>
  station.call('NotifyEvent', { generatedAt: at(0), seqNo: 0, eventData: eventData.map(told) });

useCase('N02', 'Get Monitoring report', two, async (given) => {
  const { version, station, command, view } = given;
  await watched(given, 99); // the station will have forgotten it
  const running = command('get-monitoring-report', {}, { waitForEffectSeconds: 20 });
  const asked = await station.answer('GetMonitoringReport', { status: 'Accepted' });
  expect(Object.keys(asked)).toEqual(['requestId']);
  const part = (seqNo: number, id: number, type: string) => ({
    requestId: asked['requestId'],
    generatedAt: at(0),
    seqNo,
    tbc: seqNo === 0,
    monitor: [{ ...voltage, variableMonitoring: [monitoring(version, id, type)] }],
  });
  await station.call('NotifyMonitoringReport', part(0, 1, 'UpperThreshold'));
  await station.call('NotifyMonitoringReport', part(0, 1, 'UpperThreshold')); // once more: counted once
  await station.call('NotifyMonitoringReport', part(1, 2, 'PeriodicClockAligned'));
  expect(await running).toMatchObject({ outcome: { status: 'accepted' }, effect: { kind: 'report-completed' } });
  const { monitors, lastReport } = await view<MonitorView>('monitors');
  expect(lastReport).toMatchObject({ requestId: asked['requestId'], parts: 2 });
  expect(monitors).toMatchObject([
    {
      id: 1,
      name,
      type: 'upper-threshold',
      value: 253,
      severity: 4,
      origin: version === '2.1' ? 'preconfigured' : null,
    },
    { id: 2, name, type: 'periodic-clock-aligned', learnedBy: 'report' },
  ]);
  return { messages: ['GetMonitoringReport', 'NotifyMonitoringReport', 'NotifyMonitoringReport'] };
});

function monitoring(version: OcppVersion, id: number, type: string) {
  const origin = version === '2.1' ? { eventNotificationType: 'PreconfiguredMonitor' } : {};
  return { id, type, value: 253, severity: 4, transaction: false, ...origin };
}

useCase('N02', 'Get Monitoring report by criteria, with nothing to report', two, async ({ station, command, view }) => {
  const running = command('get-monitoring-report', {
    criteria: ['delta'],
    components: [{ component: 'EVSE', evseId: 1 }],
  });
  expect(await station.answer('GetMonitoringReport', { status: 'EmptyResultSet' })).toMatchObject({
    monitoringCriteria: ['DeltaMonitoring'],
    componentVariable: [{ component: { name: 'EVSE', evse: { id: 1 } } }],
  });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'EmptyResultSet' } });
  expect(await view<MonitorView>('monitors')).toMatchObject({ monitors: [], lastReport: { completedAt: null } });
  return { messages: ['GetMonitoringReport'] };
});

useCase('N03', 'Set Monitoring Base', two, async (given) => {
  const { station, command, view } = given;
  await watched(given);
  const running = command('set-monitoring-base', { base: 'factory-default' });
  expect(await station.answer('SetMonitoringBase', { status: 'Accepted' })).toEqual({
    monitoringBase: 'FactoryDefault',
  });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await view<MonitorView>('monitors')).toMatchObject({ base: 'factory-default', level: null, monitors: [] });
  const refused = command('set-monitoring-base', { base: 'all' });
  await station.answer('SetMonitoringBase', { status: 'NotSupported' });
  expect(await refused).toMatchObject({ outcome: { status: 'rejected', code: 'NotSupported' } });
  expect(await view<MonitorView>('monitors')).toMatchObject({ base: 'factory-default' });
  return { messages: ['SetVariableMonitoring', 'SetMonitoringBase', 'SetMonitoringBase'] };
});

useCase('N04', 'Set Variable Monitoring', two, async (given) => {
  const { version, station, command, view } = given;
  const running = command('set-monitors', {
    monitors: [
      { name, type: 'delta', value: 5, severity: 6, onlyDuringSession: true },
      { component: 'Espresso', variable: 'Temperature', type: 'periodic', value: 60, severity: 8 },
      { name, type: 'target-delta', value: 2, severity: 7 },
    ],
  });
  const espresso = { component: { name: 'Espresso' }, variable: { name: 'Temperature' } };
  const asked = await station.answer('SetVariableMonitoring', {
    setMonitoringResult: [
      { ...espresso, type: 'Periodic', severity: 8, status: 'UnknownComponent' },
      { ...voltage, id: 1, type: 'Delta', severity: 6, status: 'Accepted' },
      ...(version === '2.1' ? [{ ...voltage, id: 2, type: 'TargetDelta', severity: 7, status: 'Accepted' }] : []),
    ],
  });
  expect(asked['setMonitoringData']).toMatchObject([
    { ...voltage, type: 'Delta', value: 5, transaction: true },
    { ...espresso, type: 'Periodic', value: 60 },
    ...(version === '2.1' ? [{ type: 'TargetDelta' }] : []),
  ]);
  const { outcome } = await running;
  expect(outcome).toMatchObject({ status: 'rejected', code: 'unknown-component' });
  expect(outcome?.losses).toEqual(
    version === '2.1' ? [] : [{ field: 'monitors.2.type', why: 'OCPP 2.0.1 has no monitor target-delta' }],
  );
  expect((await view<MonitorView>('monitors')).monitors).toMatchObject([
    { id: 1, name, type: 'delta', value: 5, severity: 6, onlyDuringSession: true, origin: 'custom', learnedBy: 'set' },
    ...(version === '2.1' ? [{ id: 2, type: 'target-delta' }] : []),
  ]);
  return { messages: ['SetVariableMonitoring'] };
});

useCase('N05', 'Set Monitoring Level', two, async ({ station, command, view }) => {
  const running = command('set-monitoring-level', { severity: 4 });
  expect(await station.answer('SetMonitoringLevel', { status: 'Accepted' })).toEqual({ severity: 4 });
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await view<MonitorView>('monitors')).toMatchObject({ level: 4 });
  const refused = command('set-monitoring-level', { severity: 9 });
  await station.answer('SetMonitoringLevel', { status: 'Rejected' });
  expect(await refused).toMatchObject({ outcome: { status: 'rejected' } });
  expect(await view<MonitorView>('monitors')).toMatchObject({ level: 4 });
  return { messages: ['SetMonitoringLevel', 'SetMonitoringLevel'] };
});

useCase('N06', 'Clear or remove monitoring', two, async (given) => {
  const { station, command, view } = given;
  await watched(given, 7);
  await watched(given, 8);
  const running = command('clear-monitors', { ids: [7, 8, 9] });
  const asked = await station.answer('ClearVariableMonitoring', {
    clearMonitoringResult: [
      { id: 7, status: 'Accepted' },
      { id: 8, status: 'Rejected' },
      { id: 9, status: 'NotFound' },
    ],
  });
  expect(asked).toEqual({ id: [7, 8, 9] });
  expect(await running).toMatchObject({
    outcome: {
      status: 'rejected',
      answer: {
        results: [
          { id: 7, status: 'accepted' },
          { id: 8, status: 'rejected' },
          { id: 9, status: 'not-found' },
        ],
      },
    },
  });
  expect((await view<MonitorView>('monitors')).monitors.map(({ id }) => id)).toEqual([8]);
  return { messages: ['SetVariableMonitoring', 'ClearVariableMonitoring'] };
});

useCase('N07', 'Alert Event', two, async (given) => {
  const { version, view } = given;
  await watched(given);
  const severity = version === '2.1' ? { severity: 2 } : {};
  await notify(given, { eventId: 1, techCode: 'E104', techInfo: 'over voltage', transactionId: 'S-1', ...severity });
  await notify(given, { eventId: 2, timestamp: at(1), cause: 1, actualValue: '260' });
  const { alerts: active } = await view<AlertList>('alerts?isActive=true');
  expect(active).toMatchObject([
    { eventId: 2, causedBy: 1, value: '260', clearedAt: null },
    {
      eventId: 1,
      name,
      trigger: 'alerting',
      value: '255',
      techCode: 'E104',
      techInfo: 'over voltage',
      sessionId: 'S-1',
      monitorId: 7,
      origin: 'custom',
      severity: version === '2.1' ? 2 : 3, // 2.0.1 does not tell it: the monitor's own counts
    },
  ]);
  await notify(given, { eventId: 3, timestamp: at(2), cleared: true, actualValue: '229' });
  await notify(given, { eventId: 3, timestamp: at(2), cleared: true, actualValue: '229' }); // delivered twice, kept once
  expect((await view<AlertList>('alerts?isActive=true')).alerts).toEqual([]);
  expect((await view<AlertList>('alerts')).alerts).toMatchObject([
    { eventId: 3, isClearing: true },
    { eventId: 2, clearedAt: at(2) },
    { eventId: 1, clearedAt: at(2) },
  ]);
  const { variables } = await view<VariableView>(`variables?name=${encodeURIComponent(name)}`);
  expect(variables).toMatchObject([{ attributes: [{ value: '229', learnedBy: 'event' }] }]);
  return { messages: ['SetVariableMonitoring', 'NotifyEvent', 'NotifyEvent', 'NotifyEvent'] };
});

useCase('N07', 'Alert Event of another variable clears nothing', two, async (given) => {
  const { view } = given;
  await notify(given, { eventId: 1 });
  const elsewhere = { component: { name: 'EVSE', evse: { id: 2 } } };
  await notify(given, { eventId: 2, timestamp: at(1), cleared: true, ...elsewhere });
  expect((await view<AlertList>('alerts?isActive=true')).alerts.map(({ eventId }) => eventId)).toEqual([1]);
  return { messages: ['NotifyEvent', 'NotifyEvent'] };
});

useCase('N08', 'Periodic Event', two, async (given) => {
  const { view } = given;
  await notify(
    given,
    { eventId: 1, trigger: 'Periodic', actualValue: '231' },
    { eventId: 2, trigger: 'Periodic', actualValue: '232', timestamp: at(1) },
    { eventId: 3, trigger: 'Delta', actualValue: '239', timestamp: at(2) },
  );
  expect((await view<AlertList>('alerts?trigger=periodic')).alerts).toMatchObject([
    { eventId: 2, value: '232', trigger: 'periodic' },
    { eventId: 1, value: '231' },
  ]);
  expect((await view<AlertList>('alerts?isActive=true')).alerts).toEqual([]); // nothing is wrong
  const { variables } = await view<VariableView>('variables');
  expect(variables).toMatchObject([{ name, attributes: [{ value: '239' }] }]);
  return { messages: ['NotifyEvent'] };
});
