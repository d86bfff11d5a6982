import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tarOf, zipOf } from '#charging/log-files/testing/archives.ts';
import type { CreatedKey } from '#contract/agents/principal.ts';
import type { LogFile, LogText } from '#contract/stations/log-files.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { type ScriptedStation, scripted } from '../../../test/support/use-case.ts';

const mebibyte = 1_048_576;
let sigec: TestSigec;
let station: ScriptedStation;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept', LOG_FILE_MAX_MB: '8', LOG_FTP_PORT: '0' });
  station = scripted(await connectRaw(sigec.addresses.ocpp, 'LOGS', { protocols: ['ocpp2.0.1'] }));
  await station.call('BootNotification', bootPayload['2.0.1']);
});
afterAll(async () => {
  await station[Symbol.asyncDispose]();
  await sigec[Symbol.asyncDispose]();
});

/** Asks the station for its log, and returns where it is told to bring it. */
async function place(): Promise<{ id: string; address: string }> {
  const [{ logFile }, asked] = await Promise.all([
    sigec.api.post<{ logFile: LogFile }>('/api/stations/LOGS/log-files', {}),
    station.answer('GetLog', { status: 'Accepted', filename: 'log.gz' }),
  ]);
  return { id: logFile.id, address: (asked['log'] as { remoteLocation: string }).remoteLocation };
}

const bring = async (address: string, body: Buffer, init: RequestInit = {}) => {
  const { status } = await fetch(address, { method: 'PUT', body: new Uint8Array(body), ...init });
  return status;
};
const shown = (id: string) => sigec.api.get<LogFile>(`/api/log-files/${id}`);

test('a log is brought once, looked through, and shown to people', async () => {
  const { id, address } = await place();
  const text = '2026-03-01T08:00:00Z watchdog timeout\n\u001b[31mred\u001b[0m\n';
  expect(await bring(`${address}/log.gz`, gzipSync(text))).toBe(201);
  expect(await shown(id)).toMatchObject({
    stationId: 'LOGS',
    state: 'kept',
    fileName: 'log.gz',
    format: 'gzip',
    texts: 1,
    lines: 2,
    findings: [{ kind: 'reboot', code: 'watchdog', count: 1, firstAt: '2026-03-01T08:00:00.000Z' }],
  });
  expect(await bring(address, gzipSync('again'))).toBe(404);
  expect(await sigec.api.get<LogText>(`/api/log-files/${id}/text`)).toEqual({
    text: '2026-03-01T08:00:00Z watchdog timeout\nred\n\n',
    isCut: false,
  });
  const file = await fetch(`${sigec.addresses.api}/api/log-files/${id}/content`, {
    headers: { authorization: `Bearer ${adminKey}` },
  });
  expect(Buffer.from(await file.arrayBuffer())).toEqual(gzipSync(text));
});

test('a form is taken like a plain body', async () => {
  const { id, address } = await place();
  const form = new FormData();
  form.append('note', 'hello');
  form.append('file', new Blob(['out of memory\n']), 'diagnostics.log');
  const { status } = await fetch(address, { method: 'POST', body: form });
  expect(status).toBe(201);
  expect(await shown(id)).toMatchObject({ fileName: 'diagnostics.log', bytes: 14, findings: [{ kind: 'memory' }] });
});

test('agents and programs see the findings, and never the text', async () => {
  const { id, address } = await place();
  await bring(address, Buffer.from('watchdog timeout\n'));
  for (const kind of ['agent', 'program'] as const) {
    const { secret } = await sigec.api.post<CreatedKey>('/api/keys', { name: `a ${kind}`, kind, role: 'operator' });
    const status = async (view: string) =>
      (
        await fetch(`${sigec.addresses.api}/api/log-files/${id}${view}`, {
          headers: { authorization: `Bearer ${secret}` },
        })
      ).status;
    expect(await status('')).toBe(200);
    expect([await status('/text'), await status('/content')]).toEqual([403, 403]);
  }
});

