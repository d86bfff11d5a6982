import { expect, test } from 'vitest';
import { type AgentRooms, openAgentRooms } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { sessionStation } from '../../../../test/support/session-station.ts';
import { callTool, person } from '../../../../test/support/tool-calls.ts';

const at = '2026-03-01T08:00:00Z';

test('what is charging is found in every OCPP version, by the words of any of them', async () => {
  await using door = await openAgentRooms();
  await using old = await connectAnswering(door.ocpp, { stationId: 'A-16', version: '1.6' });
  await old.call('StatusNotification', { connectorId: 1, status: 'Charging', errorCode: 'NoError', timestamp: at });
  await old.call('StatusNotification', { connectorId: 2, status: 'Available', errorCode: 'NoError', timestamp: at });
  await old.call('StatusNotification', { connectorId: 3, status: 'SuspendedEV', errorCode: 'NoError', timestamp: at });
  await using young = await connectAnswering(door.ocpp, { stationId: 'B-201', version: '2.0.1' });
  for (const evseId of [1, 2, 3])
    await young.call('StatusNotification', { evseId, connectorId: 1, connectorStatus: 'Occupied', timestamp: at });
  const begin = (evseId: number, chargingState: string) =>
    young.call('TransactionEvent', {
      eventType: 'Started',
      timestamp: new Date().toISOString(),
      triggerReason: 'Authorized',
      seqNo: 0,
      transactionInfo: { transactionId: `T-${evseId}`, chargingState },
      evse: { id: evseId, connectorId: 1 },
    });
  await begin(1, 'Charging');
  await begin(2, 'SuspendedEV');

  expect(await placesOf(door, { status: 'Charging' })).toEqual(['A-16 1', 'B-201 1']);
  expect(await placesOf(door, { status: 'charging' })).toEqual(['A-16 1', 'B-201 1']);
  expect(await placesOf(door, { status: 'SuspendedEV' })).toEqual(['A-16 3', 'B-201 2']);
  expect(await placesOf(door, { status: 'suspended' })).toEqual(['A-16 3', 'B-201 2']);
  expect(await placesOf(door, { status: 'Occupied' })).toEqual(['A-16 1', 'A-16 3', 'B-201 1', 'B-201 2', 'B-201 3']);
  const { data } = await callTool(door, 'list_available_connectors');
  expect(data['connectors']).toMatchObject([
    { charge_point_id: 'A-16', evse_id: 2, status: 'available', is_online: true },
  ]);

  const first = await callTool(door, 'list_connectors_by_status', { status: 'Occupied', limit: 1 });
  const second = await callTool(door, 'list_connectors_by_status', { status: 'Occupied', after: first.data['next'] });
  expect([first.data, second.data].flatMap((page) => placesIn(page))).toEqual([
    ...['A-16 1', 'A-16 3', 'B-201 1', 'B-201 2', 'B-201 3'],
  ]);
  expect(second.data['next']).toBeUndefined();
  const none = await callTool(door, 'list_connectors_by_status', { status: 'Faulted' });
  expect(none.text).toBe('No connector is in this status.');
  await expect(callTool(door, 'list_connectors_by_status', { status: 'Melting' })).rejects.toThrow(
    /status accepts one of/,
  );
});

test.each([
  ['1.6', 'HeartbeatInterval'],
  ['1.6', 'OCPPCommCtrlr.HeartbeatInterval'],
  ['2.0.1', 'HeartbeatInterval'],
  ['2.0.1', 'OCPPCommCtrlr.HeartbeatInterval'],
] as const)('a setting of OCPP %s is found as %s', async (version, name) => {
  await using door = await openAgentRooms();
  await using _station = await connectAnswering(door.ocpp, {
    stationId: 'CP-7',
    version,
    answers: {
      GetConfiguration: () => ({
        configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '\u001b[31m300' }],
      }),
      GetVariables: () => ({
        getVariableResult: [
          {
            attributeStatus: 'Accepted',
            attributeValue: '\u001b[31m300',
            component: { name: 'OCPPCommCtrlr' },
            variable: { name: 'HeartbeatInterval' },
          },
        ],
      }),
    },
  });
  const unknown = await callTool(door, 'get_charge_point_configuration', { charge_point_id: 'CP-7', names: [name] });
  expect(unknown.data).toMatchObject({ settings: [], not_told: [name] });
  const asked = await callTool(door, 'request_charge_point_report', {
    charge_point_id: 'CP-7',
    report: 'configuration',
    names: [name],
  });
  expect(asked.data).toMatchObject({ is_done: true });
  const { data } = await callTool(door, 'get_charge_point_configuration', { charge_point_id: 'CP-7', names: [name] });
  expect(data).toMatchObject({
    not_told: [],
    settings: [{ name: 'OCPPCommCtrlr.HeartbeatInterval', ocpp16_key: 'HeartbeatInterval', reported_value: '300' }],
  });
});

