import { expect, test } from 'vitest';
import { openAgentRooms } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { sessionStation } from '../../../../test/support/session-station.ts';
import { apply, approved, callTool, carryOut, refusalOf } from '../../../../test/support/tool-calls.ts';

const at = '2026-03-01T08:00:00Z';
const versions = ['1.6', '2.0.1', '2.1'] as const;

test.each(versions)('a connector is unlocked after approval (OCPP %s)', async (version) => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, {
    stationId: 'CP-7',
    version,
    answers: { UnlockConnector: () => ({ status: 'Unlocked' }) },
  });
  const { text, result } = await carryOut(door, 'unlock_connector', {
    charge_point_id: 'CP-7',
    evse_id: 2,
    wait_seconds: 0,
  });
  expect(station.asked).toEqual([
    { action: 'UnlockConnector', payload: version === '1.6' ? { connectorId: 2 } : { evseId: 2, connectorId: 1 } },
  ]);
  expect(text).toMatch(/^The station says that it unlocked the connector/);
  expect(result).toMatchObject({ is_done: true, outcome: 'accepted' });
});

test('a session that began after the approval keeps its connector locked', async () => {
  await using door = await openAgentRooms();
  await using station = await sessionStation(door.ocpp, 'CP-7', '2.0.1');
  const given = { charge_point_id: 'CP-7', evse_id: 1 };
  const id = await approved(door, 'unlock_connector', given);
  await station.start({ token: 'AABB' });
  await expect(apply(door, id)).rejects.toThrow(/this has changed: running_sessions/);
  const { data } = await callTool(door, 'unlock_connector', { ...given, dry_run: true });
  expect(data).toMatchObject({
    effect: expect.stringMatching(/session that is running there may end by it/) as string,
  });
  await expect(callTool(door, 'unlock_connector', { charge_point_id: 'CP-7' })).rejects.toThrow(/evse_id accepts/);
});

test.each(versions)('a connector goes out of service, as OCPP %s can say it', async (version) => {
  await using door = await openAgentRooms();
  const report = (status: string) =>
    version === '1.6'
      ? { connectorId: 1, status, errorCode: 'NoError', timestamp: at }
      : { evseId: 1, connectorId: 1, connectorStatus: status, timestamp: at };
  await using station = await connectAnswering(door.ocpp, {
    stationId: 'CP-7',
    version,
    answers: {
      ChangeAvailability() {
        setImmediate(() => void station.call('StatusNotification', report('Unavailable'))); // after the answer
        return { status: 'Accepted' };
      },
    },
  });
  await station.call('StatusNotification', report('Available'));
  const given = { charge_point_id: 'CP-7', connector_id: 1, status: 'Unavailable' };
  const { data } = await callTool(door, 'set_connector_status', given);
  expect(data).toMatchObject({
    targets: ['station:CP-7/evse:1'],
    effect: 'Takes EVSE 1 out of service at once: nobody can charge there until it is put back.',
    details: { status_now: [{ evse_id: 1, connector_id: 1, status: 'available' }] },
  });
  const { text, result } = await carryOut(door, 'set_connector_status', given);
  const place =
    version === '1.6' ? { connectorId: 1, type: 'Inoperative' } : { evse: { id: 1 }, operationalStatus: 'Inoperative' };
  expect(station.asked).toEqual([{ action: 'ChangeAvailability', payload: place }]);
  expect(text).toBe('The charge point did it: it has reported the new status.');
  expect(result).toMatchObject({
    wanted: 'Unavailable',
    sent: 'ChangeAvailability Inoperative',
    is_scheduled: false,
    verified_by: { event_kind: 'connector-status' },
    connectors: [{ evse_id: 1, connector_id: 1, status: 'unavailable' }],
  });
});

