import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tablesOf, withDatabase } from '../../../../test/support/backups.ts';
import { connectRaw } from '../../../../test/support/raw-station.ts';
import { shareBinaries } from '../../../../test/support/share-binaries.ts';
import {
  runSigecProcess,
  type SigecProcess,
  type SigecResult,
  startSigecProcess,
} from '../../../../test/support/sigec-process.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 }); // thousands of files are synced to a disk that others use as well

const adminKey = 'an-administrator-of-the-test';
const doors = ['api', 'ocpp-server', 'mcp-server', 'devices', 'mqtt', 'ucp'];
const anyPorts = [...doors.flatMap((door) => [`--${door}-port`, '0']), '--log-level', 'warn'];

let folder: string;
let product: SigecProcess;
let station: ReturnType<typeof startCharging>;
const dataDir = () => join(folder, 'data');
const backups = () => join(folder, 'backups');
const keptLog = () => join(folder, 'wal');
const settings = () => ['--data-dir', dataDir(), '--database-keep-wal', keptLog()];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-database-'));
  await chmod(folder, 0o755); // run as root, the database belongs to another user, who has to get there
  for (const name of ['data', 'elsewhere', 'with-key']) await shareBinaries(join(folder, name));
  product = await serve(settings());
  station = startCharging(product);
});

afterAll(async () => {
  await station.stop();
  await product[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test('a station charges through a backup; what it was told is kept is in it, and in what is restored elsewhere', async () => {
  await expect.poll(() => station.answered.length, { timeout: 60_000 }).toBeGreaterThan(50);
  const { exitCode, out } = await sigec('database', 'backup', backups(), '--json', ...settings());
  expect(exitCode).toBe(0);
  const made = JSON.parse(out) as { folder: string; endedAt: string };
  const kept = station.answered.filter(({ at }) => at < new Date(made.endedAt)).length;
  expect(kept).toBeGreaterThan(50);

  const elsewhere = join(folder, 'elsewhere');
  const restored = await sigec('database', 'restore', made.folder, '--data-dir', elsewhere);
  expect(restored.exitCode).toBe(0);
  expect(restored.out).toContain('put it into'); // the key was not in the backup
  const wrongKey = await sigec('serve', ...anyPorts, '--data-dir', elsewhere);
  expect(wrongKey.err).toContain('installation.key is missing');
  await cp(join(dataDir(), 'installation.key'), join(elsewhere, 'installation.key'));

  expect(await sigec('database', 'rebuild', '--check', '--data-dir', elsewhere)).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('All are as the ledger says.') as string,
  });
  await using second = await serve(['--data-dir', elsewhere]);
  const url = /(http:\/\/127\.0\.0\.1:\d+)$/m.exec(second.shown.out)?.[1] ?? '';
  const { sessions } = await read<{ sessions: { ref: string; eventCount: number }[] }>(
    `${url}/api/sessions?limit=1000`,
  );
  expect(sessions.reduce((sum, { eventCount }) => sum + eventCount, 0)).toBeGreaterThanOrEqual(kept);
  const another = startCharging(second, 'CP-2');
  await expect.poll(() => another.answered.length, { timeout: 30_000 }).toBeGreaterThan(3);
  await another.stop();
});

test('the product runs on, and its sessions are as the ledger says', async () => {
  const before = station.answered.length;
  const check = await sigec('database', 'rebuild', '--check', ...settings());
  expect(check.out).toMatch(
    /^Computed \d+ sessions from the ledger and compared \d+ rows of \d+ other tables in [\d.]+ s\.\nAll are as the ledger says\.\n$/,
  );
  expect(check.exitCode).toBe(0);
  await expect.poll(() => station.answered.length, { timeout: 30_000 }).toBeGreaterThan(before);
});

test('while it runs, a restore in its place is refused', async () => {
  const { exitCode, err } = await sigec('database', 'restore', backups(), ...settings());
  expect({ exitCode, err }).toEqual({ exitCode: 1, err: `SIGEC runs on ${dataDir()}. Stop it first, then restore.\n` });
});

test('with the kept log everything comes back: every table is equal, and a row that was spoilt is found', async () => {
  await station.stop();
  product.child.kill();
  await product.ended;
  const before = await tablesOf(dataDir(), keptLog());
  expect(before['event']?.rows).toBeGreaterThan(50);
  const restored = await sigec('database', 'restore', backups(), '--until', 'latest', ...settings());
  expect(restored).toMatchObject({ exitCode: 0, out: expect.stringContaining('.before-restore-') as string });
  expect(await tablesOf(dataDir(), keptLog())).toEqual(before);

  await withDatabase(dataDir(), keptLog(), async (client) => {
    await client.query('update session set energy_mwh = energy_mwh + 1000 where ref = (select min(ref) from session)');
    await client.query(
      `insert into outage (id, station_id, cause, from_at) select uuidv7(), min(id), 'offline', now() from station`,
    );
  });
  const check = await sigec('database', 'rebuild', '--check', ...settings());
  expect(check).toMatchObject({ exitCode: 1, out: expect.stringContaining('1 differ: energy_mwh (1)') as string });
  expect(check.out).toContain('1 outages and what is known of 0 stations are not what the ledger says');
  expect(await sigec('database', 'rebuild', ...settings())).toMatchObject({ exitCode: 0 });
  expect(await sigec('database', 'rebuild', '--check', ...settings())).toMatchObject({ exitCode: 0 });
  product = await serve(settings());
  station = startCharging(product);
  await expect.poll(() => station.answered.length, { timeout: 30_000 }).toBeGreaterThan(3);
});

test('a backup brings the key along where that is asked for, and says what it means', async () => {
  const made = await sigec('database', 'backup', '--with-key', '--tidy', ...settings());
  expect(made.exitCode).toBe(0);
  expect(made.out).toContain('The installation key is in it');
  expect(made.out).toMatch(/Deleted \d+ files of the kept log/);
  const [name = ''] = await readdir(join(dataDir(), 'backups'));
  const elsewhere = join(folder, 'with-key');
  const restored = await sigec('database', 'restore', join(dataDir(), 'backups', name), '--data-dir', elsewhere);
  expect(restored.out).toContain('The installation key came out of the backup');
  expect(existsSync(join(elsewhere, 'installation.key'))).toBe(true);
  await using second = await serve(['--data-dir', elsewhere]);
  expect(second.shown.out).toContain('ready');
});

test.each([
  [
    ['restore', 'x', '--until', '2026-11-15 10:00'],
    2,
    '--until cannot be "2026-11-15 10:00"; it accepts a time with its zone',
  ],
  [['restore', 'x', '--until', '2026-13-45T10:00:00Z'], 2, '--until cannot be'],
  [['restore', 'x', '--timeline', '0'], 2, '--timeline cannot be "0"'],
  [['restore', '/nowhere/at-all'], 4, 'There is no backup in /nowhere/at-all'],
  [['restore'], 2, 'FOLDER is missing.'],
  [['backup', '/dev/null/backups'], 1, 'No backup can be written into /dev/null/backups'],
  [['backup', '--tidy'], 2, '--tidy is for the log that DATABASE_KEEP_WAL keeps'],
  [['backup', '--database-url', 'postgresql://db.example/sigec'], 1, 'pg_basebackup -D FOLDER'],
  [['backup', '--data-dir', '/nowhere/at-all'], 4, 'There is no database in /nowhere/at-all yet'],
  [['rebuild', '--check', '--data-dir', '/nowhere/at-all'], 4, 'There is no database in /nowhere/at-all yet'],
])('database %j ends with a sentence', async (args, exitCode, sentence) => {
  const result = await sigec('database', ...args, ...(args.includes('--data-dir') ? [] : ['--data-dir', dataDir()]));
  expect(result).toMatchObject({ exitCode, out: '', err: expect.stringContaining(sentence) as string });
});

test('problems are told in Portuguese too', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await writeFile(join(empty, 'manifest.json'), '[]');
  const { exitCode, err } = await sigec('database', 'restore', empty, '--lang', 'pt-BR', '--data-dir', dataDir());
  expect(exitCode).toBe(1);
  expect(err).toContain('manifest.json não pode ser lido');
});

