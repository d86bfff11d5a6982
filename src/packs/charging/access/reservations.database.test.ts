import { expect, test } from 'vitest';
import { type AgentRooms, openAgentRooms } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { apply, approved, callTool, carryOut, person, refusalOf } from '../../../../test/support/tool-calls.ts';

const at = () => new Date().toISOString();

async function stationWith(door: AgentRooms, version: '1.6' | '2.0.1', answers: Record<string, () => unknown> = {}) {
  await door.charging.authorization.add({ value: 'AABB', type: 'iso14443' }, person).catch(() => undefined);
  const station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version, answers });
  for (const evseId of [1, 2])
    await station.call(
      'StatusNotification',
      version === '1.6'
        ? { connectorId: evseId, status: 'Available', errorCode: 'NoError', timestamp: at() }
        : { evseId, connectorId: 1, connectorStatus: 'Available', timestamp: at() },
    );
  return station;
}

const given = { charge_point_id: 'CP-7', evse_id: 1, token_id: 'tok_4', minutes: 45 };

test.each(['1.6', '2.0.1'] as const)(
  'a reservation is proposed, made at the station and given back (OCPP %s)',
  async (version) => {
    await using door = await openAgentRooms();
    await using station = await stationWith(door, version);
    const { data } = await callTool(door, 'reserve_connector', given);
    expect(data).toMatchObject({
      status: 'proposed',
      targets: ['station:CP-7/evse:1', 'token:tok_4'],
      effect: 'Keeps EVSE 1 for one token for 45 minutes from now on; others cannot charge there meanwhile.',
      details: { token_label: '…BB' },
    });
    expect(station.asked).toEqual([]);
    const made = await carryOut(door, 'reserve_connector', given);
    expect(made).toMatchObject({ text: 'The station keeps it.', result: { is_done: true, outcome: 'accepted' } });
    expect(station.asked).toMatchObject([{ action: 'ReserveNow' }]);
    const { reservation_id } = made.result as { reservation_id: number };
    expect((await callTool(door, 'list_reservations', { status: 'active' })).data['reservations']).toMatchObject([
      { reservation_id, charge_point_id: 'CP-7', evse_id: 1, token_id: 'tok_4', status: 'active' },
    ]);

    const cancel = { charge_point_id: 'CP-7', reservation_id };
    const stale = await approved(door, 'cancel_reservation', cancel);
    const back = await carryOut(door, 'cancel_reservation', cancel);
    expect(back).toMatchObject({ text: 'It is given back.', result: { is_done: true, status: 'cancelled' } });
    expect(station.asked.at(-1)?.action).toBe('CancelReservation');
    await expect(apply(door, stale)).rejects.toThrow(/over already \(cancelled\)/);
    expect(station.asked).toHaveLength(2);
  },
);

test('what the station refuses is an answer; what cannot be is told before anybody is asked', async () => {
  await using door = await openAgentRooms();
  await using station = await stationWith(door, '2.0.1', { ReserveNow: () => ({ status: 'Occupied' }) });
  const { text, result } = await carryOut(door, 'reserve_connector', given);
  expect(text).toMatch(/^The station did not take it/);
  expect(result).toMatchObject({ is_done: false, outcome: 'rejected', reported_status: 'Occupied' });

  const refused = (tool: string, more: object) => refusalOf(door, tool, { charge_point_id: 'CP-7', ...more });
  await door.charging.authorization.change('tok_4', { isBlocked: true }, person);
  expect(await refused('reserve_connector', given)).toBe(
    'CONFLICT This token may not charge at station [charge_point_id] at that time. The token is blocked; unblock it, or use another one.',
  );
  await door.charging.authorization.change('tok_4', { isBlocked: false }, person);
  expect(await refused('reserve_connector', { token_id: 'tok_4', evse_id: 7 })).toMatch(
    /^NOT_FOUND .*no such connector/,
  );
  expect(await refused('reserve_connector', { ...given, starts_at: '2020-01-01T00:00:00Z' })).toMatch(/^INVALID_INPUT/);
  expect(await refused('reserve_connector', { evse_id: 1 })).toMatch(/^INVALID_INPUT Give one token/);
  expect(await refused('cancel_reservation', { reservation_id: 4711 })).toMatch(/^NOT_FOUND/);

  const id = await approved(door, 'reserve_connector', { ...given, evse_id: 2 });
  await station.call('TransactionEvent', {
    eventType: 'Started',
    timestamp: at(),
    triggerReason: 'Authorized',
    seqNo: 0,
    transactionInfo: { transactionId: 'T-1' },
    evse: { id: 2, connectorId: 1 },
    idToken: { idToken: 'AABB', type: 'ISO14443' },
  });
  await expect(apply(door, id)).rejects.toThrow(/is in use by session [\da-f-]{36} since/);
  expect(station.asked).toHaveLength(1);
});

