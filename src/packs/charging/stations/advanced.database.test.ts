import { expect, test } from 'vitest';
import { openAgentRooms } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { bootPayload, connectRaw } from '../../../../test/support/raw-station.ts';
import { apply, approved, callTool, carryOut, contextOf, refusalOf } from '../../../../test/support/tool-calls.ts';
import { commandManyChargePoints } from './command-many-charge-points.ts';
import { isGuardedSetting, isSecretSetting } from './configuration-names.ts';

const configure = 'update_charge_point_configuration';

test.each([
  ['1.6', 'OCPPCommCtrlr.HeartbeatInterval'],
  ['2.0.1', 'HeartbeatInterval'],
] as const)('a setting of OCPP %s is changed by its name %s', async (version, name) => {
  await using door = await openAgentRooms();
  const place = { component: { name: 'OCPPCommCtrlr' }, variable: { name: 'HeartbeatInterval' } };
  await using station = await connectAnswering(door.ocpp, {
    stationId: 'CP-7',
    version,
    answers: {
      ChangeConfiguration: () => ({ status: 'RebootRequired' }),
      SetVariables: () => ({ setVariableResult: [{ ...place, attributeStatus: 'RebootRequired' }] }),
    },
  });
  const given = { charge_point_id: 'CP-7', settings: [{ name, value: '300' }] };
  const { data } = await callTool(door, configure, given);
  expect(data).toMatchObject({
    effect: 'Changes one setting of the charge point.',
    details: {
      changes: [{ name: 'OCPPCommCtrlr.HeartbeatInterval', reported_value_before: null, value_after: '300' }],
    },
  });
  const { text, result } = await carryOut(door, configure, given);
  expect(text).toBe('The charge point took 1 of 1 settings. It counts after a restart: reset_charge_point.');
  expect(result).toMatchObject({ is_done: true, needs_restart: true, settings: [{ status: 'reboot-required' }] });
  expect(station.asked).toEqual([
    version === '1.6'
      ? { action: 'ChangeConfiguration', payload: { key: 'HeartbeatInterval', value: '300' } }
      : { action: 'SetVariables', payload: { setVariableData: [expect.objectContaining({ attributeValue: '300' })] } },
  ]);
});

test('a value that was changed in the meantime stops the change', async () => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '1.6' });
  const given = (value: string) => ({ charge_point_id: 'CP-7', settings: [{ name: 'HeartbeatInterval', value }] });
  const id = await approved(door, configure, given('300'));
  await carryOut(door, configure, given('60'));
  await expect(apply(door, id)).rejects.toThrow(/this has changed: values_before/);
  expect(station.asked).toHaveLength(1);
  const twice = [...given('1').settings, { name: 'OCPPCommCtrlr.HeartbeatInterval', value: '2' }];
  await expect(callTool(door, configure, { charge_point_id: 'CP-7', settings: twice })).rejects.toThrow(/named twice/);
});

const guarded = [
  ...[
    'AuthorizationKey',
    'authorizationkey',
    'SecurityCtrlr.BasicAuthPassword',
    'SecurityProfile',
    'Vendor.AdminPassword',
  ],
  ...['SecurityCtrlr.AdditionalRootCertificateCheck', 'NetworkConfiguration[1].OcppCsmsUrl', 'CentralSystemURL'],
  ...[
    'OCPPCommCtrlr.NetworkConfigurationPriority',
    'OCPPCommCtrlr.ActiveNetworkProfile',
    'simPin',
    'APNName',
    'ocppServer',
  ],
  ...['ChargingStation.Identity', 'BackendURL', 'ClockCtrlr.NtpServerUri', 'ClockCtrlr.NtpSource'],
  ...['CsmsAddress', 'OcppAddress', 'OCPPDomain', 'Proxy', 'DefaultGateway', 'DnsAddress', 'OcppWsPath', 'OcppPort'],
  ...['FirmwareUpdateAddress', 'remotesSHenabled', 'TelnetEnabled', 'SFTPEnabled', 'WiFi.SSID', 'VpnUser', 'Modem.APN'],
];

test.each(guarded)('%s is never changed through tools', async (name) => {
  expect(isGuardedSetting(name)).toBe(true);
});

const secrets = [
  ...['WifiPassphrase', 'WiFi.PSK', 'AdminPasscode', 'AccessToken', 'AuthToken', 'ApiKeyValue', 'SimPuk', 'SimPin'],
  ...['ServiceCode', 'MaintenanceCode', 'FtpPwd', 'WebPaymentsCtrlr.SharedSecret', 'Vendor.Key[1]', 'AuthorizationKey'],
];

test.each(secrets)('the value of %s is shown to nobody, and never changed through tools', (name) => {
  expect(isSecretSetting(name)).toBe(true);
  expect(isGuardedSetting(name)).toBe(true);
});

