import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { doorAddress } from './door-address.ts';
import { answerActivate, answerOta, type OtaNeeds, offsetMinutes } from './ota.ts';
import { openVision, type VisionNeeds } from './vision.ts';

const now = new Date('2026-03-01T12:00:00Z');
const door = { http: 'http://192.168.1.10:8003', websocket: 'ws://192.168.1.10:8003', hostname: '192.168.1.10' };

function requestOf(body: string | Buffer, headers: Record<string, string> = {}): IncomingMessage {
  const stream = Readable.from([Buffer.from(body)]);
  return Object.assign(stream, { headers, socket: { remoteAddress: '::ffff:10.0.0.7' } }) as unknown as IncomingMessage;
}

function needsOf(answers: { receive?: object; prove?: object } = {}) {
  const asked: unknown[][] = [];
  const needs = {
    book: {
      receive: async (...args: unknown[]) => (
        asked.push(args), answers.receive ?? { status: 'waiting', code: '123456', challenge: 'c' }
      ),
      proveActivation: async (...args: unknown[]) => (asked.push(args), answers.prove ?? { status: 'done' }),
    },
    clock: { now: () => now },
    timeZone: 'America/Sao_Paulo',
    mqtt: {
      endpoint: (host: string) => `${host}:1883`,
      account: ({ deviceId }: { deviceId: string }) => ({
        clientId: `c-${deviceId}`,
        username: 'u',
        password: 'p',
        publishTopic: 'up',
      }),
    },
  } as unknown as OtaNeeds;
  return { needs, asked };
}

describe('a device that asks for its settings', () => {
  const report = (body: object, headers: Record<string, string> = {}) => {
    const { needs, asked } = needsOf();
    return answerOta(requestOf(JSON.stringify(body), headers), door, needs).then(() => asked[0]?.[0]);
  };

  test('is told its code while nobody has entered it', async () => {
    const { needs, asked } = needsOf();
    const answer = await answerOta(requestOf('{}', { 'device-id': 'AA:BB' }), door, needs);
    expect(answer).toEqual({
      status: 200,
      body: {
        activation: { message: 'SIGEC\n123456', code: '123456', challenge: 'c', timeout_ms: 30_000 },
        server_time: { timestamp: now.getTime(), timezone_offset: -180 },
      },
    });
    expect(asked[0]?.[1]).toBe('10.0.0.7');
  });

  test('gets both ways to us once it is known', async () => {
    const { needs } = needsOf({ receive: { status: 'active', websocketToken: 't' } });
    const { body } = await answerOta(requestOf('{}', { 'device-id': ' AA:BB ' }), door, needs);
    expect(body).toMatchObject({
      mqtt: {
        endpoint: '192.168.1.10:1883',
        client_id: 'c-aa:bb',
        username: 'u',
        password: 'p',
        publish_topic: 'up',
        keepalive: 90,
      },
      websocket: { url: 'ws://192.168.1.10:8003/xiaozhi/v1/', token: 't', version: 1 },
    });
  });

  test.each([
    ['too-many', 429],
    ['bad-id', 400],
    ['blocked', 403],
  ])('that is refused as %s hears %i', async (reason, status) => {
    const { needs } = needsOf({ receive: { status: 'refused', reason }, prove: { status: 'refused', reason } });
    expect((await answerOta(requestOf('{}'), door, needs)).status).toBe(status);
    expect((await answerActivate(requestOf('{}'), needs)).status).toBe(status);
  });

  test.each([
    ['x', 400],
    ['[]', 400],
    [`"${'x'.repeat(65_536)}"`, 413],
  ])('with the report %s is answered with %i', async (body, status) => {
    expect((await answerOta(requestOf(body), door, needsOf().needs)).status).toBe(status);
  });

  test('says who it is by its headers, or by its report', async () => {
    const headers = {
      'device-id': 'AA',
      'client-id': 'c',
      'serial-number': 's',
      'user-agent': 'board/1.0 x',
      'accept-language': 'pt-BR',
    };
    const body = {
      mac_address: 'BB',
      uuid: 'd',
      language: 'en',
      board: { name: 'n', type: 'ty' },
      application: { version: '2.0' },
    };
    expect(await report(body, headers)).toEqual({
      deviceId: 'AA',
      clientId: 'c',
      serialNumber: 's',
      board: 'n',
      firmware: '2.0',
      language: 'en',
    });
    expect(await report(body)).toMatchObject({ deviceId: 'BB', clientId: 'd', serialNumber: null });
    expect(await report({ board: { type: 'ty' } }, headers)).toMatchObject({
      board: 'ty',
      firmware: '1.0',
      language: 'pt-BR',
    });
    expect(await report({ board: 'x', language: '', mac_address: 7 }, { 'user-agent': 'board/1.0' })).toEqual({
      deviceId: '',
      clientId: null,
      serialNumber: null,
      board: 'board',
      firmware: '1.0',
      language: null,
    });
  });
});

describe('a device that proves who it is', () => {
  const proved = async (body: object, prove?: object) => {
    const { needs, asked } = needsOf(prove === undefined ? {} : { prove });
    const answer = await answerActivate(requestOf(JSON.stringify(body), { 'device-id': 'AA' }), needs);
    return { status: answer.status, asked: asked[0] };
  };

  test('is asked to poll until somebody enters its code', async () => {
    expect((await proved({})).status).toBe(200);
    expect((await proved({}, { status: 'waiting' })).status).toBe(202);
    expect((await answerActivate(requestOf('x'), needsOf().needs)).status).toBe(400);
  });

  test('with its serial number or without', async () => {
    expect((await proved({})).asked).toEqual(['AA', { serialNumber: null }, '10.0.0.7']);
    expect(
      (await proved({ serial_number: 's', challenge: 'c'.repeat(600), hmac: 'h', algorithm: 5 })).asked?.[1],
    ).toEqual({
      serialNumber: 's',
      challenge: 'c'.repeat(500),
      hmac: 'h',
      algorithm: '',
    });
  });
});