test('a secret among the settings is not told, and addresses lose their passwords', async () => {
  await using door = await openAgentRooms();
  await using _station = await connectAnswering(door.ocpp, {
    stationId: 'CP-7',
    version: '1.6',
    answers: {
      GetConfiguration: () => ({
        configurationKey: [
          { key: 'AuthorizationKey', readonly: false, value: 'hunter2' },
          { key: 'WifiPassphrase', readonly: false, value: 'hunter2' },
          { key: 'BackOfficeUrl', readonly: false, value: 'wss://me:hunter2@host/x' },
          { key: 'ConnectionTimeOut', readonly: true, value: '60' },
        ],
      }),
    },
  });
  await callTool(door, 'request_charge_point_report', { charge_point_id: 'CP-7', report: 'configuration' });
  const { data } = await callTool(door, 'get_charge_point_configuration', { charge_point_id: 'CP-7' });
  expect(JSON.stringify(data)).not.toContain('hunter2');
  expect(data['settings']).toHaveLength(4);
  expect(JSON.stringify(data)).toContain('wss://host/x');
  const frames = async () =>
    JSON.stringify((await callTool(door, 'get_charge_point_messages', { charge_point_id: 'CP-7' })).data);
  await expect.poll(frames).toContain('WifiPassphrase');
  expect(await frames()).not.toContain('hunter2');
  const search = await callTool(door, 'get_charge_point_configuration', { charge_point_id: 'CP-7', search: 'timeout' });
  expect(search.data).toMatchObject({ settings: [{ ocpp16_key: 'ConnectionTimeOut', mutability: 'read-only' }] });
});

test('commands are listed with who asked, why, and how they ended', async () => {
  await using door = await openAgentRooms();
  await using _station = await connectAnswering(door.ocpp, {
    stationId: 'CP-7',
    version: '2.0.1',
    answers: { UnlockConnector: () => ({ status: 'UnlockFailed', statusInfo: { reasonCode: 'Jammed' } }) },
  });
  const ask = { stationId: 'CP-7', name: 'unlock', input: { evseId: 1 }, actor: person, why: 'stuck' };
  await door.charging.runCommand(ask);
  const { text, data } = await callTool(door, 'list_charge_point_commands', { charge_point_id: 'CP-7' });
  expect(text).toBe('The last 1 command, newest first; not accepted: 1.');
  expect(data['commands']).toMatchObject([
    {
      name: 'unlock',
      input: { evseId: 1, connectorId: 1 },
      asked_by: 'person-administrator',
      said_why: 'stuck',
      outcome: 'rejected',
      reported_status: 'UnlockFailed',
    },
  ]);
});

test('sites are listed, one with its charge points', async () => {
  await using door = await openAgentRooms();
  await using _station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  const site = { id: 'harbour', name: 'Harbour', timeZone: 'America/Sao_Paulo', currency: 'BRL' };
  await door.charging.sites.add(
    {
      ...site,
      address: { city: 'Santos', country: 'BR' },
      position: null,
      openingHours: null,
      isClosedOutside: false,
      admits: 'everyone',
      offlinePolicy: null,
      tariffFallbackText: null,
      costFallbackText: null,
    },
    person,
  );
  const place = { note: 'by the lift', admits: null };
  await door.charging.sites.placeStation({ siteId: 'harbour', stationId: 'CP-7', place, actor: person });
  expect((await callTool(door, 'list_sites')).data).toMatchObject({
    total: 1,
    sites: [{ site_id: 'harbour', city: 'Santos', time_zone: 'America/Sao_Paulo', charge_point_count: 1 }],
  });
  expect((await callTool(door, 'list_sites', { site_id: 'harbour' })).data).toMatchObject({
    sites: [{ charge_points: [{ charge_point_id: 'CP-7', note: 'by the lift' }] }],
  });
  await expect(callTool(door, 'list_sites', { site_id: 'nowhere' })).rejects.toThrow(/^No site has this site_id/);
});

test('limits that others set at the charge point are told apart from ours', async () => {
  await using door = await openAgentRooms();
  await using station = await sessionStation(door.ocpp, 'CP-7', '2.0.1');
  const none = await callTool(door, 'get_charging_limits', { charge_point_id: 'CP-7' });
  expect(none.text).toMatch(/^No limit is known/);
  await station.ask([
    2,
    'n1',
    'NotifyChargingLimit',
    {
      chargingLimit: { chargingLimitSource: 'SO', isGridCritical: true },
      chargingSchedule: [{ id: 1, chargingRateUnit: 'W', chargingSchedulePeriod: [{ startPeriod: 0, limit: 4000 }] }],
    },
  ]);
  const { data } = await callTool(door, 'get_charging_limits', { charge_point_id: 'CP-7' });
  expect(data).toMatchObject({
    charging_profiles: [],
    limits_by_others: [{ evse_id: 0, reported_source: 'SO', schedules: [{ unit: 'W', steps: [{ limit: 4000 }] }] }],
  });
});

test.each([
  'get_charge_point_configuration',
  'get_charging_limits',
  'list_charge_point_commands',
  'get_charge_point_status',
  'get_charge_point_messages',
])('%s of an unknown charge point says which tool finds the right one', async (name) => {
  await using door = await openAgentRooms();
  await expect(callTool(door, name, { charge_point_id: 'IGNORE ALL' })).rejects.toThrow(
    /^No charge point has this charge_point_id. Call list_charge_points/,
  );
});

async function placesOf(door: AgentRooms, given: object): Promise<string[]> {
  return placesIn((await callTool(door, 'list_connectors_by_status', given)).data);
}

function placesIn(data: Record<string, unknown>): string[] {
  const connectors = data['connectors'] as { charge_point_id: string; evse_id: number }[];
  return connectors.map(({ charge_point_id, evse_id }) => `${charge_point_id} ${evse_id}`);
}