test('what is guarded is refused before anything is looked up, and the usual settings are not guarded', async () => {
  await using door = await openAgentRooms();
  const settings = [{ name: 'AuthorizationKey', value: '00' }];
  await expect(callTool(door, configure, { charge_point_id: 'CP-7', settings })).rejects.toMatchObject({
    code: 'NOT_ALLOWED',
  });
  const usual = [
    'HeartbeatInterval',
    'MeterValueSampleInterval',
    'ConnectionTimeOut',
    'LocalAuthListEnabled',
    'TxCtrlr.StopTxOnInvalidId',
    ...[
      'AuthCtrlr.SupportedIdTokenTypes',
      'MaxCurrentPerPhase',
      'SoftPowerLimit',
      'ReservationCtrlr.Support',
      'CountryCode',
    ],
  ];
  expect(usual.filter((name) => isGuardedSetting(name) || isSecretSetting(name))).toEqual([]);
});

test('whoever approves sees the whole of what is sent, or nobody is asked', async () => {
  await using door = await openAgentRooms();
  await using _station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '1.6' });
  const given = (value: string) => ({ charge_point_id: 'CP-7', settings: [{ name: 'Vendor.Words', value }] });
  const long = `${'harmless,'.repeat(30)}EVIL`;
  expect((await callTool(door, configure, given(long))).data).toMatchObject({
    details: { changes: [{ value_after: long }] },
  });
  const notShown = ['one  two', ' ends', 'e\u0301', 'x'.repeat(501)];
  for (const value of notShown) expect(await refusalOf(door, configure, given(value))).toMatch('INVALID_INPUT');
  // Whatever the setting is called.
  const elsewhere = ['see wss://evil.example/ocpp', '203.0.113.7'];
  for (const value of elsewhere) expect(await refusalOf(door, configure, given(value))).toMatch('NOT_ALLOWED');
});

test('firmware comes from an allowed host, after an administrator has approved', async () => {
  await using door = await openAgentRooms({ config: { firmwareHosts: ['firmware.example.com'] } });
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  const location = 'https://firmware.example.com/cp/2.bin';
  const install_at = '2030-01-01T00:00:00Z';
  const given = { charge_point_id: 'CP-7', location, install_at };
  const { details } = (await callTool(door, 'update_firmware', given)).data;
  expect(details).toMatchObject({ from_host: 'firmware.example.com', location, install_at, retrieve_at: null });
  const { text, result } = await carryOut(door, 'update_firmware', { charge_point_id: 'CP-7', location });
  expect(text).toBe('The charge point agreed; get_charge_point_status tells how it goes.');
  expect(result).toMatchObject({ is_done: true });
  expect(station.asked).toMatchObject([{ action: 'UpdateFirmware', payload: { firmware: { location } } }]);
  const look = () => callTool(door, 'get_charge_point_status', { charge_point_id: 'CP-7' });
  const { data } = await look();
  expect(data['upkeep']).toMatchObject({
    firmware_update: { kind: 'update', from_host: 'firmware.example.com', is_signed: false, outcome: 'accepted' },
  });
  expect(data).not.toHaveProperty('upkeep.log_upload');
  const requestId = station.asked[0]?.payload['requestId'];
  await station.call('FirmwareStatusNotification', { status: 'Downloading', requestId });
  const under = await look();
  expect(under.text).toMatch(/A firmware update is under way\.$/);
  expect(under.data).toMatchObject({ upkeep: { firmware_update: { status: 'downloading' } } });
  await station.call('FirmwareStatusNotification', { status: 'Installed', requestId });
  const after = await look();
  expect(after.text).not.toMatch(/under way/);
  expect(after.data).toMatchObject({ upkeep: { firmware_update: { status: 'installed' } } });
});

test('firmware from elsewhere, or from an address that is sent otherwise than it is shown, is refused', async () => {
  await using door = await openAgentRooms({ config: { firmwareHosts: ['firmware.example.com'] } });
  await using _station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  const refused = {
    NOT_ALLOWED: [
      'https://evil.example/2.bin',
      'https://firmware.example.com.evil.example/2.bin',
      'https://firmware.example.com:8443/2.bin',
      'https://u:p@firmware.example.com/2.bin',
    ],
    INVALID_INPUT: [
      'http://firmware.example.com/2.bin',
      'https://firmware.example.com/approved/2.4.1/../../evil.bin',
      'https://firmware.example.com/approved/%2E%2e/evil.bin',
      'https://firmware.example.com/approved/..%2fevil.bin',
      `https://firmware.example.com/${'a'.repeat(480)}/evil.bin`,
      'https://firmware.example.com/a\u200b.bin',
      'https://firmware.example.com/2.bin#',
      'https://firmware.example.com\\2.bin',
    ],
  };
  for (const [code, locations] of Object.entries(refused))
    for (const location of locations)
      expect(`${location} ${await refusalOf(door, 'update_firmware', { charge_point_id: 'CP-7', location })}`).toMatch(
        ` ${code} `,
      );
});

