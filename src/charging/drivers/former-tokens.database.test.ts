import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Driver, DriverDetail, Forgotten } from '#contract/access/driver.ts';
import type { SessionPage } from '#contract/sessions/session.ts';
import type { SignedValues } from '#contract/sessions/signed-values.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { leaksOf, wholeDatabase } from '../../../test/support/leaks.ts';
import { ocmfMeter } from '../../../test/support/ocmf-meter.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';
import { authorize, enterToken } from '../../../test/support/tokens.ts';
import { type ScriptedStation, scripted } from '../../../test/support/use-case.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const meter = ocmfMeter();
const addDriver = (name: string) => sigec.api.post<Driver>('/api/drivers', { name });
const forget = (id: string) => sigec.api.post<Forgotten>(`/api/drivers/${id}/forget`);

async function connectThere(stationId: string): Promise<ScriptedStation> {
  const station = scripted(await connectRaw(sigec.addresses.ocpp, stationId, { protocols: ['ocpp1.6'] }));
  await station.call('BootNotification', bootPayload['1.6']);
  return station;
}

/** A session with a signed value that names its token. Gives back its number. */
async function charge(station: ScriptedStation, token: string): Promise<number> {
  const at = new Date().toISOString();
  const start = { connectorId: 1, idTag: token, meterStart: 0, timestamp: at };
  const { transactionId } = await station.call('StartTransaction', start);
  await tellSigned(station, token, Number(transactionId));
  await station.call('StopTransaction', { transactionId, meterStop: 1000, timestamp: new Date().toISOString() });
  return Number(transactionId);
}

async function tellSigned(station: ScriptedStation, token: string, transactionId?: number): Promise<void> {
  const at = new Date().toISOString();
  const value = meter.record({ number: 1, token, readings: [{ reason: 'B', at, kwh: 1 }] });
  const meterValue = [{ timestamp: at, sampledValue: [{ value, format: 'SignedData' }] }];
  await station.call('MeterValues', { connectorId: 1, ...(transactionId && { transactionId }), meterValue });
}

/** Of each session of the station, in the order they began: whether its signed value can be read. */
async function isReadable(stationId: string): Promise<boolean[]> {
  const { sessions } = await sigec.api.get<SessionPage>(`/api/sessions?stationId=${stationId}`);
  const inOrder = sessions.toSorted((a, b) => String(a.startedAt).localeCompare(String(b.startedAt)));
  const values = await Promise.all(
    inOrder.map(({ id }) => sigec.api.get<SignedValues>(`/api/sessions/${id}/signed-values`)),
  );
  return values.map((each) => each.values.length > 0);
}

test('a card that was taken from somebody and removed before they are forgotten is forgotten with them', async () => {
  await using station = await connectThere('DETACHED');
  const driver = await addDriver('Dalva');
  const { id } = await enterToken(sigec, 'DE7AC4ED', { driverId: driver.id });
  await charge(station, 'DE7AC4ED');
  await tellSigned(station, 'DE7AC4ED');
  await sigec.api.post(`/api/tokens/${id}`, { driverId: null });
  await sigec.api.delete(`/api/tokens/${id}`);
  expect(await isReadable('DETACHED')).toEqual([true]);
  expect(await forget(driver.id)).toMatchObject({ tokens: 0, sessionsKept: 1, signedValues: 1 });
  expect(await isReadable('DETACHED')).toEqual([false]);
  await charge(station, 'DE7AC4ED'); // what comes late is not kept either
  expect(await isReadable('DETACHED')).toEqual([false, false]);
});

test('a card that went to somebody else: what the first one charged is forgotten, what the second one charged stays', async () => {
  await using station = await connectThere('HANDED-ON');
  const [first, second] = [await addDriver('Elza'), await addDriver('Fafá')];
  const { id } = await enterToken(sigec, '4A2DED02', { driverId: first.id });
  await charge(station, '4A2DED02');
  await sigec.api.post(`/api/tokens/${id}`, { note: 'to Fafá', driverId: second.id });
  await charge(station, '4A2DED02');
  const { transactionId } = await station.call('StartTransaction', {
    connectorId: 1,
    idTag: '4A2DED02',
    meterStart: 1000,
    timestamp: new Date().toISOString(),
  });
  expect(await forget(first.id)).toMatchObject({ tokens: 0, sessionsKept: 1, signedValues: 1 }); // though the second one charges
  await tellSigned(station, '4A2DED02', Number(transactionId));
  expect(await isReadable('HANDED-ON')).toEqual([false, true, true]);
  expect(await authorize(station, '1.6', { value: '4A2DED02' })).toMatchObject({ status: 'Accepted' });
  await station.call('StopTransaction', { transactionId, meterStop: 2000, timestamp: new Date().toISOString() });

  expect(await forget(second.id)).toMatchObject({ tokens: 1, sessionsKept: 2 });
  expect(await isReadable('HANDED-ON')).toEqual([false, false, false]);
});

test('a token that is added while somebody is forgotten is forgotten too, or refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const driver = await addDriver(`Gilda ${round}`);
    await enterToken(sigec, `61DA00${round}`, { driverId: driver.id });
    const forgetting = forget(driver.id);
    const added = Promise.allSettled(
      Array.from({ length: 12 }, (_, nth) => enterToken(sigec, `61DA-${round}-${nth}`, { driverId: driver.id })),
    );
    await forgetting;
    for (const { status, ...outcome } of await added)
      if (status === 'rejected') expect(String((outcome as PromiseRejectedResult).reason)).toMatch(/ (400|409) /);
    expect((await sigec.api.get<DriverDetail>(`/api/drivers/${driver.id}`)).tokens).toEqual([]);
  }
  expect(leaksOf(['Gilda 1'], await wholeDatabase(sigec.databaseUrl))).toEqual([]);
});
