import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { rawSocketOf } from '../support/flood.ts';
import { heldBytes, settling } from '../support/held-memory.ts';
import { askHttps } from '../support/https.ts';
import { bootPayload, connectRaw, type RawOptions } from '../support/raw-station.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import {
  type CertificateFiles,
  certificateFiles,
  type TestAuthority,
  testAuthority,
} from '../support/tls-certificates.ts';
import { openSocket } from './raw-upgrade.ts';

/** Pings every second, so that a silent station is cut within seconds. */
let sigec: TestSigec;
let authority: TestAuthority;
let files: CertificateFiles;

beforeAll(async () => {
  authority = await testAuthority();
  files = await certificateFiles();
  const { certificateFile, keyFile } = await files.write('ecdsa', await authority.issue(), authority.intermediate);
  sigec = await startSigec({
    TLS: 'files',
    TLS_CERTIFICATES: certificateFile,
    TLS_KEYS: keyFile,
    OCPP_UNKNOWN_STATIONS: 'accept',
    OCPP_PING_SECONDS: '1',
    STATION_MESSAGES_PER_SECOND: '100000',
  });
});
afterAll(async () => {
  await sigec[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

const ways = ['ws', 'wss'] as const;
type Way = (typeof ways)[number];
const urlOf = (way: Way) => (way === 'ws' ? sigec.addresses.ocpp : (sigec.addresses.ocppTls ?? ''));
const tlsOf = (way: Way): RawOptions => (way === 'ws' ? {} : { tls: { ca: authority.root } });

async function booted(way: Way, id: string, options: RawOptions = {}) {
  const station = await connectRaw(urlOf(way), id, { protocols: ['ocpp2.1'], ...tlsOf(way), ...options });
  await station.ask([2, 'boot', 'BootNotification', bootPayload['2.1']]);
  return station;
}

async function linkOf(id: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${adminKey}` };
  const answer = await askHttps(`${sigec.addresses.api}/api/stations/${id}`, { ca: authority.root, headers });
  return (answer.json() as { link: unknown }).link;
}

/** Far beyond every deadline: who is still there then was not cut at all. */
const minuteMs = 60_000;

/** Writes a byte a second until it is cut, for a minute at most, and tells how long that took. */
async function drip(socket: Socket, bytes: Buffer): Promise<number> {
  const startedAt = performance.now();
  let at = 0;
  const timer = setInterval(() => {
    socket.write(bytes.subarray(at, at + 1));
    at += 1;
  }, 1_000);
  socket.resume(); // what is said to it on the way is not its concern
  const givingUp = setTimeout(() => socket.destroy(), minuteMs);
  await new Promise((resolve) => socket.once('close', resolve)); // be it by a reset
  clearInterval(timer);
  clearTimeout(givingUp);
  return performance.now() - startedAt;
}

describe.concurrent('A13 a connection that is slow, silent or does not read', () => {
  test('A13 a handshake that drips, and one that never begins, is cut within seconds, plain and over TLS', async ({
    expect,
  }) => {
    const request = Buffer.from('GET /SLOW HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n');
    const hello = Buffer.from(`1603010200010001fc0303${'07'.repeat(64)}`, 'hex');
    const nothing = Buffer.alloc(0);
    const bare = (way: Way) => {
      const { hostname, port } = new URL(urlOf(way));
      return connect(Number(port), hostname).on('error', () => undefined);
    };
    const before = heldBytes();
    const secured = await Promise.all(
      Array.from({ length: 20 }, () => openSocket(urlOf('wss'), { ca: authority.root })),
    );
    const took = await Promise.all([
      ...secured.map((socket) => drip(socket, request)),
      ...Array.from({ length: 20 }, () => [
        ...[drip(bare('ws'), request), drip(bare('ws'), nothing)],
        ...[drip(bare('wss'), hello), drip(bare('wss'), nothing)],
      ]).flat(),
    ]);
    expect(Math.max(...took)).toBeLessThan(30_000);
    expect(Math.min(...took)).toBeGreaterThan(5_000); // an honest handshake has its time
    await expect.poll(() => heldBytes() - before, settling).toBeLessThan(32 * 1_048_576);
  });

  test.for(ways)(
    'A13 stations that are gone without a word are cut over %s, since they answer no ping',
    async (way, { expect }) => {
      const ids = Array.from({ length: 10 }, (_, nth) => `A13-GONE-${way}-${nth}`);
      const stations = await Promise.all(ids.map((id) => booted(way, id, { autoPong: false })));
      const allCut = Promise.all(stations.map(({ closed }) => closed)).then(() => 'all cut');
      const givingUp = new Promise((resolve) => setTimeout(resolve, minuteMs, 'still there').unref());
      expect(await Promise.race([allCut, givingUp])).toBe('all cut');
      for (const id of ids)
        await expect.poll(() => linkOf(id)).toMatchObject({ state: 'offline', reason: 'no-answer' });
    },
  );

  test.for(ways)(
    'A13 a station that asks over %s and reads no answer is cut, and little is kept for it',
    { timeout: 600_000 },
    async (way, { expect }) => {
      const id = `A13-DEAF-${way}`;
      await using station = await booted(way, id);
      const before = heldBytes();
      const socket = rawSocketOf(station.socket).on('error', () => undefined);
      socket.pause();
      const ask = () => station.send(`[2,"${'h'.repeat(36)}","Heartbeat",{}]`);
      for (let sent = 0; sent < 60_000; sent += 1) ask();
      // That it was cut it hears when it writes.
      for (const until = performance.now() + 180_000; !socket.destroyed && performance.now() < until; ask())
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(socket.destroyed).toBe(true);
      await expect.poll(() => linkOf(id)).toMatchObject({ state: 'offline', reason: 'no-answer' });
      await expect.poll(() => heldBytes() - before, settling).toBeLessThan(32 * 1_048_576);
    },
  );
});
