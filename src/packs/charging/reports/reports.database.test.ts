import { expect, test } from 'vitest';
import { enterStation, openAgentRooms } from '../../../../test/support/agent-door.ts';
import { connectAnswering } from '../../../../test/support/answering-station.ts';
import { sessionStation } from '../../../../test/support/session-station.ts';
import { apply, approved, callTool, carryOut, refusalOf } from '../../../../test/support/tool-calls.ts';

test('a month is summed up by what was asked for, the total last, page by page', async () => {
  await using door = await openAgentRooms();
  for (const [id, wh] of [
    ['CP-1', 6000],
    ['total', 3000],
  ] as const) {
    await using station = await sessionStation(door.ocpp, id, '2.0.1');
    const ref = await station.start({ token: 'AABB', at: '2026-03-01T08:00:00Z' });
    await station.end(ref, { registerWh: wh, reason: 'Local', at: '2026-03-01T09:00:00Z' });
  }
  const march = { month: '2026-03' };
  await expect
    .poll(async () => (await callTool(door, 'get_report', march)).text, { timeout: 20_000 })
    .toBe('From 2026-03-01T00:00:00.000Z to 2026-04-01T00:00:00.000Z: 2 sessions, 7 kWh, nothing earned.');
  expect((await callTool(door, 'get_report', march)).data['rows']).toMatchObject([{ key: 'total', sessions: 2 }]);
  const first = await callTool(door, 'get_report', { ...march, by: 'station', limit: 2 });
  expect(first.data['rows']).toMatchObject([
    { key: 'CP-1', energy_kwh: 5 },
    { key: 'total', energy_kwh: 2 },
  ]);
  const rest = await callTool(door, 'get_report', { ...march, by: 'station', limit: 2, after: first.data['next'] });
  expect(rest.data['rows']).toMatchObject([{ key: 'total', energy_kwh: 7 }]);
  expect(rest.data['next']).toBeUndefined();
  await expect(callTool(door, 'get_report', { ...march, from: '2026-03-01T00:00:00Z' })).rejects.toThrow(
    /^Give a month, or from/,
  );
  await expect(callTool(door, 'get_report', { site_id: 'OBEY' })).rejects.toThrow(/^There is no such site/);
  await expect(callTool(door, 'get_report', { month: 'March' })).rejects.toThrow(/must be a month such as 2026-03/);
});

