import { expect, test } from 'vitest';
import type { NetworkProfileList } from '../../src/contract/stations/network-profiles.ts';
import type { StationVariable, VariableView } from '../../src/contract/stations/variables.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { adminKey, startSigec } from '../support/sigec.ts';
import { type UseCase, useCases } from '../support/use-case.ts';

const useCase = useCases();
const all = ['1.6', '2.0.1', '2.1'] as const;
const two = ['2.0.1', '2.1'] as const;

const heartbeat = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } };
const availability = {
  component: { name: 'Connector', evse: { id: 1, connectorId: 1 } },
  variable: { name: 'AvailabilityState' },
};
const generatedAt = '2026-03-01T08:00:00Z';

async function variable({ view }: UseCase, name: string): Promise<StationVariable | undefined> {
  const { variables } = await view<VariableView>(`variables?name=${encodeURIComponent(name)}`);
  return variables[0];
}

useCase('B05', 'Set Variables', all, async (given) => {
  const { version, station, command } = given;
  // The same words for every version: the spelling of 2.x and the key of 1.6.
  const running = command('set-variables', {
    variables: [
      { name: 'OCPPCommCtrlr.HeartbeatInterval', value: '60' },
      { name: 'ConnectionTimeOut', value: '90' },
    ],
  });
  if (version === '1.6') {
    expect(await station.answer('ChangeConfiguration', { status: 'Accepted' })).toEqual({
      key: 'HeartbeatInterval',
      value: '60',
    });
    await station.answer('ChangeConfiguration', { status: 'RebootRequired' });
  } else {
    const timeout = { component: { name: 'TxCtrlr' }, variable: { name: 'EVConnectionTimeOut' } };
    const asked = await station.answer('SetVariables', {
      setVariableResult: [
        { ...heartbeat, attributeStatus: 'Accepted' },
        { ...timeout, attributeStatus: 'RebootRequired' },
      ],
    });
    expect(asked).toEqual({
      setVariableData: [
        { ...heartbeat, attributeValue: '60' },
        { ...timeout, attributeValue: '90' },
      ],
    });
  }
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', code: 'reboot-required', losses: [] },
  });
  expect(await variable(given, 'HeartbeatInterval')).toMatchObject({
    component: 'OCPPCommCtrlr',
    key: 'HeartbeatInterval',
    attributes: [{ type: 'actual', value: '60', awaitsReboot: false, learnedBy: 'set' }],
  });
  expect(await variable(given, 'TxCtrlr.EVConnectionTimeOut')).toMatchObject({
    attributes: [{ value: '90', awaitsReboot: true }],
  });
  await station.call('BootNotification', bootPayload[version]);
  expect(await variable(given, 'ConnectionTimeOut')).toMatchObject({
    attributes: [{ value: '90', awaitsReboot: false }],
  });
  return { messages: [version === '1.6' ? 'ChangeConfiguration' : 'SetVariables', 'BootNotification'] };
});

useCase('B05', 'Set Variables, refused', all, async (given) => {
  const { version, station, command, sigec, stationId } = given;
  const running = command('set-variables', { variables: [{ name: 'HeartbeatInterval', value: 'often' }] });
  if (version === '1.6') await station.answer('ChangeConfiguration', { status: 'Rejected' });
  else
    await station.answer('SetVariables', {
      setVariableResult: [
        { ...heartbeat, attributeStatus: 'Rejected', attributeStatusInfo: { reasonCode: 'InvalidValue' } },
      ],
    });
  expect(await running).toMatchObject({
    outcome: { status: 'rejected', code: 'rejected', answer: { results: [{ status: 'rejected', value: 'often' }] } },
  });
  expect(await variable(given, 'HeartbeatInterval')).toBeUndefined();
  const post = sigec.api.post(`/api/stations/${stationId}/commands/set-variables`, {
    input: { variables: [{ name: 'AuthorizationKey', value: 'secret-secret-secret' }] },
  });
  await expect(post).rejects.toThrow('change-password');
  return { messages: [version === '1.6' ? 'ChangeConfiguration' : 'SetVariables'] };
});

