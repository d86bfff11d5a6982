import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDataDir } from '../support/data-dir.ts';
import { freePort } from '../support/openssl.ts';
import { freshDatabase } from '../support/postgres.ts';
import { connectRaw, statusOfRefusal } from '../support/raw-station.ts';
import { adminKey } from '../support/sigec.ts';
import { startSigecProcess } from '../support/sigec-process.ts';
import { openSocket } from './raw-upgrade.ts';

const limit = 400;

/** The product as a process of its own that may open few files. */
async function startLimited() {
  const database = await freshDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const dataDir = await tempDataDir();
  onTestFinished(() => dataDir[Symbol.asyncDispose]());
  const ports = { api: await freePort(), ocpp: await freePort(), tls: await freePort() };
  const sigec = startSigecProcess(['serve'], {
    cwd: dirname(dataDir.path),
    maxOpenFiles: limit,
    env: {
      HOME: dataDir.path,
      DATA_DIR: dataDir.path,
      DATABASE_URL: database.url,
      API_PORT: String(ports.api),
      OCPP_SERVER_PORT: String(ports.ocpp),
      OCPP_TLS_PORT: String(ports.tls),
      MCP_SERVER_PORT: '0',
      UCP_PORT: '0',
      DEVICES_PORT: '0',
      MQTT_PORT: '0',
      MQTT_TLS_PORT: '0',
      TLS: 'self-signed',
      OCPP_UNKNOWN_STATIONS: 'accept',
      ADMIN_KEY: adminKey,
      LOG_LEVEL: 'error',
    },
  });
  onTestFinished(async () => {
    sigec.child.kill('SIGKILL');
    await sigec.ended;
  });
  await sigec.until(/^ready$/m);
  return {
    pid: sigec.child.pid ?? 0,
    api: ports.api,
    plain: `ws://127.0.0.1:${ports.ocpp}/`,
    secure: `wss://127.0.0.1:${ports.tls}/`,
  };
}

const health = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => ({ status: 0 }))).status;
const openFiles = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length;

/** Asks over a connection of its own, which stays open after the answer; `cut`: there was none. */
async function asksAndStays(port: number, sockets: Socket[]): Promise<'served' | 'cut'> {
  const socket = await openSocket(`wss://127.0.0.1:${port}/`).catch(() => undefined);
  if (socket === undefined) return 'cut';
  sockets.push(socket);
  socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  return new Promise((resolve) => {
    socket.once('data', () => resolve('served'));
    socket.once('close', () => resolve('cut'));
    if (socket.destroyed) resolve('cut');
  });
}

/** Whether a count is the same as when it was last asked for. */
function steadily(count: () => Promise<number>): () => Promise<boolean> {
  let before = -1;
  return async () => {
    const now = await count();
    const isSame = now === before;
    before = now;
    return isSame;
  };
}

test('A14 a crowd at the port for people and programs takes a share of the files, and stations come in as before', async () => {
  const { pid, api, plain } = await startLimited();
  const before = await openFiles(pid);
  const sockets: Socket[] = [];
  onTestFinished(() => sockets.forEach((socket) => void socket.destroy()));
  const crowd = await Promise.all(Array.from({ length: limit }, () => asksAndStays(api, sockets)));
  const served = crowd.filter((end) => end === 'served');
  expect(served.length).toBeLessThan(limit * 0.2);
  expect(served.length).toBeGreaterThan(0);
  expect((await openFiles(pid)) - before).toBeLessThan(limit * 0.2);
  await using station = await connectRaw(plain, 'A14-BESIDE');
  expect(await station.ask('[2,"b","Heartbeat",{}]')).toMatchObject([expect.any(Number), 'b', expect.anything()]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => health(api)).toBe(200);
});

test('A14 near the limit of open files stations are refused, plain and over TLS, and everything else goes on', async () => {
  const { pid, api, plain, secure } = await startLimited();
  await using early = await connectRaw(plain, 'A14-EARLY');
  (await openSocket(secure)).destroy();
  const crowd: Socket[] = [];
  onTestFinished(() => crowd.forEach((socket) => void socket.destroy()));
  await expect
    .poll(
      steadily(() => openFiles(pid)),
      { interval: 500 },
    )
    .toBe(true); // what a start needs for a while is closed
  // Who says nothing is cut after ten seconds, so the crowd is made whole again each time we look.
  const beforeACrowd = async <Seen>(look: () => Promise<Seen>) => {
    const room = Math.max(0, Math.ceil(limit * 0.92) - (await openFiles(pid)));
    crowd.push(...(await Promise.all(Array.from({ length: room }, () => openSocket(plain)))));
    return look();
  };
  const refusal = () => statusOfRefusal(plain, { stationId: 'A14-LATE' });
  await expect.poll(() => beforeACrowd(refusal)).toBe(503);
  const secured = async () => {
    const socket = await openSocket(secure).catch(() => undefined);
    socket?.destroy();
    return socket === undefined ? 'cut' : 'open';
  };
  await expect.poll(() => beforeACrowd(secured)).toBe('cut');
  // A crowd that does not even ask is cut, and never takes the rest.
  crowd.push(...(await Promise.all(Array.from({ length: limit }, () => openSocket(plain)))));
  expect(await openFiles(pid)).toBeLessThan(limit * 0.97);
  expect(await health(api)).toBe(200);

  expect(await early.ask('[2,"b","Heartbeat",{}]')).toMatchObject([expect.any(Number), 'b', expect.anything()]);
  for (const socket of crowd) socket.destroy();
  await expect.poll(async () => (await connectRaw(plain, 'A14-AFTER').catch(() => undefined)) !== undefined).toBe(true);
});
