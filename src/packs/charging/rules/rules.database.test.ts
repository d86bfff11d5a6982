import { expect, test } from 'vitest';
import { openAgentRooms } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { callTool } from '../../../../test/support/tool-calls.ts';

test('a draft says what it means and what it would have done, and sets nothing up', async () => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '1.6' });
  for (const status of ['Available', 'Faulted', 'Available', 'Faulted'])
    await station.call('StatusNotification', { connectorId: 1, status, errorCode: 'NoError' });
  const draft = async (given: object) => (await callTool(door, 'draft_rule', given)).data;
  const rule = {
    name: 'Restart when faulted',
    when: { on: 'event', kind: 'connector-status' },
    where: { stationIds: ['CP-7'] },
    if: [{ of: 'event', field: 'status', value: 'faulted' }],
    actions: [{ do: 'command', name: 'reset' }],
  };
  expect(await draft({ rule })).toMatchObject({
    tier: 'R2',
    problems: [],
    dry_run: { runs: 1, charge_points: 1, held_back: { 'cool-down': 1 } },
  });
  expect(await draft({ text: 'Tell me when CP-7 is back' })).toMatchObject({ tier: 'R0', rule: { isOnce: true } });
  expect(await draft({ rule: { ...rule, when: { on: 'event', kind: 'moon-rose' } } })).toMatchObject({
    problems: ['moon-rose is no kind of event; docs/reference/events.md lists them.'],
  });
  await expect(draft({ text: 'make me rich' })).rejects.toThrow(/none of the common forms/);
  await expect(draft({ rule: { name: 'x' } })).rejects.toThrow(/rule\.when/);
  await expect(draft({ rule: { ...rule, where: { stationIds: ['CP-8'] } } })).rejects.toThrow(/There is no station/);
  expect((await door.pool.query('select from rule')).rowCount).toBe(0);
  expect(station.asked).toEqual([]);
});