test('one for later is planned while the station is offline; one for now is not', async () => {
  await using door = await openAgentRooms();
  const station = await stationWith(door, '2.0.1');
  await station[Symbol.asyncDispose]();
  await expect.poll(() => refusalOf(door, 'reserve_connector', given)).toMatch(/^STATION_OFFLINE/);
  const starts_at = new Date(Date.now() + 3_600_000).toISOString();
  const { text, result } = await carryOut(door, 'reserve_connector', { ...given, starts_at });
  expect(text).toMatch(/^It is planned/);
  expect(result).toMatchObject({ is_done: true, outcome: 'planned', starts_at });
  const { reservation_id } = result as { reservation_id: number };
  const cancel = { charge_point_id: 'CP-7', reservation_id };
  expect((await callTool(door, 'cancel_reservation', cancel)).data['effect']).not.toMatch(/offline/);
  expect((await carryOut(door, 'cancel_reservation', cancel)).result).toMatchObject({ is_done: true });
});

test.each([
  ['an error', 'rejected', /^It is given back here, but the station answered with an error and may still hold it\./],
  ['offline', 'not-sent', /^It is given back here, but the station has not been told yet and may still hold it\./],
  ['kill-switch', 'not-sent', /^It is given back here, but the station has not been told yet and may still hold it\./],
] as const)('a station that does not let a reservation go (%s) is not said to have', async (how, outcome, text) => {
  await using door = await openAgentRooms();
  await using station = await stationWith(door, '2.0.1', {
    CancelReservation: () => {
      throw new Error('no');
    },
  });
  const { reservation_id } = (await carryOut(door, 'reserve_connector', given)).result as { reservation_id: number };
  const id = await approved(door, 'cancel_reservation', { charge_point_id: 'CP-7', reservation_id });
  if (how === 'offline') {
    await station[Symbol.asyncDispose]();
    await expect.poll(async () => (await door.charging.getStation('CP-7')).link.state).toBe('offline');
  }
  if (how === 'kill-switch') await door.charging.killSwitch.change({ isOn: true, why: 'a test' }, person);
  const back = await apply(door, id);
  expect(back.text).toMatch(text);
  expect(back.result).toMatchObject({ is_done: false, status: 'cancelled', outcome });
  expect(back.result['reported_status']).toBe(how === 'an error' ? 'InternalError' : undefined);
});

test('what is called off before it was sent leaves the reservation as it is', async () => {
  await using door = await openAgentRooms();
  await using station = await stationWith(door, '2.0.1');
  const { reservation_id: id } = (await carryOut(door, 'reserve_connector', given)).result as {
    reservation_id: number;
  };
  const named = { stationId: 'CP-7', id };
  const { reservation, outcome } = await door.charging.reservations.cancel(named, person, AbortSignal.abort());
  expect(reservation.status).toBe('active');
  expect(outcome).toMatchObject({ status: 'not-sent', code: 'Cancelled' });
  expect(station.asked.map(({ action }) => action)).toEqual(['ReserveNow']);
});