function sigec(...args: string[]): Promise<SigecResult> {
  return runSigecProcess(args, { cwd: folder, env: { ADMIN_KEY: adminKey } });
}

export async function serve(where: readonly string[]): Promise<SigecProcess> {
  const env = { ADMIN_KEY: adminKey, OCPP_UNKNOWN_STATIONS: 'accept' };
  const process = startSigecProcess(['serve', ...anyPorts, ...where], { cwd: folder, env });
  await process.until(/^ready$/m);
  return process;
}

async function read<Answer>(url: string): Promise<Answer> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${adminKey}` } });
  return (await response.json()) as Answer;
}

/** A station that charges one session after the other, and remembers when each event was answered. */
function startCharging({ shown }: SigecProcess, id = 'CP-1') {
  const url = /(ws:\/\/127\.0\.0\.1:\d+\/)\{station-id\}$/m.exec(shown.out)?.[1] ?? '';
  const answered: { at: Date }[] = [];
  const ending = new AbortController();
  const work = async () => {
    await using raw = await connectRaw(url, id);
    const chargingStation = { model: 'M', vendorName: 'V' };
    await raw.ask([2, 'boot', 'BootNotification', { reason: 'PowerUp', chargingStation }]);
    const run = Date.now();
    for (let number = 0; !ending.signal.aborted; number += 1) {
      for (const [seqNo, eventType] of ['Started', 'Updated', 'Updated', 'Ended'].entries()) {
        const timestamp = new Date().toISOString();
        const answer = (await raw.ask([
          2,
          `${number}-${seqNo}`,
          'TransactionEvent',
          {
            eventType,
            timestamp,
            seqNo,
            triggerReason: 'MeterValuePeriodic',
            transactionInfo: { transactionId: `${run}-${number}` },
            evse: { id: 1, connectorId: 1 },
            meterValue: [
              {
                timestamp,
                sampledValue: [{ value: 1000 + 10 * number + seqNo, measurand: 'Energy.Active.Import.Register' }],
              },
            ],
          },
        ])) as unknown[];
        if (answer[0] !== 3) throw new Error(`Not answered: ${JSON.stringify(answer)}`);
        answered.push({ at: new Date() });
        await pause(10); // a load that leaves the processor to the commands under test
      }
    }
  };
  const ended = work();
  ended.catch(() => undefined); // told by stop
  return {
    answered,
    stop() {
      ending.abort();
      return ended;
    },
  };
}
