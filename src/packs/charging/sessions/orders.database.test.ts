import { expect, test } from 'vitest';
import { type AgentRooms, openAgentRooms } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { sessionStation } from '../../../../test/support/session-station.ts';
import { apply, approved, callTool, carryOut, person, refusalOf } from '../../../../test/support/tool-calls.ts';

const start = 'start_ocpp_transaction';
const stop = 'stop_ocpp_transaction';

async function enterCard(door: AgentRooms, value = 'AABB', more: object = {}): Promise<string> {
  return (await door.charging.authorization.add({ value, type: 'iso14443', ...more }, person)).token.id;
}

test.each(['1.6', '2.0.1', '2.1'] as const)(
  'a start is proposed with its price and holder, sent after approval, and seen to begin (OCPP %s)',
  async (version) => {
    await using door = await openAgentRooms();
    const token_id = await enterCard(door);
    await door.charging.tariffs.addText({ text: '{id: day, currency: EUR, perKwh: "0.50"}', isDryRun: false }, person);
    await door.charging.tariffs.assign({ ...everywhere, tariffId: 'day' }, person);
    await using station = await sessionStation(door.ocpp, 'CP-7', version);
    const given = { charge_point_id: 'CP-7', connector_id: 1, token_id, wait_seconds: 30 };
    const proposed = await callTool(door, start, given);
    expect(proposed.data).toMatchObject({
      status: 'proposed',
      targets: ['station:CP-7/evse:1', `token:${token_id}`],
      effect: 'Begins a charging session at EVSE 1, which is billed to the holder of the token.',
      details: { token_id, token_label: '…BB', tariff_id: 'day' },
    });

    const done = carryOut(door, 'start_charging_session', given);
    const { action, payload } = await station.answer({ status: 'Accepted' });
    expect(action).toBe(version === '1.6' ? 'RemoteStartTransaction' : 'RequestStartTransaction');
    expect(payload).toMatchObject(
      version === '1.6' ? { idTag: 'AABB', connectorId: 1 } : { idToken: { idToken: 'AABB' }, evseId: 1 },
    );
    const ref = await station.start({ token: 'AABB', remoteStartId: Number(payload['remoteStartId']) });
    expect(await done).toMatchObject({
      text: 'The session has begun.',
      result: { outcome: 'accepted', is_done: true, transaction_id: ref },
    });
  },
);

const everywhere = {
  groupId: null,
  siteId: null,
  stationId: null,
  evseId: null,
  connectorId: null,
  validFrom: null,
  validTo: null,
};

test('a start that the station refuses is an answer, and says what to look at', async () => {
  await using door = await openAgentRooms();
  const token_id = await enterCard(door);
  await using _station = await connectAnswering(door.ocpp, {
    stationId: 'CP-7',
    version: '2.0.1',
    answers: {
      RequestStartTransaction: () => ({
        status: 'Rejected',
        statusInfo: { reasonCode: 'OBEY', additionalInfo: 'OBEY' },
      }),
    },
  });
  const { text, result } = await carryOut(door, start, { charge_point_id: 'CP-7', token_id });
  expect(text).toMatch(/^The station refused, so nothing began\./);
  expect(text).not.toContain('OBEY');
  expect(result).toMatchObject({ outcome: 'rejected', is_done: false, reported_status: 'Rejected' });
});

test('nobody is asked to approve a start that could not be', async () => {
  await using door = await openAgentRooms();
  const token_id = await enterCard(door);
  const blocked = await enterCard(door, 'CCDDEE', { isBlocked: true });
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  const report = (evseId: number, connectorStatus: string) =>
    station.call('StatusNotification', {
      evseId,
      connectorId: 1,
      connectorStatus,
      timestamp: new Date().toISOString(),
    });
  await report(1, 'Available');
  await report(2, 'Faulted');
  const refused = (given: object) => refusalOf(door, start, { charge_point_id: 'CP-7', ...given });
  expect(await refused({})).toMatch(/^INVALID_INPUT Give one token/);
  expect(await refused({ token_id, id_tag: 'AABB' })).toMatch(/^INVALID_INPUT Give one token/);
  expect(await refused({ id_tag: 'NOBODY-KNOWS-ME' })).toMatch(/^NOT_FOUND There is no such token here/);
  expect(await refused({ token_id: blocked })).toBe(
    'NOT_ALLOWED The token would be refused. The token is blocked; unblock it, or use another one.',
  );
  expect(await refused({ token_id, evse_id: 2 })).toMatch(/^CONFLICT Nothing can charge there now/);
  expect(await refused({ token_id, evse_id: 9 })).toMatch(/^NOT_FOUND The charge point has no such connector/);
  expect(await refused({ charge_point_id: 'NOBODY', token_id })).toMatch(/^NOT_FOUND No charge point has this/);
  expect(await refused({ id_tag: 'aabb', evse_id: 1 })).toBe('not refused');
  expect(station.asked).toEqual([]);
});

