import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AgentDoor, enterStation, openAgentDoor } from '../support/agent-door.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = join(import.meta.dirname, '..', '..');
const inspector = join(root, 'node_modules', '.bin', 'mcp-inspector');

let door: AgentDoor;
let secret: string;
let home: string;

beforeAll(async () => {
  door = await openAgentDoor();
  secret = await door.makeKey({ kind: 'agent', role: 'operator' });
  home = await mkdtemp(join(tmpdir(), 'inspector-'));
  await enterStation(door.charging, { stationId: 'CP-7' });
});

afterAll(async () => {
  await door[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

type Way = { way: string; target: () => string[] };

const eras = ['modern', 'legacy'] as const;
const overHttp = (path: string, era: (typeof eras)[number]): Way => ({
  way: `${path} (${era})`,
  target: () => [
    door.mcp.address.replace(/\/mcp$/, path),
    ...['--transport', 'http', '--protocol-era', era, '--header', `Authorization: Bearer ${secret}`],
  ],
});

/** Every address there is, in every era it speaks, and the program that hosts start. */
const ways: Way[] = [
  ...['/mcp', '/mcp/x/charging', '/mcp/x/charging/readonly'].flatMap((path) => eras.map((era) => overHttp(path, era))),
  {
    way: '/sse',
    target: () => [
      door.mcp.address.replace(/\/mcp$/, '/sse'),
      ...['--transport', 'sse', '--header', `Authorization: Bearer ${secret}`],
    ],
  },
  {
    way: 'sigec mcp serve',
    target: () => [
      ...[process.execPath, join(root, 'src', 'doors', 'terminal', 'sigec.ts'), 'mcp', 'serve'],
      ...['-e', `SIGEC_URL=${door.mcp.address}`, '-e', `SIGEC_KEY=${secret}`],
    ],
  },
];

test.each(ways)('the Inspector finds nothing to mend at $way', async ({ target }) => {
  const { tools } = await inspect<{ tools: { name: string }[] }>(target(), ['--method', 'tools/list', '--strict']);
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['get_charge_point_status', 'list_charge_points', 'search_tools']));
  const call = [
    '--method',
    'tools/call',
    '--tool-name',
    'list_charge_points',
    '--tool-arg',
    'status=faulted',
    'limit=5',
  ];
  expect(await inspect(target(), call)).toMatchObject({
    structuredContent: { total: 1, charge_points: [{ charge_point_id: 'CP-7', link: { state: 'online' } }] },
  });
});

test.each(ways.slice(0, 2))('the Inspector reads a resource and fills in a prompt at $way', async ({ target }) => {
  const { resources } = await inspect<{ resources: { uri: string }[] }>(target(), ['--method', 'resources/list']);
  const station = resources.find(({ uri }) => uri.includes('CP-7'));
  expect(station).toBeDefined();
  const read = await inspect<{ contents: { text: string }[] }>(target(), [
    ...['--method', 'resources/read', '--uri', station?.uri ?? ''],
  ]);
  expect(JSON.stringify(read.contents)).toContain('CP-7');
  const { prompts } = await inspect<{ prompts: { name: string; arguments: { name: string }[] }[] }>(target(), [
    ...['--method', 'prompts/list'],
  ]);
  const prompt = prompts.find(({ arguments: given }) => given.length === 1) ?? prompts[0];
  const filled = prompt?.arguments.flatMap(({ name }) => ['--prompt-args', `${name}=CP-7`]) ?? [];
  const got = await inspect<{ messages: unknown[] }>(target(), [
    ...['--method', 'prompts/get', '--prompt-name', prompt?.name ?? '', ...filled],
  ]);
  expect(got.messages.length).toBeGreaterThan(0);
});

/** Runs the CLI as a person would, with a home of its own; whatever is not exit code 0 throws, with what it said. */
async function inspect<Result>(target: string[], args: string[]): Promise<Result> {
  const env = { ...process.env, HOME: home };
  const run = promisify(execFile)(inspector, ['--cli', ...target, ...args], { timeout: 60_000, env });
  const { stdout, stderr } = await run;
  expect(stderr).not.toContain('Warning: tool'); // less portable than it could be
  return JSON.parse(stdout) as Result;
}