test.each([
  ['UTC', 0],
  ['America/Sao_Paulo', -180],
  ['Asia/Kolkata', 330],
])('the clocks of %s are ahead by %i minutes', (timeZone, minutes) => {
  expect(offsetMinutes(now, timeZone)).toBe(minutes);
});

describe('a photo', () => {
  const images = {
    jpeg: Buffer.from([0xff, 0xd8, 0xff, 0]),
    png: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    gif: Buffer.from('GIF89a..'),
    webp: Buffer.from('RIFF0000WEBP'),
  };
  const formOf = (question: string, file: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--b\r\nContent-Disposition: form-data; name="question"\r\n\r\n${question}\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n`,
      ),
      file,
      Buffer.from('\r\n--b--\r\n'),
    ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'device-id': 'AA', authorization: 'Bearer t' };
  const opened = (other: Partial<VisionNeeds> & { admission?: object } = {}) => {
    const seen: unknown[] = [];
    const explain: VisionNeeds['explain'] = async ({ mimeType }, question) => (seen.push(mimeType), `a ${question}`);
    const book = {
      admitVision: async () => other.admission ?? { status: 'admitted', device: { id: 'aa' } },
    } as unknown as VisionNeeds['book'];
    const answer = openVision({ book, explain, clock: { now: () => now }, log: silentLog, ...other });
    return { seen, ask: (body: Buffer, more = headers) => answer(requestOf(body, more), new AbortController().signal) };
  };

  test.each(Object.entries(images))('of the kind %s is explained', async (kind, file) => {
    const { ask, seen } = opened();
    expect(await ask(formOf(' cat ', file))).toEqual({ status: 200, body: { success: true, result: 'a cat' } });
    expect(seen).toEqual([`image/${kind}`]);
  });

  test.each([
    ['without a question', formOf(' ', images.jpeg), 400],
    ['without a file', formOf('cat', Buffer.alloc(0)), 400],
    ['of another kind', formOf('cat', Buffer.from('BM......')), 415],
    ['that is half a WebP', formOf('cat', Buffer.from('RIFF0000WAVE')), 415],
    ['that is too large', Buffer.alloc(4 * 1024 * 1024 + 1), 413],
  ])('%s is refused', async (_what, body, status) => {
    expect((await opened().ask(body)).status).toBe(status);
  });

  test('that is no form is refused', async () => {
    expect((await opened().ask(images.jpeg, { ...headers, 'content-type': 'image/jpeg' })).status).toBe(400);
  });

  test('of a stranger, or without a model, is not looked at', async () => {
    expect((await opened({ admission: { status: 'refused' } }).ask(formOf('cat', images.jpeg))).status).toBe(401);
    expect((await opened({ explain: null }).ask(formOf('cat', images.jpeg))).status).toBe(503);
    const failing: VisionNeeds['explain'] = () => Promise.reject(new Error('away'));
    const { ask } = opened({ explain: failing });
    expect((await ask(formOf('cat', images.jpeg))).status).toBe(502);
    expect((await ask(formOf('cat', images.jpeg))).status).toBe(502);
  });

  test('is looked at one at a time, and so many in an hour', async () => {
    const gate = Promise.withResolvers<string>();
    const waiting = opened({ explain: () => gate.promise });
    const first = waiting.ask(formOf('cat', images.jpeg));
    expect((await waiting.ask(formOf('cat', images.jpeg))).status).toBe(429);
    gate.resolve('a cat');
    expect((await first).status).toBe(200);
    const { ask } = opened();
    for (let photo = 0; photo < 120; photo += 1) expect((await ask(formOf('cat', images.gif))).status).toBe(200);
    expect((await ask(formOf('cat', images.gif))).status).toBe(429);
  });
});

describe('the address that devices use', () => {
  const called = (host?: string) => ({ headers: { host }, socket: new Socket() }) as unknown as IncomingMessage;
  const settings = { host: '10.1.2.3', devicesUrl: '' };

  test.each([
    [settings, undefined, 'http://10.1.2.3:8003'],
    [settings, called('box.local'), 'http://box.local:8003'],
    [settings, called('box.local:9999'), 'http://box.local:8003'],
    [settings, called('box.local/x'), 'http://10.1.2.3:8003'],
    [settings, called('a@b'), 'http://10.1.2.3:8003'],
    [settings, called('box?x'), 'http://10.1.2.3:8003'],
    [settings, called('a b'), 'http://10.1.2.3:8003'],
    [settings, called(), 'http://10.1.2.3:8003'],
    [{ ...settings, isTls: true }, called('box.local'), 'https://box.local:8003'],
    [{ ...settings, devicesUrl: 'https://d.example' }, called('box.local'), 'https://d.example'],
  ])('with %o and %o is %s', (given, request, http) => {
    expect(doorAddress(given, 8003, request)).toEqual({
      http,
      websocket: http.replace('http', 'ws'),
      hostname: new URL(http).hostname,
    });
  });

  test('is one that others can use where we listen everywhere', () => {
    expect(doorAddress({ host: '0.0.0.0', devicesUrl: '' }, 8003).hostname).not.toBe('127.0.0.1');
  });
});