test('the token is nowhere but with the station', async () => {
  const { address } = await place();
  const token = /\/files\/logs\/([\w-]+)$/.exec(address)?.[1] ?? '';
  expect(token).toHaveLength(32);
  for (const view of ['messages', 'commands', 'logs', 'log-files'])
    expect(JSON.stringify(await sigec.api.get(`/api/stations/LOGS/${view}`))).not.toContain(token);
  expect(JSON.stringify(await sigec.api.get('/api/events?limit=100'))).not.toContain(token);
});

const log = { name: 'a.log', content: Buffer.from('one\n') };
const zeros = Buffer.alloc(64 * mebibyte);

test.each<[what: string, body: Buffer, status: number, refusal: LogFile['refusal']]>([
  ['a bomb', gzipSync(zeros), 422, 'bomb'],
  ['a bomb within a zip', zipOf([{ name: 'a', content: zeros }]), 422, 'bomb'],
  ['entries over each other', zipOf([log, log], { isOverlapping: true }), 422, 'bomb'],
  ['a name that leads out', zipOf([{ ...log, name: '../../etc/passwd' }]), 422, 'path'],
  ['a link', gzipSync(tarOf([{ ...log, type: '2' }])), 422, 'link-inside'],
  ['an encrypted zip', zipOf([{ ...log, flags: 1 }]), 422, 'encrypted'],
  ['a damaged zip', Buffer.from('PK\x03\x04 and no more'), 422, 'unreadable'],
  ['a file that is too large', randomBytes(9 * mebibyte), 413, 'too-large'],
  ['an empty file', Buffer.alloc(0), 422, 'empty'],
])(
  '%s is refused, nothing of it stays, and its address is worth nothing any more',
  async (_what, body, status, refusal) => {
    const { id, address } = await place();
    expect(await bring(address, body)).toBe(status);
    expect(await shown(id)).toMatchObject({ state: 'refused', refusal, findings: null });
    expect(await bring(address, Buffer.from('a good one'))).toBe(404);
  },
);

test.each([
  ['a name with ..', '/..%2f..%2fetc%2fpasswd'],
  ['an absolute name', '/%2fetc%2fpasswd'],
  ['a name that cannot be read', '/%ff%fe'],
])('%s in the address is refused', async (_what, path) => {
  const { id, address } = await place();
  expect(await bring(`${address}${path}`, Buffer.from('one\n'))).toBe(422);
  expect(await shown(id)).toMatchObject({ state: 'refused', refusal: 'path' });
});

test('a file that breaks off may be brought again', async () => {
  const { id, address } = await place();
  const { hostname, port, pathname } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nhalf of it`);
  await expect.poll(async () => (await shown(id)).state).toBe('receiving');
  expect(await bring(address, Buffer.from('too early'))).toBe(404);
  socket.destroy();
  await expect.poll(async () => (await shown(id)).state).toBe('waiting');
  expect(await bring(address, Buffer.from('one\n'))).toBe(201);
});

test('strangers, other methods and guessed tokens get nothing', async () => {
  const { address } = await place();
  const files = new URL(address).origin;
  expect((await fetch(address)).status).toBe(405);
  expect(await bring(`${files}/files/logs/${'a'.repeat(32)}`, Buffer.from('x'))).toBe(404);
  expect(await bring(`${files}/files/logs/..%2f..%2fetc`, Buffer.from('x'))).toBe(404);
  expect((await fetch(`${files}/files/`)).status).toBe(404);
});

test('a form with a guessed token is answered before it is read, and keeps no place from a station', async () => {
  const { address } = await place();
  const { port, hostname } = new URL(address);
  const head = 'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n';
  const held = Array.from({ length: 40 }, () => {
    const socket = connect(Number(port), hostname);
    socket.write(`POST /files/logs/${'a'.repeat(32)} HTTP/1.1\r\nhost: x\r\n${head}`);
    return once(socket, 'data').finally(() => socket.destroy());
  });
  const answers = (await Promise.all(held)).map(([answer]) => String(answer).split(' ', 2)[1]);
  expect(answers.filter((status) => status === '404').length).toBeGreaterThan(0);
  expect(answers.filter((status) => status !== '404' && status !== '429' && status !== '503')).toEqual([]);
  await expect.poll(() => bring(address, Buffer.from('one\n')), { timeout: 20_000, interval: 500 }).toBe(201);
});
