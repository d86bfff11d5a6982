import { request as ask } from 'node:http';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '#base/config.ts';
import { silentLog } from '#base/log.ts';
import { type Entrance, entranceOf } from '#doors/http-server/entrance/entrance.ts';
import { activate, openTestBook, report, type TestBook } from '../../../../test/support/device-book.ts';
import { offsetMinutes } from './ota.ts';
import { type DeviceDoor, startDeviceDoor } from './start-device-door.ts';
import type { Explain } from './vision.ts';

type At = AsyncDisposable & { work: TestBook; door: DeviceDoor; url: string };

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7)]);
const known = report({ clientId: 'client-1' });
const headers = { 'device-id': known.deviceId, 'client-id': known.clientId, 'user-agent': 'bread-compact-wifi/2.4.2' };

async function openDoor(
  given: { explain?: Explain | null; settings?: Partial<Config>; codesPerAddress?: number; entrance?: Entrance } = {},
): Promise<At> {
  await using opened = new AsyncDisposableStack();
  const { codesPerAddress } = given;
  const work = opened.use(await openTestBook(codesPerAddress === undefined ? {} : { codesPerAddress }));
  const { book, clock, config } = work;
  const door = opened.adopt(
    await startDeviceDoor({
      config: { ...config, devicesPort: 0, timeZone: 'America/Sao_Paulo', ...given.settings },
      book,
      upgrades: [],
      explain: given.explain ?? null,
      clock,
      log: silentLog,
      ...(given.entrance && { entrance: given.entrance }),
      mqtt: {
        endpoint: (hostname) => `${hostname}:1883`,
        account: ({ mqtt }) => ({ ...mqtt, publishTopic: 'device-server' }),
      },
    }),
    (open) => open.close(),
  );
  const running = opened.move();
  return { work, door, url: door.address.http, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

test('a device reads its code, and once it is activated, where to go and with what', async () => {
  await using at = await openDoor();
  const body = {
    version: 2,
    language: 'pt-BR',
    mac_address: known.deviceId,
    uuid: known.clientId,
    application: { name: 'xiaozhi', version: '2.4.3' },
    board: { type: 'esp-hi' },
  };
  const settings = async () => {
    const response = await fetch(`${at.url}/xiaozhi/ota/`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return (await response.json()) as Record<string, Record<string, unknown>>;
  };
  const { activation, server_time } = await settings();
  expect(activation).toMatchObject({
    code: expect.stringMatching(/^\d{6}$/) as string,
    challenge: expect.stringMatching(/^\w{48}$/) as string,
  });
  expect(server_time?.['timezone_offset']).toBe(-180);
  expect(Math.abs(Number(server_time?.['timestamp']) - Date.now())).toBeLessThan(60_000);
  expect(await at.work.book.get(known.deviceId)).toMatchObject({
    board: 'esp-hi',
    firmware: '2.4.3',
    language: 'pt-BR',
  });

  await activate(at.work.book, known);
  const answer = await settings();
  expect(answer).toEqual({
    mqtt: {
      endpoint: '127.0.0.1:1883',
      client_id: 'GID_esp-hi@@@aa_bb_cc_dd_ee_01@@@client-1',
      username: expect.any(String) as string,
      password: expect.any(String) as string,
      publish_topic: 'device-server',
      subscribe_topic: expect.stringContaining('devices/p2p/') as string,
      keepalive: 90,
    },
    websocket: { url: `ws://127.0.0.1:${at.door.port}/xiaozhi/v1/`, token: expect.any(String) as string, version: 1 },
    server_time: expect.any(Object) as object,
  });
  // Nothing in it may be null or an object within: the firmware copies words and numbers, and falls over the rest.
  for (const section of [answer['mqtt'], answer['websocket']])
    for (const value of Object.values(section ?? {})) expect(['string', 'number']).toContain(typeof value);
});

test('the address it gets is the one that it called us by, or the one of the settings', async () => {
  await using at = await openDoor({ settings: { allowedHosts: ['charge.local', '192.0.2.1'] } });
  await activate(at.work.book, known);
  const urlFor = async (host: string) => {
    const answer = await raw(at, { path: '/xiaozhi/ota/', headers: { ...headers, host } });
    return (JSON.parse(answer.text) as { websocket: { url: string } }).websocket.url;
  };
  const { port } = at.door;
  expect(await urlFor('charge.local')).toBe(`ws://charge.local:${port}/xiaozhi/v1/`);
  expect(await urlFor('192.0.2.1:8003')).toBe(`ws://192.0.2.1:${port}/xiaozhi/v1/`);
  await using behind = await openDoor({ settings: { devicesUrl: 'https://devices.example' } });
  await activate(behind.work.book, known);
  const answer = await raw(
    { ...behind, url: `http://127.0.0.1:${behind.door.port}` },
    { path: '/xiaozhi/ota/', headers },
  );
  expect(JSON.parse(answer.text)).toMatchObject({ websocket: { url: 'wss://devices.example/xiaozhi/v1/' } });
});

test.each([
  ['another address', 404, { path: '/somewhere' }],
  ['another method', 405, { path: '/xiaozhi/ota/activate', method: 'GET' }],
  ['no JSON', 400, { path: '/xiaozhi/ota/', body: '{"version":' }],
  ['a list', 400, { path: '/xiaozhi/ota/', body: '[]' }],
  ['no device id', 400, { path: '/xiaozhi/ota/', headers: { 'client-id': 'x' } }],
  ['no client id', 400, { path: '/xiaozhi/ota/', headers: { 'device-id': known.deviceId } }],
  ['too much', 413, { path: '/xiaozhi/ota/', headers, body: `"${'x'.repeat(70_000)}"` }],
  ['a web page', 403, { path: '/xiaozhi/ota/', headers: { ...headers, origin: 'https://evil.example' } }],
  ['a name that was bent to us', 403, { path: '/xiaozhi/ota/', headers: { ...headers, host: 'evil.example' } }],
  ['a proof of nobody', 403, { path: '/xiaozhi/ota/activate', headers, body: '{}' }],
])('%s is answered %i, in a sentence', async (_what, status, asked) => {
  await using at = await openDoor();
  const answer = await raw(at, asked);
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({
    code: expect.any(String) as string,
    message: expect.stringMatching(/\.$/) as string,
  });
});

test('asking without a body is asking too, and too many are told when to come back', async () => {
  await using at = await openDoor({ codesPerAddress: 1 });
  expect((await raw(at, { path: '/xiaozhi/ota', method: 'GET', headers })).status).toBe(200);
  const other = await raw(at, { path: '/xiaozhi/ota', headers: { ...headers, 'device-id': 'aa:bb:cc:dd:ee:02' } });
  expect(other).toMatchObject({ status: 429, retryAfter: '600' });
});

test('R3: behind a listed proxy one who takes all codes of its address holds up nobody else', async () => {
  const config = { ...readConfig({}), trustedProxies: ['127.0.0.1'] };
  await using at = await openDoor({ codesPerAddress: 1, entrance: entranceOf({ config }) });
  const ask = (deviceId: string, address: string) =>
    raw(at, { path: '/xiaozhi/ota', headers: { ...headers, 'device-id': deviceId, 'x-forwarded-for': address } });
  expect((await ask('aa:bb:cc:dd:ee:02', '203.0.113.66')).status).toBe(200);
  expect((await ask('aa:bb:cc:dd:ee:03', '203.0.113.66')).status).toBe(429);
  expect((await ask('aa:bb:cc:dd:ee:04', '198.51.100.7')).status).toBe(200);
});

test('without a database devices are told to try again', async () => {
  await using at = await openDoor();
  await at.work.database.close();
  expect(await raw(at, { path: '/xiaozhi/ota/', headers })).toMatchObject({ status: 503, retryAfter: '10' });
});

test('a photo and its question are handed to whoever sees', async () => {
  const seen: unknown[] = [];
  await using at = await openDoor({
    explain: async ({ mimeType, data }, question) => {
      seen.push([mimeType, data.equals(jpeg), question]);
      return 'A red car.';
    },
  });
  const token = await visionTokenOf(at);
  const answer = await photo(at, token);
  expect(answer).toMatchObject({ status: 200, body: { success: true, result: 'A red car.' } });
  expect(seen).toEqual([['image/jpeg', true, 'What is at the charger?']]);
});

test('photos are refused to strangers, without a model, and when they are none', async () => {
  await using at = await openDoor();
  const token = await visionTokenOf(at);
  expect((await photo(at, token)).status).toBe(503); // no model
  await using seeing = await openDoor({ explain: () => Promise.reject(new Error('the model is away')) });
  const other = await visionTokenOf(seeing);
  expect((await photo(seeing, token)).status).toBe(401);
  expect((await photo(seeing, '')).status).toBe(401);
  expect((await photo(seeing, other, { file: Buffer.from('not an image') })).status).toBe(415);
  expect((await photo(seeing, other, { question: ' ' })).status).toBe(400);
  expect((await photo(seeing, other, { contentType: 'text/plain' })).status).toBe(400);
  expect((await photo(seeing, other, { file: Buffer.alloc(5 * 1024 * 1024) })).status).toBe(413);
  expect(await photo(seeing, other)).toMatchObject({ status: 502, body: { code: 'CANNOT_EXPLAIN' } });
});

test('a device gets one photo looked at a time', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  await using at = await openDoor({
    explain: () => {
      begun.resolve();
      return promise;
    },
  });
  const token = await visionTokenOf(at);
  const first = photo(at, token);
  await begun.promise;
  expect((await photo(at, token)).status).toBe(429);
  resolve('done');
  expect((await first).status).toBe(200);
});

test('a device gets so many photos looked at in an hour', async () => {
  await using at = await openDoor({ explain: () => Promise.resolve('a car') });
  const token = await visionTokenOf(at);
  for (let count = 0; count < 120; count += 1) expect((await photo(at, token)).status).toBe(200);
  expect((await photo(at, token)).status).toBe(429);
  at.work.clock.forward(3_601_000);
  expect((await photo(at, token)).status).toBe(200);
});

test('how far clocks are ahead', () => {
  const summer = new Date('2026-07-01T00:00:00Z');
  expect(offsetMinutes(summer, 'Asia/Kolkata')).toBe(330);
  expect(offsetMinutes(summer, 'Europe/Berlin')).toBe(120);
  expect(offsetMinutes(new Date('2026-01-01T00:00:00Z'), 'Europe/Berlin')).toBe(60);
  expect(offsetMinutes(summer, 'UTC')).toBe(0);
  expect(offsetMinutes(summer, 'America/St_Johns')).toBe(-150);
});

async function visionTokenOf({ work }: At): Promise<string> {
  await activate(work.book, known);
  return work.book.visionToken(known.deviceId);
}

/** In chunks, as the camera yields them: the question first, then the file. */
async function photo(
  { url }: At,
  token: string,
  { file = jpeg, question = 'What is at the charger?', contentType = '' } = {},
): Promise<{ status: number; body: unknown }> {
  const boundary = '----ESP32_CAMERA_BOUNDARY';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  async function* pieces() {
    yield Buffer.from(`${part('name="question"')}${question}\r\n`);
    yield Buffer.from(part('name="file"; filename="camera.jpg"\r\nContent-Type: image/jpeg'));
    yield file;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const response = await fetch(`${url}/mcp/vision/explain`, {
    method: 'POST',
    headers: {
      'device-id': known.deviceId,
      'content-type': contentType || `multipart/form-data; boundary=${boundary}`,
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: ReadableStream.from(pieces()),
    duplex: 'half',
  });
  return { status: response.status, body: await response.json() };
}

type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: string };

/** As a device writes it: fetch would not let us say which host was called. */
function raw({ url }: Pick<At, 'url'>, asked: Asked): Promise<{ status: number; text: string; retryAfter?: string }> {
  const { path, method = 'POST', headers: given = {}, body = '' } = asked;
  return new Promise((resolve, reject) => {
    const request = ask(`${url}${path}`, { method, headers: given }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const retryAfter = response.headers['retry-after'];
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, text, ...(retryAfter !== undefined && { retryAfter }) });
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}
