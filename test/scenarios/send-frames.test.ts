import { Client } from 'pg';
import { expect, test } from 'vitest';
import type { CommandRecord } from '../../src/contract/commands/command.ts';
import type { EventPage } from '../../src/contract/event.ts';
import type { MessageList } from '../../src/contract/stations/message.ts';
import type { SampleList, StreamList } from '../../src/contract/stations/streams.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const count = 1000;

async function booted(sigec: TestSigec, version: '2.0.1' | '2.1'): Promise<RawStation> {
  const station = await connectRaw(sigec.addresses.ocpp, 'STREAM', { protocols: [`ocpp${version}`] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
  return station;
}

test(`${count} messages of a stream are stored by few commits, and none is answered`, async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await booted(sigec, '2.1');
  const constantStreamData = { id: 1, params: { interval: 1, values: 2 }, variableMonitoringId: 7 };
  await station.ask([2, 'open', 'OpenPeriodicEventStream', { constantStreamData }]);

  const start = Date.parse('2026-03-01T08:00:00Z');
  for (let i = 0; i < count; i += 1) {
    const basetime = new Date(start + i * 1000).toISOString();
    const data = [
      { t: 0, v: String(i) },
      { t: 0.5, v: `${i}.5` },
    ];
    station.send(JSON.stringify([6, `n${i}`, 'NotifyPeriodicEventStream', { id: 1, pending: 0, basetime, data }]));
  }
  // Whatever comes back comes in order: the only frame is the answer to the call after them.
  expect(await station.ask([2, 'last', 'Heartbeat', {}])).toMatchObject([3, 'last', {}]);

  const { streams } = await sigec.api.get<StreamList>('/api/stations/STREAM/streams');
  expect(streams).toMatchObject([{ id: 1, messages: count, lastSample: { value: `${count - 1}.5` } }]);
  const { samples } = await sigec.api.get<SampleList>('/api/stations/STREAM/streams/1/samples?limit=1000');
  expect(samples.map(({ value }) => value)).toEqual(
    Array.from({ length: count }, (_, i) => [String(i), `${i}.5`]).flat(),
  );
  const recorded = await sigec.api.get<MessageList>(
    '/api/stations/STREAM/messages?action=NotifyPeriodicEventStream&limit=1000',
  );
  expect(recorded.messages).toHaveLength(count);
  expect(recorded.messages.every(({ answer, outcome }) => answer === null && outcome === 'heard')).toBe(true);
  expect(await commitsOf(sigec)).toBeLessThan(count / 10);
});

test('of what a station streams, only the newest is kept', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await booted(sigec, '2.1');
  await query(
    sigec,
    `insert into stream_message (station_id, stream_id, received_at, base_time, offsets_seconds, samples, pending)
     select 'STREAM', 1, now(), now(), '{0}', '{old}', 0 from generate_series(1, 10000)`,
  );
  const payload = { id: 1, pending: 0, basetime: '2026-03-01T08:00:00Z', data: [{ t: 0, v: 'new' }] };
  for (let i = 0; i < count; i += 1) station.send(JSON.stringify([6, `n${i}`, 'NotifyPeriodicEventStream', payload]));
  await station.ask([2, 'last', 'Heartbeat', {}]);
  await sigec.api.get('/api/stations/STREAM/streams'); // it waits for what is under way
  const kept = await query(
    sigec,
    'select samples[1] as value, count(*)::int from stream_message group by 1 order by 1',
  );
  expect(kept).toEqual([
    { value: 'new', count },
    { value: 'old', count: 10_000 - count },
  ]);
});

/** Rows written by one transaction bear its number. */
async function commitsOf(sigec: TestSigec): Promise<number> {
  const [row] = await query(sigec, 'select count(distinct xmin::text)::int as commits from stream_message');
  return Number(row?.['commits']);
}

async function query({ databaseUrl }: TestSigec, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a sample that the database refuses is set aside, and the others are stored', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await booted(sigec, '2.1');
  const samples = [
    { pending: 0, value: '1' },
    { pending: 99_999_999_999, value: '2' },
    { pending: 0, value: 'a\u0000b' },
    { pending: 0, value: '3' },
  ];
  for (const { pending, value } of samples) {
    const payload = { id: 1, pending, basetime: '2026-03-01T08:00:00Z', data: [{ t: 0, v: value }] };
    station.send(JSON.stringify([6, `n${value.length}`, 'NotifyPeriodicEventStream', payload]));
  }
  expect(await station.ask([2, 'last', 'Heartbeat', {}])).toMatchObject([3, 'last', {}]);
  const stored = await sigec.api.get<SampleList>('/api/stations/STREAM/streams/1/samples');
  expect(stored.samples.map(({ value }) => value)).toEqual(['1', 'a\uFFFDb', '3']);
  expect(await query(sigec, 'select from set_aside')).toHaveLength(1);
});

test("a station's answer that does not fit its schema is answered with CALLRESULTERROR, and the command fails", async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await booted(sigec, '2.1');
  const running = sigec.api.post<CommandRecord>('/api/stations/STREAM/commands/get-variables', {
    input: { variables: [{ name: 'HeartbeatInterval' }] },
  });
  const [, id] = (await station.next()) as [number, string];
  station.send(JSON.stringify([3, id, { getVariableResult: 'none' }]));
  expect(await station.next()).toMatchObject([5, id, 'TypeConstraintViolation', expect.any(String), {}]);
  expect(await running).toMatchObject({ outcome: { status: 'rejected', code: 'TypeConstraintViolation' } });
  const { messages } = await sigec.api.get<MessageList>('/api/stations/STREAM/messages?action=GetVariables');
  const frames = messages.map(({ caller, outcome, request }) => [caller, outcome, request.slice(0, 4 + id.length)]);
  expect(frames).toEqual([
    ['system', 'error', `[2,"${id}`],
    ['system', 'error', `[5,"${id}`],
  ]);
});

test('CALLRESULTERROR of a station is kept, and told as an event', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await booted(sigec, '2.1');
  station.send(JSON.stringify([5, 'boot', 'FormatViolation', 'what interval?', {}]));
  expect(await station.ask([2, 'last', 'Heartbeat', {}])).toMatchObject([3, 'last', {}]); // and it is not answered
  const { messages } = await sigec.api.get<MessageList>('/api/stations/STREAM/messages?action=BootNotification');
  expect(messages).toMatchObject([
    { outcome: 'answered' },
    { caller: 'station', outcome: 'heard', messageId: 'boot', answer: null },
  ]);
  await expect
    .poll(async () => (await sigec.api.get<EventPage>('/api/events?limit=1000')).events, { timeout: 20_000 })
    .toContainEqual(
      expect.objectContaining({
        kind: 'answer-refused',
        body: {
          messageId: 'boot',
          action: 'BootNotification',
          code: 'FormatViolation',
          description: 'what interval?',
          omitted: 0,
        },
      }),
    );
});

test('before 2.1 there are no such frames: 2.0.1 says so, and nothing is stored', async () => {
  await using sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await using station = await booted(sigec, '2.0.1');
  const payload = { id: 1, pending: 0, basetime: '2026-03-01T08:00:00Z', data: [{ t: 0, v: '1' }] };
  const answer = (await station.ask([6, 'n', 'NotifyPeriodicEventStream', payload])) as unknown[];
  expect(answer.slice(0, 3)).toEqual([4, 'n', 'MessageTypeNotSupported']);
  expect((await sigec.api.get<StreamList>('/api/stations/STREAM/streams')).streams).toEqual([]);
});
