import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionDetail } from '../../src/contract/sessions/detail.ts';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { scale } from '../support/scale.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

/** Everything that OCPP 1.6 stations are known to do with the messages of a session, over real sockets. */
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

type Zoo = { stationId: string; call(action: string, payload: object): Promise<Answer> } & AsyncDisposable;
type Answer = { transactionId?: number; idTagInfo?: object };

let stations = 0;
let messages = 0;

/** A station of 1.6. Every message has a new id; an answer that is no result fails the test. */
async function connect(): Promise<Zoo> {
  const stationId = `ZOO-${(stations += 1)}`;
  const raw: RawStation = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: ['ocpp1.6'] });
  const call = async (action: string, payload: object) => {
    const id = `m${(messages += 1)}`;
    const answer = (await raw.ask([2, id, action, payload])) as [number, string, Answer];
    expect(answer.slice(0, 2)).toEqual([3, id]);
    return answer[2];
  };
  await call('BootNotification', bootPayload['1.6']);
  return { stationId, call, [Symbol.asyncDispose]: () => raw[Symbol.asyncDispose]() };
}

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const start = (minute: number, meterStart: number, more: object = {}) => ({
  connectorId: 1,
  idTag: 'DRIVER-1',
  meterStart,
  timestamp: at(minute),
  ...more,
});
const stop = (transactionId: number | undefined, minute: number, meterStop: number, more: object = {}) => ({
  transactionId,
  meterStop,
  timestamp: at(minute),
  ...more,
});

async function sessionsOf({ stationId }: { stationId: string }): Promise<Session[]> {
  const page = await sigec.api.get<SessionPage>(`/api/sessions?stationId=${stationId}&limit=1000`);
  return page.sessions;
}

async function oddities({ id }: Pick<Session, 'id'>): Promise<SessionDetail['oddities']> {
  return (await sigec.api.get<SessionDetail>(`/api/sessions/${id}`)).oddities;
}

test('a start that is sent five times with new message ids is one session', async () => {
  await using station = await connect();
  const answers = [];
  for (let time = 0; time < 5; time += 1) answers.push(await station.call('StartTransaction', start(0, 1000)));
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
  await station.call('StopTransaction', stop(answers[0]?.transactionId, 30, 4000));
  expect(await station.call('StartTransaction', start(0, 1000))).toEqual(answers[0]);
  expect(await sessionsOf(station)).toMatchObject([{ state: 'ended', energyWh: 3000, eventCount: 2, flags: [] }]);
});

test.each([
  ['0', 0],
  ['-1', -1],
  ['a number of its own', 123_456],
])('a stop with the id %s before its start is given to it, whichever comes first', async (_name, unknown) => {
  const told = async (order: 'stop-first' | 'start-first') => {
    await using station = await connect();
    const sendStop = () => station.call('StopTransaction', stop(unknown, 30, 4000, { idTag: 'DRIVER-1' }));
    const sendStart = () => station.call('StartTransaction', start(0, 1000));
    for (const send of order === 'stop-first' ? [sendStop, sendStart] : [sendStart, sendStop]) await send();
    const [session, ...others] = await sessionsOf(station);
    expect(others).toEqual([]);
    const { id, stationId, ref, ...rest } = session as Session;
    expect(await oddities({ id })).toMatchObject([
      { flag: 'stop-matched', evidence: { reasons: { token: 'same', seconds: 1800, energyWh: 3000, others: 0 } } },
    ]);
    return rest;
  };
  const first = await told('stop-first');
  expect(first).toMatchObject({ state: 'ended', energyWh: 3000, startedAt: at(0), endedAt: at(30) });
  expect(await told('start-first')).toEqual(first);
});

test('a stop alone is kept as a session without a start, and a stop of another station’s session changes nothing there', async () => {
  await using own = await connect();
  const { transactionId } = await own.call('StartTransaction', start(0, 1000));
  await using stranger = await connect();
  await stranger.call('StopTransaction', stop(transactionId, 30, 9000));
  expect(await sessionsOf(own)).toMatchObject([{ state: 'running', energyWh: 0 }]);
  expect(await sessionsOf(stranger)).toMatchObject([{ state: 'ended', energyWh: 0, flags: ['no-start'] }]);
});