useCase('B06', 'Get Variables', all, async (given) => {
  const { version, station, command } = given;
  const running = command('get-variables', {
    variables: [
      { name: 'HeartbeatInterval' },
      { component: 'Connector', evseId: 1, connectorId: 1, variable: 'AvailabilityState' },
      { name: 'Colour' },
    ],
  });
  const colour = { component: { name: 'Vendor' }, variable: { name: 'Colour' } };
  if (version === '1.6') {
    const asked = await station.answer('GetConfiguration', {
      configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }],
      unknownKey: ['Colour'],
    });
    expect(asked).toEqual({ key: ['HeartbeatInterval', 'Colour'] });
  } else {
    const asked = await station.answer('GetVariables', {
      getVariableResult: [
        { ...heartbeat, attributeStatus: 'Accepted', attributeValue: '300' },
        { ...availability, attributeStatus: 'Accepted', attributeValue: 'Available' },
        { ...colour, attributeStatus: 'UnknownComponent' },
      ],
    });
    expect(asked).toEqual({ getVariableData: [heartbeat, availability, colour] });
  }
  const { outcome } = await running;
  expect(outcome).toMatchObject({
    status: 'rejected',
    answer: { results: [{ status: 'accepted', value: '300' }, {}, {}] },
  });
  expect(outcome?.losses).toEqual(
    version === '1.6'
      ? [{ field: 'Connector@1:1.AvailabilityState', why: 'OCPP 1.6 has no configuration key for it' }]
      : [],
  );
  const read = await variable(given, 'OCPPCommCtrlr.HeartbeatInterval');
  expect(read).toMatchObject({ attributes: [{ value: '300', learnedBy: 'read' }] });
  expect(read?.attributes[0]?.ageSeconds).toBeLessThan(30);
  return { messages: [version === '1.6' ? 'GetConfiguration' : 'GetVariables'] };
});

useCase('B06', 'Get Variables in as many messages as the station wants', all, async (given) => {
  const { version, station, command } = given;
  const items = {
    component: { name: 'DeviceDataCtrlr' },
    variable: { name: 'ItemsPerMessage', instance: 'GetVariables' },
  };
  const limit = command('get-variables', { variables: [{ name: 'GetConfigurationMaxKeys' }] });
  const answer = (asked: object) => ({ ...asked, attributeStatus: 'Accepted', attributeValue: '1' });
  if (version === '1.6')
    await station.answer('GetConfiguration', {
      configurationKey: [{ key: 'GetConfigurationMaxKeys', readonly: true, value: '1' }],
    });
  else await station.answer('GetVariables', { getVariableResult: [answer(items)] });
  await limit;
  const running = command('get-variables', { variables: [{ name: 'HeartbeatInterval' }, { name: 'ResetRetries' }] });
  for (const name of ['HeartbeatInterval', 'ResetRetries']) {
    const asked = { component: { name: 'OCPPCommCtrlr' }, variable: { name } };
    if (version === '1.6')
      expect(
        await station.answer('GetConfiguration', { configurationKey: [{ key: name, readonly: false, value: '3' }] }),
      ).toEqual({ key: [name] });
    else
      expect(await station.answer('GetVariables', { getVariableResult: [answer(asked)] })).toEqual({
        getVariableData: [asked],
      });
  }
  expect(await running).toMatchObject({ outcome: { status: 'accepted' } });
  expect(await variable(given, 'ResetRetries')).toMatchObject({ attributes: [{ learnedBy: 'read' }] });
  const message = version === '1.6' ? 'GetConfiguration' : 'GetVariables';
  return { messages: [message, message, message] };
});

