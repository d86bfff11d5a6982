import { expect, test } from 'vitest';
import { newGroup } from '#contract/access/group.ts';
import { openAgentRooms } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { apply, approved, callTool, carryOut, person } from '../../../../test/support/tool-calls.ts';

const noDriver = {
  email: null,
  phone: null,
  note: null,
  language: null,
  groupId: null,
  places: null,
  oneAtATime: null,
};

test('drivers and their tokens are found, without addresses and without values', async () => {
  await using door = await openAgentRooms();
  const { drivers, authorization } = door.charging;
  const ana = await drivers.add(
    { ...noDriver, name: 'Ana\u202e Souza', email: 'ana@x.example', isBlocked: false },
    person,
  );
  const staff = await authorization.addGroup(newGroup.parse({ name: 'Staff' }), person);
  await drivers.add({ ...noDriver, name: 'Bia Lima', isBlocked: true, groupId: staff.id }, person);
  await authorization.add({ value: 'AABB', type: 'iso14443', driverId: ana.id, note: 'blue\u0007 card' }, person);
  await authorization.add({ value: 'CCDDEE', type: 'iso14443', isBlocked: true }, person);

  const first = await callTool(door, 'list_drivers', { limit: 1 });
  expect(first.data['drivers']).toEqual([{ driver_id: ana.id, name: 'Ana Souza', is_blocked: false, token_count: 1 }]);
  const second = await callTool(door, 'list_drivers', { limit: 1, after: first.data['next'] });
  expect(second.data['drivers']).toMatchObject([{ name: 'Bia Lima', is_blocked: true, group: 'Staff' }]);
  expect(second.data['next']).toBeUndefined();
  expect((await callTool(door, 'list_drivers', { search: 'lima' })).text).toBe('1 driver.');

  const own = await callTool(door, 'find_token', { driver_id: ana.id });
  expect(own.data['tokens']).toMatchObject([{ token_id: 'tok_4', label: '…BB', driver_id: ana.id, note: 'blue card' }]);
  expect((await callTool(door, 'find_token', { is_blocked: true })).data['tokens']).toMatchObject([
    { token_id: 'tok_6', is_blocked: true },
  ]);
  expect((await callTool(door, 'find_token', { token_id: 'tok_4' })).data['tokens']).toHaveLength(1);
  const paged = await callTool(door, 'find_token', { limit: 1 });
  expect((await callTool(door, 'find_token', { limit: 1, after: paged.data['next'] })).data['tokens']).toHaveLength(1);
  await expect(callTool(door, 'find_token', { token_id: 'tok_99' })).rejects.toThrow(/^There is no such token here/);
  await expect(callTool(door, 'find_token', { driver_id: 'Ana' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(JSON.stringify([own.data, first.data])).not.toMatch(/AABB|example/);
});

test('whether a token would be accepted is told with its questions, and what was refused is listed', async () => {
  await using door = await openAgentRooms();
  await door.charging.authorization.add({ value: 'AABB', type: 'iso14443' }, person);
  await door.charging.authorization.add({ value: 'CCDDEE', type: 'iso14443', isBlocked: true }, person);
  await using station = await connectAnswering(door.ocpp, { stationId: 'OBEY ME', version: '2.0.1' });
  const given = { charge_point_id: 'OBEY ME' };
  const yes = await callTool(door, 'try_authorization', { ...given, token_id: 'tok_4' });
  expect(yes.text).toBe('The token would be accepted.');
  expect(yes.data).toMatchObject({ status: 'accepted', token_label: '…BB', is_in_local_list: false });
  expect(yes.data['checks']).toContainEqual({ name: 'known', result: 'passed', facts: {} });
  const no = await callTool(door, 'try_authorization', { ...given, id_tag: 'CCDDEE' });
  expect(no.text).toBe('It would be refused. The token is blocked; unblock it, or use another one.');
  expect(no.data).toMatchObject({ status: 'blocked', reason: 'blocked' });
  const stranger = await callTool(door, 'try_authorization', { ...given, id_tag: 'NOBODY-KNOWS' });
  expect(stranger.data).toMatchObject({ reason: 'unknown-token' });
  await expect(callTool(door, 'try_authorization', given)).rejects.toThrow(/^Give one token/);
  await expect(callTool(door, 'try_authorization', { charge_point_id: 'X', token_id: 'tok_4' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });

  for (const idToken of ['CCDDEE', 'NOBODY-KNOWS'])
    await station.call('Authorize', { idToken: { idToken, type: 'ISO14443' } });
  const { text, data } = await callTool(door, 'list_refusals', { limit: 1 });
  expect(text).toBe('1 refusal. There are older ones.');
  expect(data).toMatchObject({ refusals: [{ charge_point_id: 'OBEY ME', reason: 'unknown-token' }] });
  const older = await callTool(door, 'list_refusals', { to: data['older_to'], charge_point_id: 'OBEY ME' });
  expect(older.data['refusals']).toContainEqual(expect.objectContaining({ reason: 'blocked', token_id: 'tok_6' }));
  expect((await callTool(door, 'list_refusals', { token_id: 'tok_4' })).data).toEqual({ refusals: [] });
});

test('a token is blocked and unblocked by what was approved, once, and only as it was looked at', async () => {
  await using door = await openAgentRooms();
  const { authorization } = door.charging;
  await authorization.add({ value: 'AABB', type: 'iso14443' }, person);
  const set = 'set_token_blocked';
  const [block, unblock] = [true, false].map((is_blocked) => ({ token_id: 'tok_4', is_blocked })) as [object, object];
  expect((await callTool(door, set, block)).data).toMatchObject({
    status: 'proposed',
    targets: ['token:tok_4'],
    effect: 'Refuses this token from now on, at every charge point. A session that is running with it goes on.',
    details: { token_label: '…BB', running_sessions: [] },
  });
  expect((await authorization.get('tok_4')).isBlocked).toBe(false);
  expect((await carryOut(door, set, block)).result).toMatchObject({ is_blocked: true, is_done: true });
  expect((await authorization.get('tok_4')).isBlocked).toBe(true);
  await expect(callTool(door, set, block)).rejects.toThrow(/blocked already/);

  const stale = await approved(door, set, unblock);
  expect((await carryOut(door, set, unblock)).result).toMatchObject({ is_blocked: false });
  await expect(apply(door, stale)).rejects.toThrow(/The token is not blocked/);
  const driven = await approved(door, set, block);
  const driver = await door.charging.drivers.add({ ...noDriver, name: 'Ana', isBlocked: false }, person);
  await authorization.change('tok_4', { driverId: driver.id }, person);
  await expect(apply(door, driven)).rejects.toThrow(/this has changed: driver_id/);
  await expect(callTool(door, set, { ...block, token_id: 'tok_77' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(callTool(door, set, { ...block, token_id: 'AABB' })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(callTool(door, set, { token_id: 'tok_4' })).rejects.toThrow(/is_blocked accepts true or false/);
});
