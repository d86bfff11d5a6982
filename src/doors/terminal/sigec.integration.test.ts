import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '#base/version.ts';
import { createdKey, keyList } from '#contract/agents/principal.ts';
import { eventPage, ledgerEvent } from '#contract/event.ts';
import { acceptedStation, station, stationPage } from '#contract/stations/station.ts';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { shareBinaries } from '../../../test/support/share-binaries.ts';
import {
  runSigecProcess,
  type SigecProcess,
  type SigecResult,
  startSigecProcess,
} from '../../../test/support/sigec-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'sigec-terminal-'));
const adminKey = 'an-administrator-of-the-test';
const anyPorts = ['api', 'ocpp-server', 'mcp-server', 'devices', 'mqtt', 'ucp'].flatMap((door) => [
  `--${door}-port`,
  '0',
]);
const dataDir = ['--data-dir', join(folder, 'data')];

let product: SigecProcess;
let addresses: { api: string; ocpp: string; mcp: string };

beforeAll(async () => {
  chmodSync(folder, 0o755); // run as root, the database belongs to another user, who has to get there
  for (const name of ['data', 'third']) await shareBinaries(join(folder, name));
  product = startSigecProcess(['serve', ...anyPorts, ...dataDir, '--log-level', 'warn'], {
    cwd: folder,
    env: { ADMIN_KEY: adminKey },
  });
  await product.until(/^ready$/m);
  const find = (pattern: RegExp) => pattern.exec(product.shown.out)?.[1] ?? '';
  addresses = {
    api: find(/(http:\/\/127\.0\.0\.1:\d+)$/m),
    ocpp: find(/(ws:\/\/127\.0\.0\.1:\d+)\/\{station-id\}$/m),
    mcp: find(/(http:\/\/127\.0\.0\.1:\d+\/mcp)$/m),
  };
});

