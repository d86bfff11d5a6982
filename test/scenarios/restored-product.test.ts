import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tableOrigins } from '../../src/database/row-copies/table-origins.ts';
import { tablesOf, withDatabase } from '../support/backups.ts';
import { shareBinaries } from '../support/share-binaries.ts';
import { runSigecProcess, type SigecResult, startSigecProcess } from '../support/sigec-process.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const adminKey = 'an-administrator-of-the-test';
const doors = ['api', 'ocpp-server', 'mcp-server', 'devices', 'mqtt', 'ucp'];
const anyPorts = doors.flatMap((door) => [`--${door}-port`, '0']);
const soon = { timeout: 100_000, interval: 500 };

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigec-restored-'));
  await chmod(folder, 0o755);
  for (const name of ['data', 'elsewhere']) await shareBinaries(at(name));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test('a whole network is backed up, restored and rebuilt: every table is as it was (L8)', async () => {
  await liveAWhile();
  const before = await tablesOf(at('data'));
  const sessions = await sessionsOf('data');
  const filled = Object.entries(before).filter(([, { rows }]) => rows > 0);
  expect(filled.length).toBeGreaterThan(50);

  const made = await sigec('database', 'backup', at('backups'), '--json', '--data-dir', at('data'));
  const { folder: backup } = JSON.parse(made.out) as { folder: string };
  expect((await sigec('database', 'restore', backup, '--data-dir', at('elsewhere'))).exitCode).toBe(0);
  await cp(join(at('data'), 'installation.key'), join(at('elsewhere'), 'installation.key'));
  expect(await tablesOf(at('elsewhere'))).toEqual(before);
  await mustBeAsTheLedgerSays();

  const spoilt = await spoil();
  expect(spoilt.length).toBeGreaterThan(15);
  const found = await sigec('database', 'rebuild', '--check', '--data-dir', at('elsewhere'));
  expect(found.exitCode).toBe(1);
  const rebuilt = await sigec('database', 'rebuild', '--data-dir', at('elsewhere'));
  expect(rebuilt).toMatchObject({ exitCode: 0, out: expect.not.stringContaining('could not be put right') as string });
  await mustBeAsTheLedgerSays();
  const after = await tablesOf(at('elsewhere'));
  expect(spoilt.filter((name) => after[name]?.sum !== before[name]?.sum)).toEqual([]);
  expect(await sessionsOf('elsewhere')).toEqual(sessions);
});

/** The demonstration with what people add to it, until its stations have charged and somebody has been billed. */
async function liveAWhile(): Promise<void> {
  await using product = startSigecProcess(['serve', '--demo', ...anyPorts, '--data-dir', at('data')], {
    cwd: folder,
    env: { ADMIN_KEY: adminKey },
  });
  await product.until(/^ready$/m);
  const url = /(http:\/\/127\.0\.0\.1:\d+)$/m.exec(product.shown.out)?.[1] ?? '';
  const ask = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  await ask('POST', '/drivers', { name: 'Ana' });
  await ask('POST', '/groups', { name: 'Fleet' });
  await ask('POST', '/tokens', { value: 'A-CARD' });
  await ask('POST', '/webhooks', { name: 'ours', url: 'https://hooks.example/', kinds: ['station-connected'] });
  await ask('POST', '/kill-switch', { isOn: true, why: 'a trial' });
  await ask('POST', '/kill-switch', { isOn: false });
  const { stations } = await ask<{ stations: { id: string; link: { state: string } }[] }>('GET', '/stations');
  const online = stations.find(({ link }) => link.state === 'online');
  await ask('POST', '/tickets', { title: 'A lamp is dark', stationId: online?.id });
  await expect
    .poll(
      async () => (await ask<{ sessions: { state: string }[] }>('GET', '/sessions?state=ended')).sessions.length,
      soon,
    )
    .toBeGreaterThan(2);
  product.child.kill();
  await product.ended;
}

/** Rows of every derived table are lost or changed past the product. */
async function spoil(): Promise<string[]> {
  return withDatabase(at('elsewhere'), undefined, async (client) => {
    await client.query(`set session_replication_role = replica`); // nothing follows from it: no copy, and no row elsewhere
    const lost = Object.entries(tableOrigins).flatMap(([name, origin]) =>
      origin.rows === 'from-copies' && origin.except.length === 0 ? [name] : [],
    );
    const spoilt: string[] = [];
    for (const name of [...lost, 'connector', 'charging_need', 'energy_limit', 'site_energy']) {
      const { rowCount } = await client.query(`delete from ${name}`);
      if ((rowCount ?? 0) > 0) spoilt.push(name);
    }
    await client.query(`update session set energy_mwh = energy_mwh + 1000 where state = 'ended'`);
    await client.query(`update bill set total = total + 1`);
    return [...spoilt, 'bill'];
  });
}

/** Without when each row was written. */
function sessionsOf(name: string): Promise<unknown[]> {
  return withDatabase(at(name), undefined, async (client) => {
    const { rows } = await client.query<object>(
      `select to_jsonb(session) - 'updated_at' as row from session order by id`,
    );
    return rows;
  });
}

async function mustBeAsTheLedgerSays(): Promise<void> {
  const check = await sigec('database', 'rebuild', '--check', '--data-dir', at('elsewhere'));
  expect(check).toMatchObject({ exitCode: 0, out: expect.stringContaining('All are as the ledger says.') as string });
}

function sigec(...args: string[]): Promise<SigecResult> {
  return runSigecProcess(args, { cwd: folder, env: { ADMIN_KEY: adminKey } });
}