test('of two stops with different values the earlier holds, and both are shown', async () => {
  await using station = await connect();
  const { transactionId } = await station.call('StartTransaction', start(0, 1000));
  await station.call('StopTransaction', stop(transactionId, 31, 4500));
  await station.call('StopTransaction', stop(transactionId, 30, 4000));
  const [session, ...others] = await sessionsOf(station);
  expect(others).toEqual([]);
  expect(session).toMatchObject({ state: 'ended', energyWh: 3000, endedAt: at(30), flags: ['several-ends'] });
  expect(await oddities(session as Session)).toMatchObject([
    {
      evidence: {
        ends: [
          { at: at(30), registerWh: 4000 },
          { at: at(31), registerWh: 4500 },
        ],
        count: 2,
      },
    },
  ]);
});

test('the same stop with another reason is a conflict, however often it is sent', async () => {
  await using station = await connect();
  const { transactionId } = await station.call('StartTransaction', start(0, 1000));
  await station.call('StopTransaction', stop(transactionId, 30, 4000, { reason: 'EVDisconnected' }));
  for (let time = 0; time < 5; time += 1)
    await station.call('StopTransaction', stop(transactionId, 30, 4000, { reason: 'PowerLoss' }));
  const [session] = await sessionsOf(station);
  expect(session).toMatchObject({ stopReason: 'EVDisconnected', energyWh: 3000, eventCount: 3, flags: ['conflict'] });
  expect(await oddities(session as Session)).toMatchObject([
    {
      evidence: {
        conflicts: [{ differences: [{ field: 'stopReason', first: 'EVDisconnected', second: 'PowerLoss' }] }],
        count: 1,
      },
    },
  ]);
});

test('two starts in the same second on two connectors are two sessions, each with its own energy', async () => {
  await using station = await connect();
  const one = await station.call('StartTransaction', start(0, 1000));
  const two = await station.call('StartTransaction', start(0, 1000, { connectorId: 2 }));
  expect(one.transactionId).not.toBe(two.transactionId);
  await station.call('StopTransaction', stop(two.transactionId, 30, 1700));
  await station.call('StopTransaction', stop(one.transactionId, 30, 4000));
  const energies = (await sessionsOf(station)).map(({ evseId, energyWh }) => [evseId, energyWh]);
  expect(Object.fromEntries(energies)).toEqual({ 1: 3000, 2: 700 });
});

test('an offline batch of 500 messages, a part of it sent again, is one session', async () => {
  const readings = 500;
  await using station = await connect();
  const { transactionId } = await station.call('StartTransaction', start(0, 1000));
  const batch = Array.from({ length: readings }, (_, index) => ({
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: at(1 + index), sampledValue: [{ value: String(1000 + 10 * index) }] }],
  }));
  const last = stop(transactionId, readings + 1, 1000 + 10 * readings);
  for (const reading of batch) await station.call('MeterValues', reading);
  await station.call('StopTransaction', last);
  expect(await station.call('StartTransaction', start(0, 1000))).toMatchObject({ transactionId });
  for (const reading of batch.slice(-scale({ test: 50, soak: readings }))) await station.call('MeterValues', reading);
  await station.call('StopTransaction', last);
  expect(await sessionsOf(station)).toMatchObject([
    { state: 'ended', energyWh: 10 * readings, eventCount: readings + 2, flags: [] },
  ]);
}, 120_000);

test('an offline batch of whole sessions whose stops name no session is as many sessions, each with its energy', async () => {
  const count = scale({ test: 40, soak: 500 });
  await using station = await connect();
  const hour = (index: number) => index * 60;
  const starts = Array.from({ length: count }, (_, i) => start(hour(i), 1000 * i, { idTag: `DRIVER-${i % 3}` }));
  const stops = Array.from({ length: count }, (_, i) =>
    stop(-1, hour(i) + 45, 1000 * i + 900, { idTag: `DRIVER-${i % 3}` }),
  );
  for (const message of stops.toReversed()) await station.call('StopTransaction', message);
  for (const message of starts) await station.call('StartTransaction', message);
  const sessions = await sessionsOf(station);
  expect(sessions).toHaveLength(count);
  expect(new Set(sessions.map(({ state, energyWh, flags }) => `${state} ${energyWh} ${flags.join()}`))).toEqual(
    new Set(['ended 900 stop-matched']),
  );
});

