import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bill } from '../../src/contract/billing/bill.ts';
import type { SessionCostList, StationTariffs } from '../../src/contract/billing/tariff.ts';
import type { OcppVersion } from '../../src/contract/stations/station.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';
import { enterToken } from '../support/tokens.ts';
import { scripted } from '../support/use-case.ts';
import { type Scenario, tell, type World } from './three-versions/world.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', COST_UPDATE_SECONDS: '1', STATIONS_IN_SYNC: 'on' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

async function play(version: OcppVersion, run: Scenario['run'], stationId: string): Promise<void> {
  await tell({ name: stationId, run, comesOut: undefined }, { sigec, version, stationId });
}

/** Two euros for the session and half a euro for each kWh, at this station. */
async function priceStation({ own, stationId }: World, more: object = {}): Promise<string> {
  const id = own('T');
  await sigec.api.post('/api/tariffs', { id, currency: 'EUR', perKwh: '0.5', sessionFee: '2', ...more });
  await sigec.api.post('/api/tariff-assignments', { tariffId: id, stationId });
  return id;
}

type Told = { messages: { action: string }[] };
const sent = (action: string) => async (world: World) =>
  (await world.look<Told>('/messages?limit=1000')).messages.filter((message) => message.action === action);
const transfers = sent('DataTransfer');

const patience = { timeout: 20_000, interval: 100 };

describe.concurrent('the station shows what a session costs', () => {
  test.for(['1.6', '2.0.1', '2.1'] as const)(
    'while it runs and when it has ended, OCPP %s',
    async (version, { expect }) => {
      await play(
        version,
        async (world) => {
          await priceStation(world);
          const { id, card } = await world.charging();
          const costs = () => [...world.station.till.costs.values()];
          await expect.poll(costs, patience).toEqual([0]); // nobody asked for it; without energy there is no fee
          const running = world.station.sessions.running(1);
          if (running !== undefined) world.station.sessions.charge(running, 10_000);
          await expect.poll(costs, patience).toEqual([7]);
          await world.station.present({ evseId: 1, token: card.value });
          await world.session({ state: 'ended' });
          const bill = () => sigec.api.get<Bill>(`/api/sessions/${id}/bill`);
          await expect
            .poll(bill, patience)
            .toMatchObject({ state: 'final', total: '7.00', entries: [{ kind: 'charge' }] });
          await expect.poll(costs, patience).toEqual([7]);
          if (version !== '1.6') return;
          await expect.poll(async () => JSON.stringify(await transfers(world)), patience).toContain('FinalCost');
        },
        `costs-${version}`,
      );
    },
  );
});

test('a cost that is told with every answer is kept as it was last told, and is one event in the end', async () => {
  await using own = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', COST_UPDATE_SECONDS: '0' });
  await using station = scripted(await connectRaw(own.addresses.ocpp, 'often', { protocols: ['ocpp2.0.1'] }));
  await station.call('BootNotification', bootPayload['2.0.1']);
  await own.api.post('/api/tariffs', { id: 'day', currency: 'EUR', perKwh: '0.5' });
  await own.api.post('/api/tariff-assignments', { tariffId: 'day', validFrom: '2026-01-01T00:00:00Z' });
  await enterToken(own, 'CARD-1');
  const began = Date.now() - 60_000;
  const told: unknown[] = [];
  for (let seqNo = 0; seqNo <= 20; seqNo += 1) {
    const timestamp = new Date(began + seqNo * 1000).toISOString();
    const answer = await station.call('TransactionEvent', {
      eventType: seqNo === 0 ? 'Started' : seqNo === 20 ? 'Ended' : 'Updated',
      timestamp,
      triggerReason: seqNo === 0 ? 'Authorized' : 'MeterValuePeriodic',
      seqNo,
      transactionInfo: { transactionId: 'T-1' },
      evse: { id: 1, connectorId: 1 },
      ...(seqNo === 0 && { idToken: { idToken: 'CARD-1', type: 'ISO14443' } }),
      meterValue: [{ timestamp, sampledValue: [{ value: seqNo * 1000 }] }],
    });
    told.push(answer['totalCost']);
  }
  expect(told).toEqual([undefined, ...Array.from({ length: 20 }, (_, index) => (index + 1) / 2)]);
  const costs = async () => (await own.api.get<SessionCostList>('/api/stations/often/costs')).costs;
  await expect.poll(costs, patience).toMatchObject([{ sessionRef: 'T-1', total: '10.00', isFinal: true }]);
  const events = async () => {
    const { events: all } = await own.api.get<{ events: { kind: string; body: object }[] }>('/api/events?limit=1000');
    return all.filter(({ kind }) => kind === 'session-cost-sent').map(({ body }) => body);
  };
  const final = { sessionRef: 'T-1', total: '10.00', currency: 'EUR', isFinal: true };
  await expect.poll(events, patience).toEqual([final]);
});

