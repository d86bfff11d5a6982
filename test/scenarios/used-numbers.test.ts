import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session, SessionPage } from '../../src/contract/sessions/session.ts';
import { bootPayload, connectRaw, type RawStation } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

/** Stations that number their events wrongly, over real sockets: every session ends, and no Watt-hour is missing. */
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 8, minute)).toISOString();
const types = ['Started', 'Updated', 'Ended'] as const;
type Event = { type: (typeof types)[number]; seqNo: number; minute: number; wh: number | null; more?: object };

const event = (type: Event['type'], seqNo: number, minute: number, wh: number | null, more: object = {}): Event => ({
  type,
  seqNo,
  minute,
  wh,
  more,
});
const boot = 'boot';

const patterns: Record<string, (Event | typeof boot)[]> = {
  'every event has the number 0': [
    event('Started', 0, 0, 1000),
    event('Updated', 0, 10, 3000),
    event('Updated', 0, 20, 5000),
    event('Ended', 0, 30, 6000),
  ],
  'the count begins again after a boot': [
    event('Started', 0, 0, 1000),
    event('Updated', 1, 10, 2000),
    event('Updated', 2, 20, 3000),
    boot,
    event('Updated', 0, 30, 5000),
    event('Ended', 1, 40, 6000),
  ],
  'a count per EVSE begins again after a boot': [
    event('Started', 17, 0, 1000),
    event('Updated', 18, 10, 3000),
    boot,
    event('Updated', 0, 20, 5000),
    event('Ended', 1, 30, 6000),
  ],
  'the end repeats the last number': [
    event('Started', 0, 0, 1000),
    event('Updated', 1, 10, 3000),
    event('Ended', 1, 20, 6000),
  ],
  'the end has the number of the start and its time': [event('Started', 0, 0, 1000), event('Ended', 0, 0, 6000)],
  'events of one second have one number': [
    event('Started', 0, 0, 1000),
    event('Updated', 0, 0, null, { triggerReason: 'Authorized', idToken: { idToken: 'T-1', type: 'ISO14443' } }),
    event('Updated', 0, 0, null, { triggerReason: 'ChargingStateChanged' }),
    event('Ended', 0, 9, 6000),
  ],
};

const rows = (['ocpp2.0.1', 'ocpp2.1'] as const).flatMap((protocol) =>
  Object.keys(patterns).map((name) => ({ protocol, name })),
);

test.each(rows)('$protocol: $name', async ({ protocol, name }) => {
  const stationId = `NUM-${rows.findIndex((row) => row.protocol === protocol && row.name === name)}`;
  await using station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: [protocol] });
  const told = patterns[name] ?? [];
  await ask(station, 'BootNotification', bootPayload['2.0.1']);
  for (const one of told) await tell(station, one);
  const events = told.filter((one) => one !== boot).length;
  const expected = { state: 'ended', energyWh: 5000, eventCount: events };
  expect(await sessionsOf(stationId)).toMatchObject([expected]);
  // Delivered again in another order, with new message ids and called offline: nothing changes.
  for (const one of told.toReversed()) await tell(station, one, { offline: true });
  const [session] = await sessionsOf(stationId);
  expect(session).toMatchObject(expected);
  expect(session?.flags).toContain('seqno-unreliable');
});

test('OCPP 1.6: stops that differ, readings after the stop and a clock that stands still', async () => {
  await using station = await connectRaw(sigec.addresses.ocpp, 'NUM-16', { protocols: ['ocpp1.6'] });
  await ask(station, 'BootNotification', bootPayload['1.6']);
  const still = '1970-01-01T00:00:00Z';
  const session = async (connectorId: number, meterStart: number, times: [string, string]) => {
    const start = { connectorId, idTag: 'T-1', meterStart, timestamp: times[0] };
    const { transactionId } = (await ask(station, 'StartTransaction', start)) as { transactionId: number };
    const stop = { transactionId, meterStop: meterStart + 5000, timestamp: times[1] };
    await ask(station, 'StopTransaction', stop);
    await ask(station, 'StopTransaction', { ...stop, reason: 'PowerLoss' });
    await ask(station, 'MeterValues', {
      connectorId,
      transactionId,
      meterValue: [
        { timestamp: times[1] === still ? still : at(59), sampledValue: [{ value: String(meterStart + 9000) }] },
      ],
    });
    return String(transactionId);
  };
  const refs = [await session(1, 1000, [at(0), at(30)]), await session(2, 2000, [still, still])];
  const sessions = await sessionsOf('NUM-16');
  for (const ref of refs)
    expect(sessions.find((one) => one.ref === ref)).toMatchObject({ state: 'ended', energyWh: 5000 });
});

async function tell(station: RawStation, one: Event | typeof boot, more: object = {}): Promise<void> {
  if (one === boot) return void (await ask(station, 'BootNotification', bootPayload['2.0.1']));
  const timestamp = at(one.minute);
  await ask(station, 'TransactionEvent', {
    eventType: one.type,
    timestamp,
    triggerReason: 'MeterValuePeriodic',
    seqNo: one.seqNo,
    transactionInfo: { transactionId: 'T1' },
    evse: { id: 1, connectorId: 1 },
    ...(one.wh !== null && { meterValue: [{ timestamp, sampledValue: [{ value: one.wh }] }] }),
    ...one.more,
    ...more,
  });
}

let messages = 0;

async function ask(station: RawStation, action: string, payload: object): Promise<unknown> {
  const id = `n${(messages += 1)}`;
  const answer = (await station.ask([2, id, action, payload])) as unknown[];
  expect(answer.slice(0, 2)).toEqual([3, id]);
  return answer[2];
}

async function sessionsOf(stationId: string): Promise<Session[]> {
  return (await sigec.api.get<SessionPage>(`/api/sessions?stationId=${stationId}&limit=100`)).sessions;
}
