import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type House, openHouse } from '../../../../test/support/house.ts';
import { bootPayload, connectRaw, type RawStation } from '../../../../test/support/raw-station.ts';
import { maxReadings, maxRegisters } from './bound-readings.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const at = '2026-03-01T08:00:00.000Z';

async function booted(id: string, version: '1.6' | '2.0.1' | '2.1'): Promise<RawStation> {
  const station = await connectRaw(sigec.addresses.ocpp, id, { protocols: [`ocpp${version}`], answers: true });
  await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
  return station;
}

/** Rising by one watt-hour from reading to reading, all of one moment. */
function registers(count: number, value: (wh: number) => number | string): object[] {
  return [{ timestamp: at, sampledValue: Array.from({ length: count }, (_, wh) => ({ value: value(wh) })) }];
}

type Session = { id: string; energyWh: number | null; state: string; flags: string[] };

type Oddity = { flag: string; evidence: { values?: object[] } };

async function onlySession(stationId: string): Promise<Session> {
  const { sessions } = await sigec.api.get<{ sessions: Session[] }>(`/api/stations/${stationId}/sessions`);
  expect(sessions).toHaveLength(1);
  return sessions[0] as Session;
}

async function keptValues(stationId: string): Promise<number[]> {
  const { messages } = await sigec.api.get<{ messages: { samples: { value: number }[] }[] }>(
    `/api/stations/${stationId}/meter-values`,
  );
  return messages.flatMap(({ samples }) => samples.map(({ value }) => value));
}

async function connectedClient() {
  const client = new Client({ connectionString: sigec.databaseUrl });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

async function leftOutReadings(): Promise<number> {
  const text = await (await sigec.fetch(`/metrics`)).text();
  return Number(/^sigec_ocpp_left_out_readings_total (\d+)$/m.exec(text)?.[1]);
}

test.each(['2.0.1', '2.1'] as const)(
  '%s: an event with thousands of registers ends its session, and is flagged',
  async (version) => {
    const stationId = `HUGE-${version}`;
    await using station = await booted(stationId, version);
    const event = (eventType: string, seqNo: number, meterValue: object[]) => ({
      eventType,
      timestamp: at,
      triggerReason: 'MeterValuePeriodic',
      seqNo,
      transactionInfo: { transactionId: 'T' },
      meterValue,
    });
    await station.ask([2, 's', 'TransactionEvent', event('Started', 0, registers(1, Number))]);
    const before = await leftOutReadings();
    const answer = await station.ask([2, 'e', 'TransactionEvent', event('Ended', 1, registers(20_000, Number))]);
    expect(answer).toMatchObject([3, 'e', {}]);
    const session = await onlySession(stationId);
    expect(session).toMatchObject({ state: 'ended', energyWh: 19_999 });
    expect(session.flags).toContain('unusable-value');
    const { oddities } = await sigec.api.get<{ oddities: Oddity[] }>(`/api/sessions/${session.id}`);
    const unusable = oddities.find(({ flag }) => flag === 'unusable-value');
    expect(unusable?.evidence.values).toMatchObject([{ field: 'readings', value: 20_000 - maxRegisters }]);
    const kept = await keptValues(stationId);
    expect([kept.length - 1, Math.max(...kept)]).toEqual([maxRegisters, 19_999]);
    expect((await leftOutReadings()) - before).toBe(20_000 - maxRegisters);
  },
);

test('1.6: values of a stop beyond all measure are left out, and the register of the stop counts', async () => {
  await using station = await booted('HUGE-STOP', '1.6');
  const start = { connectorId: 1, idTag: 'TAG', meterStart: 0, timestamp: at };
  const [, , { transactionId }] = (await station.ask([2, 's', 'StartTransaction', start])) as [
    number,
    string,
    { transactionId: number },
  ];
  const stop = { transactionId, meterStop: 50_000, timestamp: at, transactionData: registers(20_000, String) };
  expect(await station.ask([2, 'e', 'StopTransaction', stop])).toMatchObject([3, 'e', {}]);
  expect(await onlySession('HUGE-STOP')).toMatchObject({ state: 'ended', energyWh: 50_000 });
  expect(await keptValues('HUGE-STOP')).toHaveLength(maxRegisters);
});

test('meter values outside of sessions: the first and the last are kept, and the event tells how many are not', async () => {
  await using station = await booted('HUGE-16', '1.6');
  const sampledValue = Array.from({ length: 14_000 }, (_, nth) => ({ value: String(nth), measurand: 'SoC' }));
  const payload = { connectorId: 1, meterValue: [{ timestamp: at, sampledValue }] };
  expect(await station.ask([2, 'v', 'MeterValues', payload])).toEqual([3, 'v', {}]);
  const kept = await keptValues('HUGE-16');
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([maxReadings, 0, 13_999]);
  await using database = await connectedClient();
  const { rows } = await database.client.query<{ body: object; flags: string[] }>(
    `select body_of(event) as body, flags from event where station_id = 'HUGE-16' and kind = 'meter-values'`,
  );
  expect(rows).toMatchObject([{ body: { samples: maxReadings, leftOut: 6_000 }, flags: ['readings-left-out'] }]);
});

test('the queue of a station that was offline for days is kept whole', async () => {
  await using station = await booted('QUEUE', '1.6');
  const measurands = ['Voltage', 'Current.Import', 'Power.Active.Import', 'Energy.Active.Import.Register'];
  const phases = ['L1', 'L2', 'L3'];
  const meterValue = Array.from({ length: 300 }, (_, quarter) => ({
    timestamp: new Date(Date.parse(at) + quarter * 900_000).toISOString(),
    sampledValue: measurands.flatMap((measurand) =>
      phases.map((phase) => ({ value: String(quarter), measurand, phase })),
    ),
  }));
  expect(await station.ask([2, 'q', 'MeterValues', { connectorId: 1, meterValue }])).toEqual([3, 'q', {}]);
  expect(await keptValues('QUEUE')).toHaveLength(3_600);
});