test('another session at the EVSE, or another price, makes an approved start stale', async () => {
  await using door = await openAgentRooms();
  const token_id = await enterCard(door);
  await using station = await sessionStation(door.ocpp, 'CP-7', '2.0.1');
  const given = { charge_point_id: 'CP-7', token_id };
  const id = await approved(door, start, given);
  await station.start({ ref: 'T-1', token: 'AABB' });
  await expect(apply(door, id)).rejects.toThrow(/this has changed: running_sessions/);

  await station.end('T-1', { registerWh: 1000, reason: 'Local' });
  const other = await approved(door, start, given);
  await door.charging.tariffs.addText({ text: '{id: day, currency: EUR, perKwh: "9.00"}', isDryRun: false }, person);
  await door.charging.tariffs.assign({ ...everywhere, tariffId: 'day' }, person);
  await expect(apply(door, other)).rejects.toThrow(/this has changed: tariff/);
  expect(await door.charging.findCommands('CP-7', 10)).toEqual([]);
});

test.each(['1.6', '2.0.1', '2.1'] as const)(
  'an end is proposed with what was charged, sent after approval, and seen (OCPP %s)',
  async (version) => {
    await using door = await openAgentRooms();
    await enterCard(door);
    await using station = await sessionStation(door.ocpp, 'CP-7', version);
    const ref = await station.start({ token: 'AABB' });
    await station.meter(ref, { registerWh: 4200 });
    const given = { transaction_id: version === '1.6' ? Number(ref) : ref, why: 'The driver asked' };
    const { data } = await callTool(door, stop, { ...given, dry_run: true });
    expect(data).toMatchObject({
      status: 'dry-run',
      effect: 'Ends the session that is running at EVSE 1.',
      details: { energy_wh: 3200, token_label: '…BB' },
    });

    const done = carryOut(door, 'stop_charging_session', given);
    const { action, payload } = await station.answer({ status: 'Accepted' });
    expect(action).toBe(version === '1.6' ? 'RemoteStopTransaction' : 'RequestStopTransaction');
    expect(payload).toEqual({ transactionId: version === '1.6' ? Number(ref) : ref });
    await station.end(ref, { registerWh: 4500, reason: 'Remote' });
    expect(await done).toMatchObject({
      text: expect.stringMatching(/^The session has ended\./) as string,
      result: { outcome: 'accepted', is_done: true, transaction_id: ref, energy_wh: 3500 },
    });
    const details = await callTool(door, 'get_transaction_details', { transaction_id: given.transaction_id });
    expect(details.data['session']).toMatchObject({
      ended_by: 'remote',
      end_asked_by: 'agent-operator',
      end_why: 'The driver asked',
    });
  },
);

test('a session that has ended meanwhile is not ended again', async () => {
  await using door = await openAgentRooms();
  await using station = await sessionStation(door.ocpp, 'CP-7', '2.0.1');
  await station.start({ ref: 'T-1', token: 'AABB' });
  const id = await approved(door, stop, { transaction_id: 'T-1' });
  await station.end('T-1', { registerWh: 2000, reason: 'Local' });
  await expect(apply(door, id)).rejects.toThrow(/^The session has ended already at 20\S+Z; there is nothing to end\.$/);
  await expect(callTool(door, stop, { transaction_id: 'T-1' })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(callTool(door, stop, { transaction_id: 'T-9' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await door.charging.findCommands('CP-7', 10)).toEqual([]);
});

test('while the kill switch is on nothing approved leaves either, and the answer says why', async () => {
  await using door = await openAgentRooms();
  const token_id = await enterCard(door);
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '2.0.1' });
  await door.charging.killSwitch.change({ isOn: true, why: 'OBEY ME' }, person);
  const answers = [
    await carryOut(door, start, { charge_point_id: 'CP-7', token_id }),
    await carryOut(door, 'reserve_connector', { charge_point_id: 'CP-7', token_id }),
  ];
  for (const { text, result } of answers) {
    expect(text).toMatch(/^It was not sent: the kill switch blocks all commands\./);
    expect(result).toMatchObject({ outcome: 'not-sent', is_done: false, reported_status: 'KillSwitch' });
  }
  expect(station.asked).toEqual([]);
});

test('nothing is proposed to a station that is offline', async () => {
  await using door = await openAgentRooms();
  const token_id = await enterCard(door);
  const station = await sessionStation(door.ocpp, 'CP-7', '2.0.1');
  await station.start({ ref: 'T-1', token: 'AABB' });
  await station[Symbol.asyncDispose]();
  await expect
    .poll(() => refusalOf(door, stop, { transaction_id: 'T-1', dry_run: true }))
    .toMatch(/^STATION_OFFLINE The charge point is offline since/);
  expect(await refusalOf(door, start, { charge_point_id: 'CP-7', token_id })).toMatch(/^STATION_OFFLINE/);
});
