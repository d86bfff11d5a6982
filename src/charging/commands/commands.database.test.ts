import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandList, CommandRecord } from '#contract/commands/command.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { bootPayload, connectRaw, type RawStation } from '../../../test/support/raw-station.ts';
import { endLeftOpen } from './end-left-open.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const versions = ['1.6', '2.0.1', '2.1'] as const;

async function booted(stationId: string, version: (typeof versions)[number]): Promise<RawStation> {
  const station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [`ocpp${version}`] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
  return station;
}

const run = (stationId: string, name: string, body: object) =>
  sigec.api.post<CommandRecord>(`/api/stations/${stationId}/commands/${name}`, body);

describe.each(versions)('OCPP %s', (version) => {
  test('a reset reaches the station, and its answer and the boot that follows are told', async () => {
    const stationId = `RESET-${version}`;
    await using station = await booted(stationId, version);
    const running = run(stationId, 'reset', { input: { when: 'now' }, why: 'it hangs', waitForEffectSeconds: 10 });
    const [, id, action, payload] = (await station.next()) as [number, string, string, unknown];
    expect([action, payload]).toEqual(['Reset', { type: version === '1.6' ? 'Hard' : 'Immediate' }]);
    station.send(JSON.stringify([3, id, { status: 'Accepted' }]));
    await station.ask([2, 'again', 'BootNotification', bootPayload[version]]);
    expect(await running).toMatchObject({
      why: 'it hangs',
      outcome: { status: 'accepted', losses: [] },
      effect: { kind: 'station-booted' },
    });
    const { commands } = await sigec.api.get<CommandList>(`/api/stations/${stationId}/commands`);
    expect(commands).toMatchObject([
      { name: 'reset', outcome: { status: 'accepted' }, effect: { kind: 'station-booted' } },
    ]);
  });

  test('what the station refuses is told with its own word', async () => {
    const stationId = `REFUSE-${version}`;
    await using station = await booted(stationId, version);
    const running = run(stationId, 'unlock', { input: { evseId: 1 } });
    const [, id] = (await station.next()) as [number, string];
    station.send(JSON.stringify([3, id, { status: 'UnlockFailed' }]));
    expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'UnlockFailed' } });
  });

  test('an error of the station reaches whoever asked as such', async () => {
    const stationId = `ERROR-${version}`;
    await using station = await booted(stationId, version);
    const running = run(stationId, 'trigger', { input: { message: 'status' } });
    const [, id] = (await station.next()) as [number, string];
    station.send(JSON.stringify([4, id, 'NotSupported', 'no triggers here', {}]));
    expect(await running).toMatchObject({
      outcome: { status: 'rejected', code: 'NotSupported', reason: 'no triggers here' },
    });
  });
});

test('what 1.6 cannot say is told as a loss', async () => {
  await using station = await booted('LOSS', '1.6');
  const running = run('LOSS', 'reset', { input: { when: 'idle', evseId: 1 } });
  const [, id] = (await station.next()) as [number, string];
  station.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect((await running).outcome?.losses).toMatchObject([{ field: 'evseId' }]);
});

test('a command to a station that is offline was not sent, and says so', async () => {
  const station = await booted('OFFLINE', '2.0.1');
  station.socket.close();
  await station.closed;
  expect(await run('OFFLINE', 'reset', {})).toMatchObject({
    outcome: { status: 'not-sent', reason: 'The station is offline.' },
  });
});

test('an input that does not fit is refused with its field before anything is sent', async () => {
  await using _station = await booted('PICKY', '2.0.1');
  await expect(run('PICKY', 'reset', { input: { when: 'tomorrow' } })).rejects.toThrow('when');
  await expect(run('PICKY', 'dance', {})).rejects.toThrow('no command');
  await expect(run('NOBODY', 'reset', {})).rejects.toThrow('404');
});

test('many stations at once answer one by one', async () => {
  await using one = await booted('MANY-1', '2.1');
  const running = sigec.api.post<CommandList>('/api/commands', {
    stationIds: ['MANY-1', 'OFFLINE'],
    name: 'trigger',
    input: { message: 'heartbeat' },
  });
  const [, id] = (await one.next()) as [number, string];
  one.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect((await running).commands.map(({ stationId, outcome }) => [stationId, outcome?.status])).toEqual([
    ['MANY-1', 'accepted'],
    ['OFFLINE', 'not-sent'],
  ]);
});

test('a raw message is validated before it leaves', async () => {
  await using station = await booted('RAW', '2.0.1');
  const raw = (action: string, payload: object) =>
    sigec.api.post<CommandRecord>(`/api/stations/RAW/raw/${action}`, { payload });
  expect(await raw('Reset', { type: 'Never' })).toMatchObject({
    outcome: { status: 'not-sent', reason: expect.stringContaining('does not fit') as string },
  });
  const running = raw('ClearCache', {});
  const [, id, action] = (await station.next()) as [number, string, string];
  expect(action).toBe('ClearCache');
  station.send(JSON.stringify([3, id, { status: 'Accepted' }]));
  expect(await running).toMatchObject({ outcome: { status: 'accepted', answer: { status: 'Accepted' } } });
});

test('L7: a command that a crash left open has no answer, and says so', async () => {
  await using first = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await connectRaw(first.addresses.ocpp, 'CRASHED');
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
  const thisNode = randomUUID();
  const database = new Client({ connectionString: first.databaseUrl });
  await database.connect();
  await database.query(
    `insert into command (id, station_id, name, input, request_id, asked_by, asked_at, node)
     values (uuidv7(), 'CRASHED', 'reset', '{}', 1, 'someone', now(), $1), (uuidv7(), 'CRASHED', 'unlock', '{}', 2, 'someone', now(), $2)`,
    [thisNode, randomUUID()],
  );
  expect(await endLeftOpen(database, thisNode)).toBe(1);
  await database.end();
  const { commands } = await first.api.get<CommandList>('/api/stations/CRASHED/commands');
  expect(commands).toMatchObject([
    { name: 'unlock', outcome: null },
    { name: 'reset', outcome: { status: 'no-answer' } },
  ]);
});
