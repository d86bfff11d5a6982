import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { EnergyPlan } from '../../src/contract/energy/energy-plan.ts';
import type { SessionPage } from '../../src/contract/sessions/session.ts';
import { SimulatedStation } from '../../src/simulator/station.ts';
import { SimulatedVehicle } from '../../src/simulator/vehicle.ts';
import { bootPayload, connectRaw } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

const token = 'V2G-RUI';
const patience = { timeout: 90_000, interval: 100 };
const hourMs = 3_600_000;
const iso = (moment: number) => new Date(moment).toISOString();
const model = { capacityWh: 60_000, acW: 11_040, dcW: 100_000, feedBackW: 11_040 };

let sigec: TestSigec;
let stations: SimulatedStation[];

const planOf = () => sigec.api.get<EnergyPlan>('/api/sites/home/energy/plan');
const askedA = (number: number) => stations[number]?.profiles.limitA(1, new Date());

/** Energy is dear for an hour from now, and cheap afterwards. */
async function importPrices(dear: number): Promise<void> {
  const hour = Math.floor(Date.now() / hourMs) * hourMs;
  const rows = Array.from({ length: 30 }, (_, index) => {
    const from = hour + index * hourMs;
    return `${iso(from)},${from <= Date.now() + hourMs ? dear : 0.1}`;
  });
  const content = ['time,price', ...rows].join('\n');
  await sigec.api.post('/api/sites/home/energy/series', { kind: 'import-price', content });
}

beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
  await sigec.api.post('/api/tokens', { value: token });
  await sigec.api.post('/api/sites', { id: 'home', name: 'Home', timeZone: 'UTC', currency: 'EUR' });
  stations = [1, 2].map(
    (number) =>
      new SimulatedStation({
        id: `VG-${number}`,
        version: '2.1',
        url: sigec.addresses.ocpp.slice(0, -1),
        statusEverySeconds: 0,
        sampleEverySeconds: 1,
        backOff: { minimumSeconds: 0.1, randomSeconds: 0.1, doublings: 1 },
      }),
  );
  for (const station of stations) station.start();
  await vi.waitFor(() => expect(stations.every(({ isOnline }) => isOnline)).toBe(true), patience);
  for (const station of stations) {
    await sigec.api.put(`/api/sites/home/stations/${station.id}`, {});
    station.visits.plugIn(1, new SimulatedVehicle(model, 0.8));
    expect(await station.present({ evseId: 1, token, isBeforeCable: false })).toBe('started');
  }
  const nodes = [
    { id: 'grid', parentId: null, kind: 'grid-connection', limitA: 63 },
    ...stations.map(({ id }) => ({
      id: `${id}:1`,
      parentId: 'grid',
      kind: 'evse',
      evse: { stationId: id, evseId: 1, maxA: 16 },
    })),
  ];
  const meters = [{ id: 'house', nodeId: 'grid', kind: 'load', source: { kind: 'push' }, staleAfterSeconds: 3600 }];
  await sigec.api.put('/api/sites/home/energy', { mode: 'control', tree: { nodes }, meters, allowsDischarge: true });
  await importPrices(0.1);
  await sigec.api.post('/api/sites/home/energy/readings', { readings: [{ meterId: 'house', powerW: 15_000 }] });
  const { sessions } = await sigec.api.get<SessionPage>('/api/sessions?state=running');
  for (const { id, stationId } of sessions)
    await sigec.api.put(`/api/sessions/${id}/charging-need`, {
      targetPercent: 80,
      departsAt: iso(Date.now() + 12 * hourMs),
      capacityWh: 60_000,
      arrivalPercent: 80,
      allowsDischarge: stationId === 'VG-1',
      reservePercent: 50,
    });
});

afterAll(async () => {
  await Promise.all(stations.map((station) => station.stop()));
  await sigec[Symbol.asyncDispose]();
});

test('at a price spike the car that may feed back does so, and the other one rests', async () => {
  await importPrices(2);
  await expect.poll(() => askedA(0), patience).toBeLessThan(-5);
  await expect.poll(() => stations[0]?.visits.vehicleAt(1)?.soc, patience).toBeLessThan(0.8);
  expect(askedA(1)).toBeGreaterThanOrEqual(0);
  const { cars } = await planOf();
  const giving = cars.find(({ stationId }) => stationId === 'VG-1');
  // It is full again in time: what it gives now it takes when energy is cheap.
  expect(giving?.shortWh).toBe(0);
  expect(Math.min(...(giving?.powersW ?? []))).toBeLessThan(-3_000);
  expect(Math.max(...(giving?.powersW ?? []))).toBeGreaterThan(0);
});

test('a car whose station loses us feeds back no longer', async () => {
  const [first] = stations as [SimulatedStation];
  const outage = new Date(Date.now() + 16 * 60_000);
  first.loseNetwork();
  await expect.poll(() => first.profiles.limitA(1, outage) ?? 32, patience).toBeGreaterThanOrEqual(0);
});

test('a car may choose to feed back where it is authorized at a site that lets it', async () => {
  await using station = await connectRaw(sigec.addresses.ocpp, 'VG-3', { protocols: ['ocpp2.1'] });
  const authorize = async (id: string) => {
    const idToken = { idToken: token, type: 'ISO14443' };
    const [, , answer] = (await station.ask([2, id, 'Authorize', { idToken }])) as [number, string, object];
    return answer as { idTokenInfo: { status: string }; allowedEnergyTransfer?: string[] };
  };
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.1']]);
  expect(await authorize('elsewhere')).not.toHaveProperty('allowedEnergyTransfer');
  await sigec.api.put('/api/sites/home/stations/VG-3', {});
  const { idTokenInfo, allowedEnergyTransfer } = await authorize('there');
  expect(idTokenInfo.status).toBe('Accepted');
  expect(allowedEnergyTransfer).toEqual(expect.arrayContaining(['AC_three_phase', 'AC_BPT', 'DC_BPT']));
});
