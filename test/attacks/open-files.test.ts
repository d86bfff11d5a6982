import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tempDataDir } from '../support/data-dir.ts';
import { freePort } from '../support/openssl.ts';
import { freshDatabase } from '../support/postgres.ts';
import { connectRaw, statusOfRefusal } from '../support/raw-station.ts';
import { adminKey } from '../support/sigec.ts';
import { openSocket } from './raw-upgrade.ts';

const root = join(import.meta.dirname, '..', '..');
const limit = 400;

/** The product as a process of its own that may open few files. */
async function startLimited() {
  const database = await freshDatabase();
  onTestFinished(() => database[Symbol.asyncDispose]());
  const dataDir = await tempDataDir();
  onTestFinished(() => dataDir[Symbol.asyncDispose]());
  const ports = { api: await freePort(), ocpp: await freePort(), tls: await freePort() };
  const start = `ulimit -n ${limit}; exec "${process.execPath}" "${join(root, 'bin', 'sigec.js')}" serve`;
  const child = spawn('sh', ['-c', start], {
    env: {
      PATH: process.env['PATH'],
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
    },
    cwd: dirname(dataDir.path),
    stdio: 'ignore',
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  await expect.poll(() => health(ports.api), { timeout: 60_000 }).toBe(200);
  return {
    pid: child.pid ?? 0,
    api: ports.api,
    plain: `ws://127.0.0.1:${ports.ocpp}/`,
    secure: `wss://127.0.0.1:${ports.tls}/`,
  };
}

const health = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => ({ status: 0 }))).status;
const openFiles = async (pid: number) => (await readdir(`/proc/${pid}/fd`)).length;

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

test('A14 a crowd at the port for people and programs takes a share of the files, and stations come in as before', {
  timeout: 120_000,
}, async () => {
  const { pid, api, plain } = await startLimited();
  const before = await openFiles(pid);
  let ended = 0;
  const crowd = await Promise.all(
    Array.from({ length: limit }, async () => {
      const socket = await openSocket(`ws://127.0.0.1:${api}/`).catch(() => undefined);
      if (socket === undefined || socket.destroyed) ended += 1;
      else socket.once('close', () => (ended += 1));
      return socket;
    }),
  );
  onTestFinished(() => crowd.forEach((socket) => void socket?.destroy()));
  await expect.poll(() => ended).toBeGreaterThan(limit * 0.8);
  expect((await openFiles(pid)) - before).toBeLessThan(limit * 0.2);
  await using station = await connectRaw(plain, 'A14-BESIDE');
  expect(await station.ask('[2,"b","Heartbeat",{}]')).toMatchObject([expect.any(Number), 'b', expect.anything()]);
  for (const socket of crowd) socket?.destroy();
  await expect.poll(() => health(api)).toBe(200);
});

test('A14 near the limit of open files stations are refused, plain and over TLS, and everything else goes on', {
  timeout: 120_000,
}, async () => {
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
  // All at once: who says nothing is cut after ten seconds.
  const room = Math.ceil(limit * 0.92) - (await openFiles(pid));
  crowd.push(...(await Promise.all(Array.from({ length: room }, () => openSocket(plain)))));
  await expect.poll(() => openFiles(pid)).toBeGreaterThan(limit * 0.905); // accepted, and not only in line
  expect(await statusOfRefusal(plain, { stationId: 'A14-LATE' })).toBe(503);
  await expect(openSocket(secure)).rejects.toThrow();
  // A crowd that does not even ask is cut, and never takes the rest.
  crowd.push(...(await Promise.all(Array.from({ length: limit }, () => openSocket(plain)))));
  expect(await openFiles(pid)).toBeLessThan(limit * 0.97);
  expect(await health(api)).toBe(200);

  expect(await early.ask('[2,"b","Heartbeat",{}]')).toMatchObject([expect.any(Number), 'b', expect.anything()]);
  for (const socket of crowd) socket.destroy();
  await expect.poll(async () => (await connectRaw(plain, 'A14-AFTER').catch(() => undefined)) !== undefined).toBe(true);
});
