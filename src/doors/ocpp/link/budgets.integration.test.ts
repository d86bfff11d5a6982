import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flood, maskedFrame, rawSocketOf } from '../../../../test/support/flood.ts';
import { bootPayload, connectRaw, type RawStation, statusOfRefusal } from '../../../../test/support/raw-station.ts';
import { startSigec, type TestSigec } from '../../../../test/support/sigec.ts';

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

async function booted(id: string, version: '1.6' | '2.0.1' | '2.1' = '2.1'): Promise<RawStation> {
  const station = await connectRaw(sigec.addresses.ocpp, id, { protocols: [`ocpp${version}`] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload[version]]);
  return station;
}

/** The sum of a counter over all its labels. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${sigec.addresses.api}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

test.each([
  ['pings', maskedFrame(9)],
  ['pongs', maskedFrame(10)],
  ['answers nobody asked for', maskedFrame(1, '[3,"ghost",{}]')],
  ['errors nobody asked for', maskedFrame(1, '[4,"ghost","GenericError","",{}]')],
  ['refused answers', maskedFrame(1, '[5,"ghost","GenericError","",{}]')],
])('a flood of %s ends with the connection, and a neighbour does not notice', async (name, piece) => {
  await using neighbour = await booted(`QUIET-${name.replaceAll(' ', '-')}`);
  await using station = await booted(`FLOOD-${name.replaceAll(' ', '-')}`);
  const cutBefore = await metric('sigec_ocpp_cut_total');
  const flooding = flood(rawSocketOf(station.socket), piece);
  let slowestMs = 0;
  while (station.socket.readyState === station.socket.OPEN) {
    const askedAt = performance.now();
    await neighbour.ask([2, 'h', 'Heartbeat', {}]);
    slowestMs = Math.max(slowestMs, performance.now() - askedAt);
  }
  await flooding;
  expect(slowestMs).toBeLessThan(5_000);
  expect(await metric('sigec_ocpp_cut_total')).toBe(cutBefore + 1);
  const path = `/api/stations/FLOOD-${name.replaceAll(' ', '-')}`;
  await expect
    .poll(async () => (await sigec.api.get<{ link: object }>(path)).link)
    .toMatchObject({ state: 'offline', reason: 'over-budget' });
});

test('a message in pieces without end ends with the connection', async () => {
  await using station = await booted('PIECES');
  rawSocketOf(station.socket).write(maskedFrame(1, '', { isFinal: false }));
  await flood(rawSocketOf(station.socket), maskedFrame(0, '', { isFinal: false }));
  expect(station.socket.readyState).not.toBe(station.socket.OPEN);
});

test('a station that comes back with thousands of messages at once is read more slowly, and every one is answered', async () => {
  await using station = await booted('BACKLOG', '1.6');
  const count = 3_000;
  const answered = new Set<string>();
  const all = new Promise<void>((resolve) =>
    station.socket.on('message', (data: Buffer) => {
      answered.add((JSON.parse(data.toString()) as [number, string])[1]);
      if (answered.size === count) resolve();
    }),
  );
  const slowedBefore = await metric('sigec_ocpp_slowed_total');
  for (let at = 0; at < count; at += 1) station.send(`[2,"m${at}","Heartbeat",{}]`);
  await all;
  expect(station.socket.readyState).toBe(station.socket.OPEN);
  expect(await metric('sigec_ocpp_slowed_total')).toBe(slowedBefore + 1);
}, 60_000);

test('a message costs by the objects in it, before it is parsed', async () => {
  await using station = await booted('OBJECTS');
  const slowedBefore = await metric('sigec_ocpp_slowed_total');
  const text = `[2,"o","Heartbeat",{"x":[${Array.from({ length: 30_000 }, () => '{}').join(',')}]}]`;
  await station.ask(text);
  expect(await metric('sigec_ocpp_slowed_total')).toBe(slowedBefore);
  station.send(text);
  await expect.poll(() => metric('sigec_ocpp_slowed_total')).toBe(slowedBefore + 1);
  expect(station.socket.readyState).toBe(station.socket.OPEN);
});

test('coming again forgives nothing', async () => {
  const first = await booted('AGAIN');
  await flood(rawSocketOf(first.socket), maskedFrame(9));
  await using second = await connectRaw(sigec.addresses.ocpp, 'AGAIN', { protocols: ['ocpp2.1'] });
  rawSocketOf(second.socket).write(maskedFrame(9));
  expect(await second.closed).toBe(1008);
});

test('a nest of brackets is refused before it is parsed', async () => {
  await using station = await booted('NEST');
  const text = `[2,"n","DataTransfer",{"vendorId":"v","data":${'['.repeat(200_000)}${']'.repeat(200_000)}}]`;
  const [type, messageId] = (await station.ask(text)) as [number, string];
  expect([type, messageId]).toEqual([4, 'n']);
});

test.each([
  ['a page of another site', { origin: 'https://shop.example' }, 403],
  ['a page on another port of this machine', { origin: 'http://127.0.0.1:3000' }, 403],
  ['a page without an origin of its own', { origin: 'null' }, 403],
  ['a page whose name was bent to us', { origin: 'http://evil.example:9000', host: 'evil.example:9000' }, 403],
  ['a name that is not ours', { host: 'evil.example' }, 403],
])('%s is not accepted as a station', async (_name, headers, status) => {
  expect(await statusOfRefusal(sigec.addresses.ocpp, { stationId: 'WEB', headers })).toBe(status);
});

test('a station library that names the address it calls as its origin is accepted', async () => {
  const { host } = new URL(sigec.addresses.ocpp);
  await using station = await connectRaw(sigec.addresses.ocpp, 'ORIGIN', { headers: { origin: `http://${host}` } });
  expect(await station.ask([2, 'b', 'BootNotification', bootPayload['2.0.1']])).toMatchObject([3, 'b', {}]);
});

test('a visitor that speaks no WebSocket is told so a few times, and then no more', async () => {
  const { hostname, port } = new URL(sigec.addresses.ocpp);
  const ask = async () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.end('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    await once(socket, 'close');
    return text;
  };
  expect(await ask()).toContain('426');
  let last = 'none';
  for (let times = 0; times < 2_000 && last !== ''; times += 1) last = await ask();
  expect(last).toBe('');
  await using station = await booted('AFTER');
  expect(await station.ask([2, 'h', 'Heartbeat', {}])).toMatchObject([3, 'h', {}]);
});