test('a whole charge point with a session goes out of service once that has ended', async () => {
  await using door = await openAgentRooms();
  await using station = await sessionStation(door.ocpp, 'CP-7', '1.6');
  await station.start({ token: 'AABB' });
  const done = carryOut(door, 'set_connector_status', {
    charge_point_id: 'CP-7',
    connector_id: 0,
    status: 'unavailable',
  });
  expect(await station.answer({ status: 'Scheduled' })).toEqual({
    action: 'ChangeAvailability',
    payload: { connectorId: 0, type: 'Inoperative' },
  });
  expect(await done).toMatchObject({
    text: 'The charge point will do it once the session there has ended.',
    result: { is_scheduled: true, is_done: true },
  });
});

test.each(['Faulted', 'Charging', 'Reserved', 'constructor'])(
  '%s cannot be set, and the error says what can',
  async (status) => {
    await using door = await openAgentRooms();
    await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
    await expect(
      callTool(door, 'set_connector_status', { charge_point_id: 'CP-7', connector_id: 1, status }),
    ).rejects.toThrow(/^status accepts Available \(in service\) or Unavailable/);
    expect(station.asked).toEqual([]);
  },
);

test.each(versions)('a limit is set and taken away again (OCPP %s)', async (version) => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version });
  const set = { charge_point_id: 'CP-7', limit_kw: 11, minutes: 60 };
  const { result } = await carryOut(door, 'set_charging_limit', set);
  expect(result).toMatchObject({ is_done: true });
  const [sent] = station.asked;
  expect(sent?.action).toBe('SetChargingProfile');
  expect(JSON.stringify(sent?.payload)).toMatch(/"limit":11000/);
  expect(JSON.stringify(sent?.payload)).toMatch(/ChargePointMaxProfile|ChargingStationMaxProfile/);
  const { data } = await callTool(door, 'get_charging_limits', { charge_point_id: 'CP-7' });
  expect(data['charging_profiles']).toMatchObject([
    {
      evse_id: 0,
      purpose: 'charging-station-max-profile',
      state: 'active',
      unit: 'W',
      duration_seconds: 3600,
      steps: [{ limit: 11_000 }],
    },
  ]);

  const again = await callTool(door, 'set_charging_limit', { charge_point_id: 'CP-7', limit_a: 0, dry_run: true });
  expect(again.data).toMatchObject({
    effect: 'Limits the whole charge point to 0 A per phase until it is cleared, so charging pauses.',
    details: { limit_before: { steps: [{ limit: 11_000 }] } },
  });

  const away = { charge_point_id: 'CP-7', limit_kw: null };
  const plan = await callTool(door, 'set_charging_limit', { ...away, dry_run: true });
  expect(plan.data).toMatchObject({
    targets: ['station:CP-7'],
    effect:
      'Removes one limit from the charge point, and whatever else a server left there; charging there may get faster at once.',
    details: { limits: [{ charging_profile_id: result['charging_profile_id'], steps: [{ limit: 11_000 }] }] },
  });
  expect(await refusalOf(door, 'set_charging_limit', { ...away, evse_id: 1 })).toMatch(
    /^NOT_FOUND The charge point holds/,
  );
  const one = { ...away, charging_profile_id: result['charging_profile_id'] };
  const stale = await approved(door, 'set_charging_limit', one);
  const cleared = await carryOut(door, 'set_charging_limit', one);
  expect(cleared.result).toMatchObject({ is_done: true, cleared: [result['charging_profile_id']] });
  expect(station.asked.at(-1)?.action).toBe('ClearChargingProfile');
  await expect(apply(door, stale)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(station.asked).toHaveLength(2);
  expect(await refusalOf(door, 'set_charging_limit', away)).toMatch(/^NOT_FOUND The charge point holds no such limit/);
});

test('a limit that somebody else set in the meantime stops the approved one', async () => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  const id = await approved(door, 'set_charging_limit', { charge_point_id: 'CP-7', limit_kw: 50 });
  await carryOut(door, 'set_charging_limit', { charge_point_id: 'CP-7', limit_kw: 7 });
  await expect(apply(door, id)).rejects.toThrow(/this has changed: limit_before/);
  expect(station.asked).toHaveLength(1);
  const clearing = await approved(door, 'set_charging_limit', { charge_point_id: 'CP-7', limit_kw: null });
  await carryOut(door, 'set_charging_limit', { charge_point_id: 'CP-7', limit_kw: 22 });
  await expect(apply(door, clearing)).rejects.toThrow(/this has changed: limits/);
  expect(station.asked).toHaveLength(2);
});