useCase('B07', 'Get Base Report', all, async (given) => {
  const { version, station, command, view } = given;
  const stale = command('get-variables', { variables: [{ name: 'ResetRetries' }] });
  if (version === '1.6')
    await station.answer('GetConfiguration', {
      configurationKey: [{ key: 'ResetRetries', readonly: false, value: '2' }],
    });
  else
    await station.answer('GetVariables', {
      getVariableResult: [
        {
          component: { name: 'OCPPCommCtrlr' },
          variable: { name: 'ResetRetries' },
          attributeStatus: 'Accepted',
          attributeValue: '2',
        },
      ],
    });
  await stale;

  const running = command('get-report', { base: 'full' }, { waitForEffectSeconds: 20 });
  if (version === '1.6') {
    expect(
      await station.answer('GetConfiguration', {
        configurationKey: [
          { key: 'HeartbeatInterval', readonly: false, value: '300' },
          { key: 'ChargingScheduleAllowedChargingRateUnit', readonly: true, value: 'Current' },
          { key: 'LightIntensity', readonly: false, value: '70' },
        ],
      }),
    ).toEqual({});
  } else {
    const asked = await station.answer('GetBaseReport', { status: 'Accepted' });
    expect(asked).toMatchObject({ reportBase: 'FullInventory' });
    const requestId = asked['requestId'];
    await station.call('NotifyReport', {
      requestId,
      seqNo: 0,
      tbc: true,
      generatedAt,
      reportData: [
        {
          ...heartbeat,
          variableAttribute: [{ value: '300', mutability: 'ReadWrite', persistent: true }],
          variableCharacteristics: { dataType: 'integer', unit: 's', minLimit: 10, supportsMonitoring: false },
        },
      ],
    });
    expect((await view<VariableView>('variables')).lastReport).toMatchObject({ parts: 1, completedAt: null });
    await station.call('NotifyReport', {
      requestId,
      seqNo: 1,
      generatedAt,
      reportData: [
        {
          ...availability,
          variableAttribute: [{ value: 'Available', mutability: 'ReadOnly' }],
          variableCharacteristics: {
            dataType: 'OptionList',
            valuesList: 'Available,Occupied',
            supportsMonitoring: true,
          },
        },
      ],
    });
  }
  expect(await running).toMatchObject({
    outcome: { status: 'accepted', losses: [] },
    effect: { kind: 'report-completed' },
  });
  const { variables, lastReport } = await view<VariableView>('variables');
  expect(lastReport?.completedAt).not.toBeNull();
  // What a whole report does not name, the station no longer has: ResetRetries is gone.
  expect(variables.map(({ name, key }) => [name, key])).toEqual(
    version === '1.6'
      ? [
          ['OCPPCommCtrlr.HeartbeatInterval', 'HeartbeatInterval'],
          ['SmartChargingCtrlr.RateUnit', 'ChargingScheduleAllowedChargingRateUnit'],
          ['Vendor.LightIntensity', 'LightIntensity'],
        ]
      : [
          ['Connector@1:1.AvailabilityState', null],
          ['OCPPCommCtrlr.HeartbeatInterval', 'HeartbeatInterval'],
        ],
  );
  if (version === '1.6') expect(variables[1]?.attributes).toMatchObject([{ value: 'A', mutability: 'read-only' }]);
  else
    expect(variables).toMatchObject([
      { characteristics: { dataType: 'one-of-list', values: ['Available', 'Occupied'], canBeMonitored: true } },
      { attributes: [{ mutability: 'read-write', isPersistent: true }], characteristics: { unit: 's', minLimit: 10 } },
    ]);
  return { messages: version === '1.6' ? ['GetConfiguration'] : ['GetBaseReport', 'NotifyReport', 'NotifyReport'] };
});

