import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StationEventPage } from '#contract/stations/station-history.ts';
import { type House, openHouse } from '../../../../test/support/house.ts';
import { bootPayload, connectRaw } from '../../../../test/support/raw-station.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const eventsOf = (stationId: string, query = '') =>
  sigec.api.get<StationEventPage>(`/api/stations/${stationId}/events?${query}`);
const told = ({ events }: StationEventPage) => events.map(({ kind, body }) => body['type'] ?? body['status'] ?? kind);

/** A session of yesterday, and one of today that reports every ten seconds. */
async function busyStation(stationId: string, updates: number): Promise<void> {
  const station = await connectRaw(sigec.addresses.ocpp, stationId, { protocols: ['ocpp2.0.1'] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.0.1']]);
  const transaction = (ref: string, seqNo: number, eventType: string, at: number) =>
    station.ask([
      2,
      `${ref}-${seqNo}`,
      'TransactionEvent',
      {
        eventType,
        timestamp: new Date(at).toISOString(),
        triggerReason: 'MeterValuePeriodic',
        seqNo,
        transactionInfo: { transactionId: ref, chargingState: 'Charging' },
        evse: { id: 1, connectorId: 1 },
      },
    ]);
  const yesterday = Date.now() - 86_400_000;
  await transaction('YESTERDAY', 0, 'Started', yesterday);
  await transaction('YESTERDAY', 1, 'Ended', yesterday + 3_600_000);
  const today = Date.now() - updates * 10_000;
  await transaction('TODAY', 0, 'Started', today);
  for (let i = 1; i <= updates; i++) await transaction('TODAY', i, 'Updated', today + i * 10_000);
  await station.ask([
    2,
    'status',
    'StatusNotification',
    { timestamp: new Date().toISOString(), connectorStatus: 'Faulted', evseId: 1, connectorId: 1 },
  ]);
  await station[Symbol.asyncDispose]();
}

test('sessions of yesterday are found under what a running one reports all the time', async () => {
  await busyStation('BUSY', 1_100);
  const sessions = await eventsOf('BUSY', 'topic=sessions&limit=10');
  expect(told(sessions)).toEqual(['started', 'ended', 'started']);
  expect(sessions.next).toBeNull();
  expect(told(await eventsOf('BUSY'))).toEqual(expect.arrayContaining(['started', 'ended', 'station-booted']));
  expect(told(await eventsOf('BUSY'))).not.toContain('updated');
});

test('a topic holds its events alone, and pages go back to the first of them', async () => {
  await busyStation('PAGED', 3);
  expect(told(await eventsOf('PAGED', 'topic=faults'))).toEqual(['faulted']);
  expect(told(await eventsOf('PAGED', 'topic=other'))).not.toContain('faulted');
  const all = await eventsOf('PAGED');
  const read: string[] = [];
  for (let before = ''; ; ) {
    const { events, next } = await eventsOf('PAGED', `limit=2${before}`);
    read.push(...events.map(({ id }) => id));
    if (next === null) break;
    before = `&before=${next}`;
  }
  expect(read.toSorted()).toEqual(all.events.map(({ id }) => id).toSorted());
  expect(new Set(read).size).toBe(read.length);
  await expect(eventsOf('PAGED', 'before=yesterday')).rejects.toThrow('400');
});