test('many are asked at once, those that were named and are online', async () => {
  await using door = await openAgentRooms();
  await using old = await connectAnswering(door.ocpp, { stationId: 'CP-1', version: '1.6' });
  await using young = await connectAnswering(door.ocpp, {
    stationId: 'CP-2',
    version: '2.0.1',
    answers: { ChangeAvailability: () => ({ status: 'Rejected' }) },
  });
  const away = await connectAnswering(door.ocpp, { stationId: 'CP-3', version: '2.0.1' });
  await away[Symbol.asyncDispose]();
  await expect.poll(async () => (await door.charging.getStation('CP-3')).link.state).toBe('offline');
  const given = { charge_point_ids: ['CP-3', 'CP-2', 'CP-1'], command: 'take-out-of-service' };
  const { data } = await callTool(door, 'command_many_charge_points', given);
  expect(data).toMatchObject({
    targets: ['station:CP-1', 'station:CP-2'],
    effect:
      'Takes out of service 2 charge points. Sessions that are running there go on. 1 more are offline and left out.',
  });
  const { text, result } = await carryOut(door, 'command_many_charge_points', given);
  expect(text).toMatch(/^1 of 2 charge points accepted\./);
  expect(result).toMatchObject({
    is_done: false,
    left_out: ['CP-3'],
    outcomes: [
      { charge_point_id: 'CP-1', outcome: 'accepted' },
      { charge_point_id: 'CP-2', outcome: 'rejected', reported_status: 'Rejected' },
    ],
  });
  expect([old, young].map(({ asked }) => asked.length)).toEqual([1, 1]);
});

test('one that comes online after the approval is not touched', async () => {
  await using door = await openAgentRooms();
  await using first = await connectAnswering(door.ocpp, { stationId: 'CP-1', version: '2.0.1' });
  const away = await connectAnswering(door.ocpp, { stationId: 'CP-2', version: '2.0.1' });
  await away[Symbol.asyncDispose]();
  await expect.poll(async () => (await door.charging.getStation('CP-2')).link.state).toBe('offline');
  const given = { charge_point_ids: ['CP-1', 'CP-2'], command: 'reset-hard' };
  const id = await approved(door, 'command_many_charge_points', given);
  await using back = await connectAnswering(door.ocpp, { stationId: 'CP-2', version: '2.0.1' });
  await expect(apply(door, id)).rejects.toThrow(/this has changed: targets/);
  expect([first, back].map(({ asked }) => asked)).toEqual([[], []]);
  await expect(
    callTool(door, 'command_many_charge_points', { ...given, charge_point_ids: ['nobody'] }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('one that comes online while an approved plan is carried out is not touched either', async () => {
  await using door = await openAgentRooms();
  await using first = await connectAnswering(door.ocpp, { stationId: 'CP-1', version: '2.0.1' });
  await using late = await connectAnswering(door.ocpp, { stationId: 'CP-2', version: '2.0.1' });
  const given = { charge_point_ids: ['CP-1', 'CP-2'], command: 'put-in-service' };
  const { data } = await commandManyChargePoints({ charging: door.charging })
    .prepare(given)
    .run({ ...contextOf(), targets: ['station:CP-1'] });
  expect(data).toMatchObject({ outcomes: [{ charge_point_id: 'CP-1', outcome: 'accepted' }], left_out: ['CP-2'] });
  expect([first, late].map(({ asked }) => asked.length)).toEqual([1, 0]);
});

test('a pending charge point is accepted once an administrator has approved', async () => {
  await using door = await openAgentRooms({ unknownStations: 'pending' });
  await using station = await connectRaw(door.ocpp, 'CP-9');
  expect(await station.ask([2, 'b', 'BootNotification', bootPayload['2.0.1']])).toMatchObject([
    3,
    'b',
    { status: 'Pending' },
  ]);
  const { data } = await callTool(door, 'accept_charge_point', { charge_point_id: 'CP-9' });
  expect(data).toMatchObject({
    effect: 'Lets the charge point into the network; until now it is unknown.',
    details: { reported_by_station: { vendor: 'Ipê', model: 'Dois' } },
  });
  const { result } = await carryOut(door, 'accept_charge_point', { charge_point_id: 'CP-9' });
  expect(result).toEqual({ charge_point_id: 'CP-9', is_done: true, needs_password: false });
  expect(await station.next()).toMatchObject([
    2,
    expect.any(String),
    'TriggerMessage',
    { requestedMessage: 'BootNotification' },
  ]);
  await expect(callTool(door, 'accept_charge_point', { charge_point_id: 'CP-9' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});
