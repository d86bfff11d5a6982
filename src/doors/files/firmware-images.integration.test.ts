import { createHash, createSign, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { openCatalogue } from '#charging/firmware/catalogue/open-catalogue.ts';
import type { StationFirmware } from '#contract/stations/firmware.ts';
import { type FirmwareImage, imagePartBytes } from '#contract/stations/firmware-image.ts';
import { openDatabase } from '#database/database.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { testAuthority } from '../../../test/support/tls-certificates.ts';
import { scripted } from '../../../test/support/use-case.ts';

const content = randomBytes(imagePartBytes + 12_345);
let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const facts = { vendor: 'Tucano', model: 'Praia 22', version: '5.1.0', fileName: 'praia-5.1.0.bin' };
const putPart = (id: string, number: number, part: Buffer) =>
  fetch(`${sigec.addresses.api}/api/firmware/${id}/parts/${number}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(part),
  }).then(({ status }) => status);

async function bring(more: object = {}): Promise<FirmwareImage> {
  const { id } = await sigec.api.post<FirmwareImage>('/api/firmware', { ...facts, ...more });
  expect(await putPart(id, 0, content.subarray(0, imagePartBytes))).toBe(204);
  expect(await putPart(id, 1, content.subarray(imagePartBytes))).toBe(204);
  return sigec.api.post<FirmwareImage>(`/api/firmware/${id}/complete`);
}

/** The address that a station is told, made as a campaign makes it. */
async function addressFor(imageId: string, stationId: string): Promise<string> {
  const database = await openDatabase({ url: sigec.databaseUrl, log: silentLog });
  try {
    const files = sigec.addresses.ocpp.replace(/^ws/, 'http').replace(/\/$/, '');
    const needs = { pool: database.pool, ledger: undefined as never, clock: systemClock, addressOf: () => files };
    return (await openCatalogue(needs).orderFor(imageId, stationId)).location;
  } finally {
    await database.close();
  }
}

async function station(id: string) {
  const connected = scripted(await connectRaw(sigec.addresses.ocpp, id, { protocols: ['ocpp2.0.1'] }));
  await connected.call('BootNotification', bootPayload['2.0.1']);
  return connected;
}

test('an image comes in parts, is fetched whole and in ranges, and its address is good for one station', async () => {
  await using _station = await station('FW-1');
  const image = await bring();
  expect(image).toMatchObject({
    ...facts,
    state: 'ready',
    isSigned: false,
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    md5: createHash('md5').update(content).digest('hex'),
  });
  const address = await addressFor(image.id, 'FW-1');
  expect(address).toMatch(/\/files\/firmware\/[\w-]{32}\/praia-5\.1\.0\.bin$/);
  const whole = await fetch(address);
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  const etag = whole.headers.get('etag') ?? '';
  const head = await fetch(address, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(content.length)]);
  const rest = await fetch(address, { headers: { range: `bytes=${imagePartBytes}-`, 'if-range': etag } });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes ${imagePartBytes}-${content.length - 1}/${content.length}`,
  ]);
  expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(imagePartBytes))).toBe(true);
  const changed = await fetch(address, { headers: { range: 'bytes=5-', 'if-range': '"another"' } });
  expect(changed.status).toBe(200);
  await changed.arrayBuffer();
  expect((await fetch(address, { headers: { range: `bytes=${content.length}-` } })).status).toBe(416);
  expect((await fetch(address.replace(/firmware\/[\w-]+/, `firmware/${'x'.repeat(32)}`))).status).toBe(404);
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(405);
});

test('an address that is used far more often than a station needs to is worth nothing any more', async () => {
  await using _station = await station('FW-2');
  const address = await addressFor((await bring()).id, 'FW-2');
  for (let times = 0; times < 5; times += 1) await (await fetch(address)).arrayBuffer();
  expect((await fetch(address)).status).toBe(404);
});

test('a signed image is verified as it is brought, and no station is asked with a wrong one', async () => {
  const { certificate, key } = await (await testAuthority()).issue({ kind: 'ecdsa' });
  const signature = createSign('sha256').update(content).sign(key, 'base64');
  const signed = { signingCertificate: certificate, signature };
  await expect(bring({ signingCertificate: certificate })).rejects.toThrow(/belong together/);
  const wrong = createSign('sha256').update('another').sign(key, 'base64');
  await expect(bring({ ...signed, signature: wrong })).rejects.toThrow(/does not fit/);
  const image = await bring(signed);
  expect(image).toMatchObject({ state: 'ready', isSigned: true });
  await using connected = await station('FW-3');
  const location = await addressFor(image.id, 'FW-3');
  await Promise.all([
    sigec.api.post('/api/stations/FW-3/commands/update-firmware', { input: { location, ...signed } }),
    connected.answer('UpdateFirmware', { status: 'Accepted' }),
  ]);
  // It was looked at when it was brought: nothing is fetched again.
  const { jobs } = await sigec.api.get<StationFirmware>('/api/stations/FW-3/firmware');
  expect(jobs[0]).toMatchObject({ isSigned: true, verification: 'verified' });
  expect(jobs[0]?.location).toMatch(/\/files\/firmware\/\(hidden\)\//);
});

test('what is not whole, complete already or retired says so', async () => {
  const { id } = await sigec.api.post<FirmwareImage>('/api/firmware', facts);
  await expect(sigec.api.post(`/api/firmware/${id}/complete`)).rejects.toThrow(/not whole/);
  expect(await putPart(id, 1, content.subarray(0, 10))).toBe(204);
  await expect(sigec.api.post(`/api/firmware/${id}/complete`)).rejects.toThrow(/one before the last is missing/);
  expect(await putPart(id, 0, Buffer.alloc(0))).toBe(400);
  expect(await putPart(id, 0, Buffer.alloc(imagePartBytes + 1))).toBe(413);
  const ready = await bring();
  expect(await putPart(ready.id, 0, content.subarray(0, 10))).toBe(409);
  expect(await sigec.api.post(`/api/firmware/${ready.id}/retire`)).toMatchObject({ state: 'retired' });
  await using _station = await station('FW-4');
  await expect(addressFor(ready.id, 'FW-4')).rejects.toThrow(/cannot be installed/);
});