test('everything retried after a day changes nothing', async () => {
  await using station = await connect();
  const { transactionId } = await station.call('StartTransaction', start(0, 1000));
  const rest = [
    [
      'MeterValues',
      { connectorId: 1, transactionId, meterValue: [{ timestamp: at(10), sampledValue: [{ value: '2000' }] }] },
    ],
    ['StopTransaction', stop(transactionId, 30, 4000)],
  ] as const;
  for (const [action, payload] of rest) await station.call(action, payload);
  const next = await station.call('StartTransaction', start(24 * 60, 4000));
  const before = await sessionsOf(station);
  expect(await station.call('StartTransaction', start(0, 1000))).toMatchObject({ transactionId });
  for (const [action, payload] of rest.toReversed()) await station.call(action, payload);
  expect(await sessionsOf(station)).toEqual(before);
  expect(before).toMatchObject([
    { ref: String(next.transactionId), state: 'running' },
    { energyWh: 3000, flags: [], state: 'ended' },
  ]);
});

test('a station that uses one number of its own for all its sessions has as many sessions as it began', async () => {
  await using station = await connect();
  const stops = [stop(777, 30, 4000), stop(777, 90, 6500), stop(777, 150, 7000)];
  await station.call('StartTransaction', start(0, 1000));
  await station.call('StartTransaction', start(60, 4500));
  for (const message of [...stops, ...stops.toReversed()]) await station.call('StopTransaction', message);
  await station.call('StartTransaction', start(120, 6500));
  const found = (await sessionsOf(station)).map(({ startedAt, energyWh, flags }) => [startedAt, energyWh, ...flags]);
  expect(found).toEqual([
    [at(120), 500, 'stop-matched'],
    [at(60), 2000, 'stop-matched'],
    [at(0), 3000, 'stop-matched'],
  ]);
});

test('when the true stop arrives after another was matched, it wins and the match is shown as superseded', async () => {
  await using station = await connect();
  const { transactionId } = await station.call('StartTransaction', start(0, 1000));
  await station.call('StopTransaction', stop(-1, 30, 4000));
  expect(await sessionsOf(station)).toMatchObject([{ energyWh: 3000, flags: ['stop-matched'] }]);
  await station.call('StopTransaction', stop(transactionId, 40, 5000));
  const [session, orphan] = (await sessionsOf(station)).toSorted((a, b) => (b.energyWh ?? 0) - (a.energyWh ?? 0));
  expect(session).toMatchObject({ energyWh: 4000, endedAt: at(40), flags: ['match-superseded'] });
  expect(orphan).toMatchObject({ energyWh: 0, flags: ['no-start'] });
});

test('a stop that is told once without its id and once with it stays one session', async () => {
  await using station = await connect();
  const { transactionId } = await station.call('StartTransaction', start(0, 1000));
  await station.call('StopTransaction', stop(transactionId, 30, 4000));
  await station.call('StopTransaction', stop(-1, 30, 4000));
  expect(await sessionsOf(station)).toMatchObject([{ ref: String(transactionId), energyWh: 3000, flags: [] }]);
});

test('samples that count from the session, kilowatt-hours said as watt-hours: the energy is the meter’s, and it is told', async () => {
  await using station = await connect();
  const charge = async (connectorId: number, values: readonly string[]) => {
    const { transactionId } = await station.call('StartTransaction', start(0, 1_000_000, { connectorId }));
    for (const [index, value] of values.entries())
      await station.call('MeterValues', {
        connectorId,
        transactionId,
        meterValue: [{ timestamp: at(10 * (index + 1)), sampledValue: [{ value }] }],
      });
    await station.call('StopTransaction', stop(transactionId, 60, 1_004_000));
  };
  await charge(1, ['0', '1500', '3900']);
  await charge(2, ['1000.2', '1001.5', '1003.9']);
  const found = (await sessionsOf(station)).map(({ evseId, energyWh, flags }) => [evseId, [energyWh, ...flags]]);
  expect(Object.fromEntries(found)).toEqual({ 1: [4000, 'relative-samples'], 2: [4000, 'wrong-unit'] });
});
