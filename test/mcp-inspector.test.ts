import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { enterStation, openAgentDoor } from './support/agent-door.ts';

const eras = ['modern', 'legacy'] as const;
type Era = (typeof eras)[number];

test.each(eras)('the Inspector lists the tools strictly in the %s era', async (era) => {
  await using door = await openAgentDoor();
  const { tools } = await inspect<{ tools: { name: string }[] }>(door.mcp.address, era, [
    '--method',
    'tools/list',
    '--strict',
  ]);
  expect(tools.map(({ name }) => name)).toEqual(['get_charge_point_status', 'list_charge_points']);
});

test.each(eras)('the Inspector calls both tools in the %s era', async (era) => {
  await using door = await openAgentDoor();
  await enterStation(door.charging, { stationId: 'CP-7' });
  const list = [
    '--method',
    'tools/call',
    '--tool-name',
    'list_charge_points',
    '--tool-arg',
    'status=faulted',
    'limit=5',
  ];
  const listed = await inspect<{ structuredContent: unknown }>(door.mcp.address, era, list);
  expect(listed.structuredContent).toMatchObject({
    total: 1,
    charge_points: [{ charge_point_id: 'CP-7', link: { state: 'online' } }],
  });

  const get = [
    '--method',
    'tools/call',
    '--tool-name',
    'get_charge_point_status',
    '--tool-arg',
    'charge_point_id=CP-7',
  ];
  const status = await inspect<{ structuredContent: unknown }>(door.mcp.address, era, get);
  expect(status.structuredContent).toMatchObject({
    connectors: [{ evse_id: 1, status: 'faulted', reported_reason: 'GroundFailure' }],
  });
});

test('the Inspector lists the tools of one pack', async () => {
  await using door = await openAgentDoor();
  const address = door.mcp.address.replace(/\/mcp$/, '/mcp/x/charging');
  const { tools } = await inspect<{ tools: unknown[] }>(address, 'modern', ['--method', 'tools/list', '--strict']);
  expect(tools).toHaveLength(2);
});

/** Runs the CLI as a person would, with a home of its own; whatever is not exit code 0 throws, with what it said. */
async function inspect<Result>(address: string, era: Era, args: string[]): Promise<Result> {
  const inspector = join(import.meta.dirname, '..', 'node_modules', '.bin', 'mcp-inspector');
  const target = ['--cli', address, '--transport', 'http', '--protocol-era', era];
  const home = await mkdtemp(join(tmpdir(), 'inspector-'));
  try {
    const env = { ...process.env, HOME: home };
    const { stdout, stderr } = await promisify(execFile)(inspector, [...target, ...args], { timeout: 60_000, env });
    expect(stderr).not.toContain('Warning: tool'); // less portable than it could be
    return JSON.parse(stdout) as Result;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