useCase('B07', 'Get Base Report, with nothing to report', two, async ({ station, command, view }) => {
  const running = command('get-report', { base: 'summary' });
  expect(await station.answer('GetBaseReport', { status: 'EmptyResultSet' })).toMatchObject({
    reportBase: 'SummaryInventory',
  });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'EmptyResultSet' } });
  expect(await view<VariableView>('variables')).toMatchObject({
    variables: [],
    lastReport: { parts: 0, completedAt: null },
  });
  return { messages: ['GetBaseReport'] };
});

useCase('B08', 'Get Custom Report', all, async (given) => {
  const { version, station, command, view } = given;
  const running = command('get-report', { components: [{ component: 'OCPPCommCtrlr' }], criteria: ['enabled'] });
  if (version === '1.6') {
    await station.answer('GetConfiguration', {
      configurationKey: [
        { key: 'HeartbeatInterval', readonly: false, value: '300' },
        { key: 'LocalAuthListEnabled', readonly: false, value: 'true' },
      ],
    });
  } else {
    const asked = await station.answer('GetReport', { status: 'Accepted' });
    expect(asked).toMatchObject({
      componentCriteria: ['Enabled'],
      componentVariable: [{ component: { name: 'OCPPCommCtrlr' } }],
    });
    const reportData = [{ ...heartbeat, variableAttribute: [{ value: '300' }] }];
    await station.call('NotifyReport', { requestId: asked['requestId'], seqNo: 0, generatedAt, reportData });
  }
  expect((await running).outcome).toMatchObject({
    status: 'accepted',
    losses: version === '1.6' ? [{ field: 'criteria' }] : [],
  });
  expect((await view<VariableView>('variables')).variables).toMatchObject([
    { name: 'OCPPCommCtrlr.HeartbeatInterval', attributes: [{ value: '300', mutability: 'read-write' }] },
  ]);
  return { messages: version === '1.6' ? ['GetConfiguration'] : ['GetReport', 'NotifyReport'] };
});

const profile = {
  slot: 2,
  url: 'wss://other.example/ocpp',
  version: '2.0.1',
  interface: 'wireless-0',
  securityProfile: 2,
  apn: { name: 'iot.example', authentication: 'chap', user: 'u', password: 'apn-password', simPin: 4711 },
  vpn: { type: 'ikev2', server: 'vpn.example', user: 'v', password: 'vpn-password', key: 'vpn-key' },
};

useCase('B09', 'Setting a new NetworkConnectionProfile', two, async (given) => {
  const { version, station, command, view, sigec } = given;
  const running = command('set-network-profile', { ...profile, identity: 'CP-9', password: 'sixteen-letters-' });
  const asked = await station.answer('SetNetworkProfile', { status: 'Accepted' });
  expect(asked).toMatchObject({
    configurationSlot: 2,
    connectionData: {
      ocppVersion: version === '2.1' ? 'OCPP201' : 'OCPP20',
      ocppTransport: 'JSON',
      ocppCsmsUrl: 'wss://other.example/ocpp',
      ocppInterface: 'Wireless0',
      messageTimeout: 30,
      apn: { apn: 'iot.example', apnPassword: 'apn-password' },
      ...(version === '2.1' && { identity: 'CP-9', basicAuthPassword: 'sixteen-letters-' }),
    },
  });
  const { input, outcome } = await running;
  expect(outcome?.losses.map(({ field }) => field)).toEqual(version === '2.1' ? [] : ['identity', 'password']);
  const [events, frames] = [await sigec.api.get('/api/events?limit=1000'), await view('messages?limit=1000')];
  expect(JSON.stringify([input, frames, events])).not.toMatch(/apn-password|vpn-password|vpn-key|4711|sixteen-letters/);
  expect(await view<NetworkProfileList>('network-profiles')).toMatchObject({
    profiles: [{ slot: 2, url: 'wss://other.example/ocpp', apn: 'iot.example', vpnServer: 'vpn.example', rank: null }],
    activeSlot: null,
  });
  return { messages: ['SetNetworkProfile'] };
});