test.each([
  [{}, /^INVALID_INPUT Give either limit_kw or limit_a/],
  [{ limit_kw: 1, limit_a: 1 }, /^INVALID_INPUT Give either limit_kw or limit_a/],
  [{ limit_kw: 1, charging_profile_id: 4 }, /^INVALID_INPUT charging_profile_id names a limit to take away/],
  [{ limit_kw: null, limit_a: 16 }, /^INVALID_INPUT limit_kw null takes limits away/],
  [{ limit_kw: null, minutes: 5 }, /^INVALID_INPUT limit_kw null takes limits away/],
  [{ limit_kw: -1 }, /limit_kw accepts a number from 0 to 2000 or null/],
  [{ limit_kw: 'null' }, /limit_kw accepts a number from 0 to 2000 or null/],
])('a limit of %o is refused with what to give instead', async (given, words) => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  expect(await refusalOf(door, 'set_charging_limit', { charge_point_id: 'CP-7', ...given })).toMatch(words);
  expect(station.asked).toEqual([]);
});

test.each(versions)('a report is asked for at once, without approval (OCPP %s)', async (version) => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version });
  const { text, data } = await callTool(door, 'request_charge_point_report', {
    charge_point_id: 'CP-7',
    report: 'status',
    connector_id: 1,
  });
  expect(text).toBe('The charge point agreed to tell it; get_charge_point_status shows it.');
  expect(data).toMatchObject({ is_done: true, outcome: 'accepted' });
  const place = version === '1.6' ? { connectorId: 1 } : { evse: { id: 1 } };
  expect(station.asked).toEqual([
    { action: 'TriggerMessage', payload: { requestedMessage: 'StatusNotification', ...place } },
  ]);
  await expect(
    callTool(door, 'request_charge_point_report', { charge_point_id: 'CP-7', report: 'boot', names: ['X'] }),
  ).rejects.toThrow(/names belongs to the report/);
  const unsaid = await callTool(door, 'request_charge_point_report', { charge_point_id: 'CP-7', report: 'session' });
  expect(unsaid.data['is_done']).toBe(version !== '1.6');
});

test.each(['1.6', '2.0.1'] as const)('a log goes to the settled place and to no other (OCPP %s)', async (version) => {
  const logUploadUrl = 'https://logs.example.com/in';
  await using door = await openAgentRooms({ config: { logUploadUrl } });
  await using station = await connectAnswering(door.ocpp, {
    stationId: 'CP-7',
    version,
    answers: {
      GetDiagnostics: () => ({ fileName: 'diag.zip' }),
      GetLog: () => ({ status: 'Accepted', filename: 'diag.zip' }),
    },
  });
  const { data } = await callTool(door, 'request_logs', { charge_point_id: 'CP-7', from: at });
  expect(data).toMatchObject({ is_done: true, reported_file_name: 'diag.zip' });
  expect(JSON.stringify(station.asked)).toContain(logUploadUrl);
  await expect(
    callTool(door, 'request_logs', { charge_point_id: 'CP-7', location: 'https://evil.example/' }),
  ).rejects.toThrow(/location is not an argument/);
  const status = await callTool(door, 'get_charge_point_status', { charge_point_id: 'CP-7' });
  expect(status.data['upkeep']).toMatchObject({ log_upload: { kind: 'diagnostics', outcome: 'accepted' } });
  expect(JSON.stringify(status.data)).not.toContain('logs.example.com');
});

test('without a settled place a log comes to an address of ours that agents never see', async () => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  const { data } = await callTool(door, 'request_logs', { charge_point_id: 'CP-7' });
  expect(data).toMatchObject({ is_done: true, outcome: 'accepted' });
  const log = station.asked[0]?.payload['log'] as { remoteLocation: string } | undefined;
  expect(log?.remoteLocation).toMatch(/^http.*\/files\/logs\/.{20,}/);
  expect(JSON.stringify(data)).not.toContain(log?.remoteLocation.split('/').at(-1));
});
