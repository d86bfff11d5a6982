import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StationPage } from '../../src/contract/stations/station.ts';
import { connectRaw } from '../support/raw-station.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

/** An upgrade whose address is sent as it is written here: clients tidy `//` and `?` up. */
function statusOf(base: string, path: string, protocol: string): Promise<number> {
  const { hostname, port } = new URL(base);
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'sec-websocket-protocol': protocol,
  };
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers });
    asked.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    asked.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response.statusCode ?? 0);
    });
    asked.on('error', reject).end();
  });
}

const nameless = [
  '/',
  '//',
  '/ocpp',
  '/ocpp/',
  '/ocpp//',
  '//ocpp',
  '/?x',
  '/ocpp?x=1',
  '/ocpp/?x',
  '/o%63pp',
  '/OCPP/',
];

test('a charger without an id is refused and listed; both addresses with one work', async () => {
  const { ocpp } = sigec.addresses;
  for (const protocol of ['ocpp1.6', 'ocpp2.0.1', 'ocpp2.1'])
    for (const path of nameless) expect([path, await statusOf(ocpp, path, protocol)]).toEqual([path, 404]);
  await using _one = await connectRaw(ocpp, 'NAMED-1');
  await using _two = await connectRaw(`${ocpp}ocpp/`, 'NAMED-2');
  const list = () => sigec.api.get<StationPage>('/api/stations');
  await expect
    .poll(async () => (await list()).stations.map(({ id, link }) => [id, link.state])) // a socket opens before its station is written down
    .toEqual([
      ['/ (127.0.0.1)', 'pending'],
      ['NAMED-1', 'online'],
      ['NAMED-2', 'online'],
    ]);
  const { stations, counts } = await list();
  expect(stations[0]?.link).toMatchObject({ reason: 'no-station-id', attempts: 3 * nameless.length });
  expect(counts).toMatchObject({ pending: 1 });
  await expect(sigec.api.post(`/api/stations/${encodeURIComponent('/ (127.0.0.1)')}/accept`, {})).rejects.toThrow();
});