useCase('B09', 'Setting a NetworkConnectionProfile, refused', two, async ({ station, command, view }) => {
  const running = command('set-network-profile', profile);
  await station.answer('SetNetworkProfile', { status: 'Rejected', statusInfo: { reasonCode: 'NoSecurityDowngrade' } });
  expect(await running).toMatchObject({ outcome: { status: 'rejected', reason: 'NoSecurityDowngrade' } });
  expect(await view<NetworkProfileList>('network-profiles')).toMatchObject({ profiles: [] });
  return { messages: ['SetNetworkProfile'] };
});

useCase('B10', 'Migrate to a new CSMS', two, async ({ station, command, view, version }) => {
  const migration = command('set-network-profile', profile);
  await station.answer('SetNetworkProfile', { status: 'Accepted' });
  await migration;
  const priority = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'NetworkConfigurationPriority' } };
  const ranking = command('set-variables', {
    variables: [{ name: 'OCPPCommCtrlr.NetworkConfigurationPriority', value: '2,1' }],
  });
  await station.answer('SetVariables', { setVariableResult: [{ ...priority, attributeStatus: 'RebootRequired' }] });
  await ranking;
  expect(await view<NetworkProfileList>('network-profiles')).toMatchObject({ profiles: [{ slot: 2, rank: 1 }] });
  const reset = command('reset', { when: 'idle' });
  await station.answer('Reset', { status: 'Accepted' });
  await reset;
  // Here it comes back to us: the new server did not take it, and it says which profile it uses.
  await station.call('BootNotification', bootPayload[version]);
  const active = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'ActiveNetworkProfile' } };
  const reading = command('get-variables', { variables: [{ name: 'OCPPCommCtrlr.ActiveNetworkProfile' }] });
  await station.answer('GetVariables', {
    getVariableResult: [{ ...active, attributeStatus: 'Accepted', attributeValue: '1' }],
  });
  await reading;
  expect(await view<NetworkProfileList>('network-profiles')).toMatchObject({ activeSlot: 1 });
  return { messages: ['SetNetworkProfile', 'SetVariables', 'Reset', 'BootNotification', 'GetVariables'] };
});

test('a template shows where stations differ from it, whatever they speak', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await connectRaw(sigec.addresses.ocpp, 'T-1', { protocols: ['ocpp1.6'] });
  await station.ask([2, 'b', 'BootNotification', bootPayload['1.6']]);
  await sigec.api.put('/api/templates/everyday', {
    variables: [
      { name: 'HeartbeatInterval', value: '300' },
      { name: 'TxCtrlr.EVConnectionTimeOut', value: '60' },
      { name: 'LocalAuthListEnabled', value: 'true' },
    ],
  });
  const running = sigec.api.post('/api/stations/T-1/commands/get-report', {});
  const [, id] = (await station.next()) as [number, string];
  const configurationKey = [
    { key: 'HeartbeatInterval', readonly: false, value: '300' },
    { key: 'ConnectionTimeOut', readonly: false, value: '120' },
  ];
  station.send(JSON.stringify([3, id, { configurationKey }]));
  await running;
  const view = await sigec.api.get<VariableView>('/api/stations/T-1/variables?template=everyday');
  expect(view.differences).toMatchObject([
    { name: 'LocalAuthListCtrlr.Enabled', expected: 'true', actual: null },
    { name: 'TxCtrlr.EVConnectionTimeOut', expected: '60', actual: '120' },
  ]);
  await expect(sigec.api.get('/api/stations/T-1/variables?template=other')).rejects.toThrow('404');
  await expect(sigec.api.get('/api/stations/nobody/variables')).rejects.toThrow('404');
  const address = `${sigec.addresses.api}/api/templates/everyday`;
  const headers = { authorization: `Bearer ${adminKey}` };
  expect((await fetch(address, { method: 'DELETE', headers })).status).toBe(204);
  expect(await sigec.api.get('/api/templates')).toEqual({ templates: [] });
});