afterAll(async () => {
  await product[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function sigec(...args: string[]): Promise<SigecResult> {
  return runSigecProcess(args, { cwd: folder, env: { SIGEC_URL: addresses.api, SIGEC_KEY: adminKey } });
}

/** A simulated station that has been heard by the server. */
async function simulated(id: string, state: RegExp): Promise<SigecProcess> {
  const simulation = startSigecProcess(['simulate', 'station', id, '--url', addresses.ocpp], { cwd: folder });
  await simulation.until(state);
  return simulation;
}

test('--version is quick and needs nothing', async () => {
  const result = await runSigecProcess(['--version'], { cwd: folder });
  expect(result).toEqual({ exitCode: 0, out: `${version}\n`, err: '' });
});

test('a pending station is seen, accepted with a password, and shown', async () => {
  await using _pending = await simulated('PENDING-1', /waits to be accepted/);
  const listed = await sigec('station', 'list', '--state', 'pending', '--json');
  expect(stationPage.parse(JSON.parse(listed.out)).stations.map(({ id }) => id)).toContain('PENDING-1');
  expect((await sigec()).out).toContain('sigec station accept PENDING-1');

  const accepted = await sigec('station', 'accept', 'PENDING-1', '--password', '--json');
  expect(acceptedStation.parse(JSON.parse(accepted.out)).password).toMatch(/^\S{16,40}$/);
  const shown = await sigec('station', 'show', 'pending', '--json');
  expect(station.parse(JSON.parse(shown.out))).toMatchObject({ id: 'PENDING-1', hasPassword: true });
});

test('a station that was accepted beforehand comes online, and its events are told', async () => {
  await using following = startSigecProcess(['event', 'follow', '--json'], {
    cwd: folder,
    env: { SIGEC_URL: addresses.api },
  });
  await following.until(/Waiting for events/);
  expect(await sigec('station', 'accept', 'READY-1', '--no-password')).toEqual({
    exitCode: 0,
    out: 'READY-1 is accepted.\nIt needs no password.\n',
    err: '',
  });
  await using _ready = await simulated('READY-1', /accepted/);
  const [line] = await following.until(/^.*station-booted.*READY-1.*$/m);
  expect(ledgerEvent.parse(JSON.parse(line))).toMatchObject({ kind: 'station-booted', stationId: 'READY-1' });

  const listed = await sigec('station', 'list', '--search', 'ready');
  expect(listed.out).toMatch(/^READY-1 +online \(/m);
  const events = await sigec('event', 'list', '--since', '1h', '--json');
  const kinds = eventPage.parse(JSON.parse(events.out)).events.map(({ kind }) => kind);
  expect(kinds.lastIndexOf('station-booted')).toBeGreaterThan(kinds.indexOf('station-accepted'));

  following.child.kill('SIGINT');
  expect(await following.ended).toBe(0);
});

test('the newest events are listed, oldest first', async () => {
  await sigec('station', 'accept', 'EARLIER-1', '--no-password');
  await sigec('station', 'accept', 'LATER-1', '--no-password');
  const { out } = await sigec('event', 'list', '--limit', '2', '--json');
  expect(eventPage.parse(JSON.parse(out)).events.map(({ stationId }) => stationId)).toEqual(['EARLIER-1', 'LATER-1']);
});

test('a fleet connects, is counted, and waits to be accepted', async () => {
  const { exitCode, out } = await sigec(
    ...['simulate', 'fleet', '3', '--prefix', 'FLEET-', '--url', addresses.ocpp],
    ...['--version', '1.6', '--version', '2.1', '--duration', '2s', '--lang', 'pt-BR'],
  );
  expect(exitCode).toBe(1);
  expect(out).toContain('Conectando 3 estações (OCPP 1.6, 2.1)');
  expect(out).toContain('3 estações aguardam aceitação');
});

test('a key is made, listed and revoked', async () => {
  const made = await sigec(
    'key',
    'create',
    'Ana',
    '--kind',
    'person',
    '--role',
    'operator',
    '--expires',
    '90d',
    '--json',
  );
  const { key, secret } = createdKey.parse(JSON.parse(made.out));
  expect(Date.parse(key.expiresAt ?? '') - Date.parse(key.createdAt)).toBeCloseTo(90 * 86_400_000, -5);
  const asAna = { cwd: folder, env: { SIGEC_URL: addresses.api, SIGEC_KEY: secret } };
  expect(await runSigecProcess(['key', 'list'], asAna)).toMatchObject({ exitCode: 3, out: '' });

  expect((await sigec('key', 'revoke', key.id)).out).toBe(`The key "Ana" (${key.id}) is revoked.\n`);
  const listed = keyList.parse(JSON.parse((await sigec('key', 'list', '--json')).out));
  expect(listed.keys.find(({ id }) => id === key.id)?.revokedAt).not.toBeNull();
  expect(await runSigecProcess(['station', 'list'], asAna)).toMatchObject({ exitCode: 3 });
});

test('the address for agents is told with a configuration to paste', async () => {
  const { out } = await sigec('mcp', 'address', '--json');
  expect(JSON.parse(out)).toEqual({
    address: addresses.mcp,
    needsKey: false,
    configuration: { mcpServers: { sigec: { type: 'http', url: addresses.mcp } } },
  });
});

test('the audit trail of a running system is whole', async () => {
  const { exitCode, out } = await sigec('audit', 'verify', ...dataDir);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/^\S+: whole, \d+ entries$/m);
});

test('the doctor sees the running system and does not disturb it', async () => {
  const ports = Object.entries({ api: 'api', ocpp: 'ocpp-server', mcp: 'mcp-server' } as const).flatMap(
    ([name, flag]) => [`--${flag}-port`, new URL(addresses[name as keyof typeof addresses]).port],
  );
  const { exitCode, out } = await sigec('doctor', ...anyPorts, ...dataDir, ...ports, '--json');
  expect(exitCode).toBe(0);
  const states = (JSON.parse(out) as { state: string }[]).map(({ state }) => state);
  expect(states).toEqual(expect.arrayContaining(['database-fine', 'port-ours', 'data-dir-fine', 'clock-fine']));
  expect((await sigec('station', 'list')).exitCode).toBe(0);
});

test('the doctor says in Portuguese what is wrong and how to repair it', async () => {
  const { exitCode, out } = await sigec(
    'doctor',
    ...anyPorts,
    '--llm-provider',
    'openai',
    ...dataDir,
    '--lang',
    'pt-BR',
  );
  expect(exitCode).toBe(1);
  expect(out).toContain('LLM_PROVIDER=openai está sem chave\n    → Defina OPENAI_API_KEY');
});

test.each(['API_PORT', 'MQTT_PORT'])('a port in use stops the start with one sentence: %s', async (setting) => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port } = holder.address() as AddressInfo;
  const option = `--${setting.toLowerCase().replace('_', '-')}`;
  await using database = await freshDatabase();
  const other = ['--database-url', database.url, '--data-dir', join(folder, 'second'), '--log-level', 'silent'];
  const { exitCode, err } = await sigec('serve', ...anyPorts, option, String(port), ...other);
  holder.close();
  expect(exitCode).toBe(1);
  expect(err).toBe(
    `Port ${port} (${setting}) is in use by another program. Stop that program, or set ${setting} to a free port.\n`,
  );
});

test('a wrong setting stops the start with one sentence that names it', async () => {
  writeFileSync(join(folder, '.env'), 'OCPP_SERVER_PORT=70000\n');
  try {
    expect(await sigec('serve')).toEqual({
      exitCode: 1,
      out: '',
      err: 'OCPP_SERVER_PORT in .env is "70000", but accepts a port from 0 to 65535 (0 takes any free one).\n',
    });
  } finally {
    rmSync(join(folder, '.env'));
  }
});

test('a start that waits for its database ends at the first request', async () => {
  const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const url = `postgresql://sigec:secret@127.0.0.1:${port}/sigec`;
  await using waiting = startSigecProcess(['serve', ...anyPorts, '--database-url', url], { cwd: folder });
  await waiting.until(/the database does not answer, trying again/);
  waiting.child.kill('SIGINT');
  expect(await waiting.ended).toBe(0);
  expect(waiting.shown.err).not.toContain('secret');
  silent.close();
});

test('the first request to stop ends cleanly and leaves nothing running', async () => {
  const args = ['serve', ...anyPorts, '--data-dir', join(folder, 'third'), '--demo'];
  await using demo = startSigecProcess(args, { cwd: folder, env: { SIGEC_LANG: 'pt-BR' } });
  await demo.until(/^pronto$/m);
  expect(demo.shown.out).toContain('rede de estações simuladas');
  expect(demo.shown.out).toMatch(/http:\S+\/sign-in\?code=\S+/);
  demo.child.kill('SIGTERM');
  expect(await demo.ended).toBe(0);
  expect(demo.shown.err).toContain('Parado.');
  expect(existsSync(join(folder, 'third', 'postgres', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(folder, 'third', 'postgres', 'postmaster.pid'))).toBe(false);
});
