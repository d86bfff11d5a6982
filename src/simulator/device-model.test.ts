import { expect, test } from 'vitest';
import { accepting, type SmallServer, startSmallServer } from '../../test/support/small-station-server.ts';
import { startAccepted } from '../../test/support/test-station.ts';

const two = ['2.0.1', '2.1'] as const;
const heartbeat = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } };
const power = { component: { name: 'EVSE', evse: { id: 1 } }, variable: { name: 'Power' } };
const powerPlace = { component: 'EVSE', evseId: 1, variable: 'Power' };

const ask = async (server: SmallServer, action: string, payload: object) =>
  (await server.ask('CP-1', action, payload)) as { answer: Record<string, unknown> };

test('a 1.6 station takes a new configuration, except where it cannot', async () => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server, { version: '1.6' });
  const change = async (key: string, value: string) =>
    (await ask(server, 'ChangeConfiguration', { key, value })).answer;
  expect(await change('HeartbeatInterval', '60')).toEqual({ status: 'Accepted' });
  expect(station.heartbeatSeconds).toBe(60);
  expect(await change('HeartbeatInterval', 'often')).toEqual({ status: 'Rejected' });
  expect(await change('NumberOfConnectors', '9')).toEqual({ status: 'Rejected' });
  expect(await change('Colour', 'blue')).toEqual({ status: 'NotSupported' });
  const { answer } = await ask(server, 'GetConfiguration', { key: ['heartbeatinterval'] });
  expect(answer).toEqual({ configurationKey: [{ key: 'heartbeatinterval', readonly: false, value: '60' }] });
});

test.each(two)('OCPP %s: a station takes new variables, except where it cannot', async (version) => {
  await using server = await startSmallServer({ answer: accepting() });
  await using station = await startAccepted(server, { version });
  const set = async (about: object, attributeValue: string) => {
    const { answer } = await ask(server, 'SetVariables', { setVariableData: [{ ...about, attributeValue }] });
    return (answer['setVariableResult'] as { attributeStatus: string }[])[0]?.attributeStatus;
  };
  expect(await set(heartbeat, '60')).toBe('Accepted');
  expect(station.heartbeatSeconds).toBe(60);
  expect(await set(heartbeat, '0')).toBe('Rejected');
  expect(await set({ ...heartbeat, attributeType: 'Target' }, '60')).toBe('NotSupportedAttributeType');
  expect(await set({ component: { name: 'Espresso' }, variable: { name: 'Heat' } }, '9')).toBe('UnknownComponent');
  const priority = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'NetworkConfigurationPriority' } };
  expect(await set(priority, '2,1')).toBe('Rejected'); // nothing is known of slot 2
  const connectionData = {
    ocppCsmsUrl: server.url,
    ocppVersion: 'OCPP20',
    ocppInterface: 'Wired0',
    ocppTransport: 'JSON',
    messageTimeout: 30,
    securityProfile: 0,
  };
  await ask(server, 'SetNetworkProfile', { configurationSlot: 2, connectionData });
  expect(await set(priority, '2,1')).toBe('RebootRequired');
});

test.each(two)('OCPP %s: a report comes in parts that follow each other', async (version) => {
  await using server = await startSmallServer({ answer: accepting() });
  await using _station = await startAccepted(server, { version });
  const asked = { requestId: 5, reportBase: 'FullInventory' };
  expect(await ask(server, 'GetBaseReport', asked)).toEqual({ answer: { status: 'Accepted' } });
  await server.until(() => reports(server).some(({ tbc }) => tbc === false));
  expect(reports(server).map(({ seqNo }) => seqNo)).toEqual(reports(server).map((_, index) => index));
  expect(reports(server).length).toBeGreaterThan(1);
  const criteria = { requestId: 6, componentVariable: [{ component: { name: 'Espresso' } }] };
  expect(await ask(server, 'GetReport', criteria)).toEqual({ answer: { status: 'EmptyResultSet' } });
});

function reports(server: SmallServer): Record<string, unknown>[] {
  return server.calls.filter(({ action }) => action === 'NotifyReport').map(({ payload }) => payload);
}

test.each(two)(
  'OCPP %s: a station tells when a watched value crosses its line, and when it is back',
  async (version) => {
    await using server = await startSmallServer({ answer: accepting() });
    await using station = await startAccepted(server, { version });
    const { answer } = await ask(server, 'SetVariableMonitoring', {
      setMonitoringData: [{ ...power, type: 'UpperThreshold', value: 11_000, severity: 3 }],
    });
    expect(answer).toMatchObject({ setMonitoringResult: [{ status: 'Accepted', id: 1 }] });
    for (const value of ['10000', '12000', '12500', '9000']) station.observe(powerPlace, value);
    await server.received('NotifyEvent', 2);
    const events = server.calls
      .filter(({ action }) => action === 'NotifyEvent')
      .map(({ payload }) => payload['eventData']);
    expect(events).toMatchObject([
      [{ eventId: 1, trigger: 'Alerting', actualValue: '12000', variableMonitoringId: 1 }],
      [{ eventId: 2, trigger: 'Alerting', actualValue: '9000', cleared: true, cause: 1 }],
    ]);
  },
);

test('a 2.1 station streams a watched value once the server lets it', async () => {
  const answer = accepting();
  await using server = await startSmallServer({
    answer: (call) => (call.action === 'OpenPeriodicEventStream' ? { status: 'Accepted' } : answer(call)),
  });
  await using station = await startAccepted(server, { version: '2.1' });
  await ask(server, 'SetVariableMonitoring', {
    setMonitoringData: [{ ...power, type: 'Periodic', value: 1, severity: 8, periodicEventStream: { values: 2 } }],
  });
  await server.received('OpenPeriodicEventStream');
  await expect.poll(() => station.streams.all.length).toBe(1);
  for (const value of ['1', '2', '3', '4']) station.observe(powerPlace, value);
  const sent = () => server.frames.filter(([type]) => type === 6);
  await server.until(() => sent().length === 2);
  expect(sent()).toMatchObject([
    [6, expect.any(String), 'NotifyPeriodicEventStream', { id: 1, data: [{ v: '1' }, { v: '2' }] }],
    [6, expect.any(String), 'NotifyPeriodicEventStream', { id: 1, data: [{ v: '3' }, { v: '4' }] }],
  ]);
  expect(await ask(server, 'AdjustPeriodicEventStream', { id: 1, params: { values: 1 } })).toEqual({
    answer: { status: 'Accepted' },
  });
  await ask(server, 'ClearVariableMonitoring', { id: [1] });
  expect((await server.received('ClosePeriodicEventStream')).payload).toEqual({ id: 1 });
  expect(await ask(server, 'GetPeriodicEventStream', {})).toEqual({ answer: {} });
});
