import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

/** Stations that use a transaction id again, over real sockets: each session is one of its own, and none loses energy. */
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

type Event = { type: 'Started' | 'Updated' | 'Ended'; seqNo: number; minute: number; wh: number; evse?: number };
const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const session = (evse: number, [first, second, third]: readonly number[], minutes: readonly number[], wh: number) =>
  [
    { type: 'Started', seqNo: first ?? 0, minute: minutes[0] ?? 0, wh, evse },
    { type: 'Updated', seqNo: second ?? 0, minute: minutes[1] ?? 0, wh: wh + 2000, evse },
    { type: 'Ended', seqNo: third ?? 0, minute: minutes[2] ?? 0, wh: wh + 5000, evse },
  ] satisfies Event[];

const again = [session(1, [0, 1, 2], [0, 10, 20], 1000), session(1, [0, 1, 2], [30, 40, 50], 6000)];
const patterns: Record<string, Event[]> = {
  'the same id and numbers again': again.flat(),
  'the same id while the numbers go on': [
    ...session(1, [0, 1, 2], [0, 10, 20], 1000),
    ...session(1, [3, 4, 5], [30, 40, 50], 6000),
  ],
  'one id at two EVSEs at once': session(1, [0, 1, 2], [0, 10, 20], 1000).flatMap((event, index) => [
    event,
    ...session(2, [0, 1, 2], [1, 11, 21], 70_000).slice(index, index + 1),
  ]),
};

const rows = (['ocpp2.0.1', 'ocpp2.1'] as const).flatMap((protocol) =>
  Object.keys(patterns).map((name) => ({ protocol, name })),
);

test.each(rows)('$protocol: $name', async ({ protocol, name }) => {
  const stationId = `NAME-${rows.findIndex((row) => row.protocol === protocol && row.name === name)}`;
  await using station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [protocol] });
  await ask(station, 'BootNotification', bootPayload['2.0.1']);
  const events = patterns[name] ?? [];
  for (const event of events) await tell(station, event);
  const expected = [
    { state: 'ended', energyWh: 5000, eventCount: 3 },
    { state: 'ended', energyWh: 5000, eventCount: 3 },
  ];
  expect(await sessionsOf(stationId)).toMatchObject(expected);
  for (const event of events) await tell(station, event, { offline: true }); // delivered again: nothing changes
  expect(await sessionsOf(stationId)).toMatchObject(expected);
});

test.each([1e300, 2 ** 31, 0])('an end that names the EVSE %s ends the session of its name', async (evse) => {
  const stationId = `NAME-EVSE-${String(evse).length}`;
  await using station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: ['ocpp2.1'] });
  await ask(station, 'BootNotification', bootPayload['2.0.1']);
  const [start, update, end] = session(1, [0, 1, 2], [0, 10, 20], 1000);
  for (const event of [start, update, end && { ...end, evse }]) if (event) await tell(station, event);
  expect(await sessionsOf(stationId)).toMatchObject([{ state: 'ended', energyWh: 5000 }]);
});

test('a command names the running session as the station does', async () => {
  await using station = await connectRaw(sigec.addresses.ocpp, 'NAME-STOP', { protocols: ['ocpp2.0.1'] });
  await ask(station, 'BootNotification', bootPayload['2.0.1']);
  for (const event of again.flat().slice(0, 4)) await tell(station, event);
  const running = (await sessionsOf('NAME-STOP')).find(({ state }) => state === 'running');
  const stopping = sigec.api.post(`/api/sessions/${running?.id}/stop?wait=0`, { why: 'test' });
  for (;;) {
    const frame = (await station.next()) as [number, string, string, unknown];
    if (frame[2] !== 'RequestStopTransaction') {
      station.send(JSON.stringify([4, frame[1], 'NotSupported', '', {}]));
      continue;
    }
    expect(frame[3]).toEqual({ transactionId: 'T1' });
    station.send(JSON.stringify([3, frame[1], { status: 'Accepted' }]));
    break;
  }
  await stopping;
});

async function tell(station: RawStation, { type, seqNo, minute, wh, evse = 1 }: Event, more = {}): Promise<void> {
  const timestamp = at(minute);
  await ask(station, 'TransactionEvent', {
    eventType: type,
    timestamp,
    triggerReason: 'MeterValuePeriodic',
    seqNo,
    transactionInfo: { transactionId: 'T1' },
    evse: { id: evse, connectorId: 1 },
    meterValue: [{ timestamp, sampledValue: [{ value: wh }] }],
    ...more,
  });
}

let messages = 0;

async function ask(station: RawStation, action: string, payload: object): Promise<void> {
  const id = `n${(messages += 1)}`;
  const answer = (await station.ask([2, id, action, payload])) as unknown[];
  expect(answer.slice(0, 2)).toEqual([3, id]);
}

async function sessionsOf(stationId: string): Promise<Session[]> {
  return (await sigec.api.get<SessionPage>(`/api/sessions?stationId=${stationId}&limit=100`)).sessions;
}