test('a station that does not take costs is not told again', async () => {
  await using own = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', COST_UPDATE_SECONDS: '1' });
  await own.api.post('/api/tariffs', { id: 'day', currency: 'EUR', perKwh: '0.5' });
  await using deaf = scripted(await connectRaw(own.addresses.ocpp, 'deaf', { protocols: ['ocpp1.6'] }));
  await using hearing = scripted(await connectRaw(own.addresses.ocpp, 'hearing', { protocols: ['ocpp1.6'] }));
  for (const station of [deaf, hearing]) await station.call('BootNotification', bootPayload['1.6']);
  await own.api.post('/api/tariff-assignments', { tariffId: 'day', validFrom: '2026-01-01T00:00:00Z' });
  await enterToken(own, 'CARD-1');
  const timestamp = new Date(Date.now() - 60_000).toISOString();
  for (const station of [deaf, hearing])
    await station.call('StartTransaction', { connectorId: 1, idTag: 'CARD-1', meterStart: 0, timestamp });
  await deaf.answer('DataTransfer', { status: 'UnknownVendorId' });
  for (let times = 0; times < 3; times += 1) await hearing.answer('DataTransfer', { status: 'Accepted' });
  const { messages } = await own.api.get<Told>('/api/stations/deaf/messages?limit=1000&action=DataTransfer');
  expect(messages).toHaveLength(1);
});

test('a station of OCPP 2.1 has the tariffs that hold there, and hears when they change', async () => {
  await play(
    '2.1',
    async (world) => {
      const { station, look, own, stationId } = world;
      const kept = async () => (await look<StationTariffs>('/tariffs')).kept;
      const held = () =>
        Object.fromEntries([...station.till.defaultTariffs].map(([evse, { tariffId }]) => [evse, tariffId]));
      const day = await priceStation(world);
      await expect.poll(held, patience).toEqual({ 0: day });
      await expect.poll(kept, patience).toMatchObject([{ evseId: 0, tariffId: day, version: 1, state: 'in-sync' }]);
      // A new version takes the place of the one before.
      await sigec.api.post('/api/tariffs', { id: day, currency: 'EUR', perKwh: '0.6' });
      await expect.poll(kept, patience).toMatchObject([{ tariffId: day, version: 2, state: 'in-sync' }]);
      // One EVSE has a price of its own, then no longer.
      const fast = own('FAST');
      await sigec.api.post('/api/tariffs', { id: fast, currency: 'EUR', perKwh: '0.9' });
      const { id } = await sigec.api.post<{ id: string }>('/api/tariff-assignments', {
        tariffId: fast,
        stationId,
        evseId: 2,
      });
      await expect.poll(kept, patience).toHaveLength(2);
      expect(Object.values(held()).toSorted()).toEqual([day, fast].toSorted());
      await sigec.api.delete(`/api/tariff-assignments/${id}`);
      await expect.poll(held, patience).toEqual({ 0: day });
      // It lost them: they are told again when it has booted.
      station.till.defaultTariffs.clear();
      await world.command('reset');
      await expect.poll(held, patience).toEqual({ 0: day });
    },
    'kept-tariffs',
  );
});