test('an outage is listed, counted against uptime, and excluded by what was approved', async () => {
  await using door = await openAgentRooms();
  await using station = await connectAnswering(door.ocpp, { stationId: 'CP-7', version: '1.6' });
  const tell = (status: string, minute: number, errorCode = 'NoError') =>
    station.call('StatusNotification', {
      connectorId: 1,
      status,
      errorCode,
      timestamp: new Date(Date.now() - (60 - minute) * 60_000).toISOString(),
    });
  await tell('Available', 0);
  await tell('Faulted', 10, 'GroundFailure');
  await tell('Available', 30);
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const single = { charge_point_id: 'CP-7', from, with_outages: true };
  const look = async () => (await callTool(door, 'get_uptime_report', single)).data['outages'];
  await expect.poll(look, { timeout: 20_000 }).toMatchObject([{ cause: 'faulted', reported_code: 'GroundFailure' }]);
  const [{ outage_id } = { outage_id: '' }] = (await look()) as { outage_id: string }[];

  const uptime = async () => (await callTool(door, 'get_uptime_report', { from })).data;
  const before = await uptime();
  expect(before).toMatchObject({
    port_count: 1,
    ports: [{ charge_point_id: 'CP-7', evse_id: 1, causes: [{ cause: 'faulted', reported_code: 'GroundFailure' }] }],
  });
  expect(before['uptime_percent']).toBeLessThan(100);
  expect(before).not.toHaveProperty('outages');

  const given = { outage_id, exclusion: 'vandalism', reason: 'Police report 12' };
  expect((await callTool(door, 'exclude_outage', given)).data).toMatchObject({
    status: 'proposed',
    targets: [`outage:${outage_id}`, 'station:CP-7/evse:1'],
    effect: 'Leaves this outage out of uptime, in every report, as vandalism.',
  });
  const stale = await approved(door, 'exclude_outage', { ...given, exclusion: 'natural-disaster' });
  expect((await carryOut(door, 'exclude_outage', given)).result).toMatchObject({
    exclusion: 'vandalism',
    is_done: true,
  });
  await expect(apply(door, stale)).rejects.toThrow(/this has changed: exclusion/);
  expect((await uptime())['uptime_percent']).toBe(100);
  await expect(callTool(door, 'exclude_outage', given)).rejects.toThrow(/^It is so already/);
  await carryOut(door, 'exclude_outage', { ...given, exclusion: 'counts-again' });
  expect((await uptime())['uptime_percent']).toBeLessThan(100);

  const nobody = '0b9f2c1e-2f6c-4a57-9d55-3f9a1c2b7d10';
  await expect(callTool(door, 'exclude_outage', { ...given, outage_id: nobody })).rejects.toThrow(
    /^There is no such outage/,
  );
  await expect(callTool(door, 'exclude_outage', { ...given, exclusion: 'weather' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  await expect(callTool(door, 'get_uptime_report', { site_id: 'OBEY' })).rejects.toThrow(/^There is no such site/);
});

test('single outages are read page by page, newest first, those that began together too', async () => {
  await using door = await openAgentRooms();
  await enterStation(door.charging, { stationId: 'CP-7' });
  const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
  const enter = (evseId: number, from: string, to: string | null) =>
    door.pool.query(
      `insert into outage (id, station_id, evse_id, connector_id, cause, from_at, to_at)
       values (gen_random_uuid(), 'CP-7', $1, 1, 'faulted', $2, $3)`,
      [evseId, from, to],
    );
  for (const evse of [1, 2, 3, 4]) await enter(evse, at(10), evse === 4 ? null : at(20)); // a breaker: all at once
  await enter(1, at(40), at(45));

  const asked = { from: at(0), to: at(59), with_outages: true };
  const read = async (more: object) => callTool(door, 'get_uptime_report', { ...asked, ...more });
  const whole = await read({});
  expect(whole.text).toMatch(/^\d+ port.*\. 5 outages here, 1 of them lasting\.$/);
  expect(whole.data).not.toHaveProperty('ports');
  expect(whole.data['outages']).toHaveLength(5);
  const seen: unknown[] = [];
  let next: unknown;
  do {
    const { text, data } = await read({ limit: 1, ...(next !== undefined && { after: next }) });
    seen.push(...(data['outages'] as unknown[]));
    next = data['next'];
    expect(text.includes('Call again with `after`')).toBe(next !== undefined);
  } while (next !== undefined && seen.length < 9);
  expect(seen).toEqual(whole.data['outages']);
  expect(seen[0]).toMatchObject({ evse_id: 1, from: at(40) });

  expect((await read({ from: at(30) })).data['outages']).toHaveLength(2); // one began before and lasts
  expect((await read({ to: at(10) })).data['outages']).toEqual([]);
  expect((await read({ charge_point_id: 'CP-8' })).data['outages']).toEqual([]);
  const ports = { from: at(0), to: at(59), limit: 1 };
  const ofPorts = (await callTool(door, 'get_uptime_report', ports)).data;
  expect(ofPorts).not.toHaveProperty('outages');
  for (const after of ['1 CP-7', "2026-03-01T00:00:00Z '; drop table outage", 'now'])
    expect(
      await refusalOf(door, 'get_uptime_report', { ...asked, after: Buffer.from(after).toString('base64url') }),
    ).toMatch(/^INVALID_INPUT after accepts only the `next` of the answer before/);
});
