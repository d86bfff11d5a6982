import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ForeignMcp, startForeignMcp } from '../../../test/support/foreign-mcp.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

let sigec: TestSigec;
let weather: ForeignMcp;
let dataDir: string;

beforeAll(async () => {
  [sigec, weather, dataDir] = await Promise.all([
    startSigec(),
    startForeignMcp({ tools: [{ name: 'forecast', description: 'Tells the weather' }] }),
    mkdtemp(join(tmpdir(), 'sigec-servers-')),
  ]);
});
afterAll(async () => {
  await Promise.all([sigec[Symbol.asyncDispose](), weather[Symbol.asyncDispose](), rm(dataDir, { recursive: true })]);
});

async function run(...args: string[]) {
  const env = {
    SIGEC_URL: sigec.addresses.api,
    SIGEC_KEY: adminKey,
    DATA_DIR: dataDir,
    WEATHER_KEY: 'w-key-of-theirs',
  };
  const terminal = recordedTerminal({ env });
  return { exitCode: await runSigec(['mcp', ...args], terminal), ...terminal.shown };
}

test('a server is added, tried, listed beside our own, and removed', async () => {
  const added = await run('add', 'weather', weather.url, '--header', `Authorization: Bearer \${WEATHER_KEY}`);
  expect(added).toMatchObject({
    exitCode: 0,
    out: 'weather is added. "sigec mcp test weather" tries it; the next chat has it.\n',
  });
  const file = join(dataDir, 'agent', 'servers.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    mcpServers: {
      weather: { type: 'http', url: weather.url, headers: { Authorization: `Bearer \${WEATHER_KEY}` } },
    },
  });
  expect((await stat(file)).mode & 0o077).toBe(0);

  expect(await run('test', 'weather')).toMatchObject({
    exitCode: 0,
    out: 'weather is connected (1 tools).\n  forecast\n',
  });
  expect(weather.heard.every(({ authorization }) => authorization === 'Bearer w-key-of-theirs')).toBe(true);
  const { servers } = JSON.parse((await run('list', '--json')).out) as { servers: { name: string; status: string }[] };
  expect(servers.map(({ name, status }) => `${name} ${status}`)).toEqual(['sigec connected', 'weather connected']);

  expect(await run('add', 'weather', weather.url)).toMatchObject({ exitCode: 1 });
  expect(await run('remove', 'weather')).toMatchObject({ exitCode: 0, out: 'weather is removed.\n' });
  expect((await run('remove', 'weather')).exitCode).toBe(4);
  expect((await run('test', 'weather')).exitCode).toBe(4);
}, 60_000);

test('one that does not answer is told, with an exit code for scripts', async () => {
  await run('add', 'away', 'http://127.0.0.1:4/mcp');
  const tried = await run('test', 'away');
  expect(tried).toMatchObject({ exitCode: 1, out: expect.stringContaining('Nothing answers at') as string });
  expect((await run('remove', 'away')).exitCode).toBe(0);
}, 60_000);

test.each([
  ['a word behind an address', ['odd', 'http://127.0.0.1:9/mcp', 'more'], 'An address stands alone'],
  ['variables for an address', ['odd', 'http://127.0.0.1:9/mcp', '--env', 'A=b'], 'Only a program is given variables'],
  ['headers for a program', ['odd', 'node', '--header', 'A: b'], 'A program is sent no headers'],
  ['half a header', ['odd', 'http://127.0.0.1:9/mcp', '--header', 'secret'], 'Write it as "Name: value".'],
  ['a password in the address', ['odd', 'http://a:b@127.0.0.1:9/mcp'], 'its address holds a password'],
  ['a variable that is not set', ['odd', `http://\${NOWHERE}/mcp`], 'the variable NOWHERE is not set'],
  [
    'our own key by its variable',
    ['odd', 'http://127.0.0.1:9/', '--header', `A: \${SIGEC_KEY}`],
    'our own system alone',
  ],
  ['our own key as it is', ['odd', 'http://127.0.0.1:9/', '--header', `A: ${adminKey}`], 'our own system alone'],
  ['our own name', ['sigec-2', 'http://127.0.0.1:9/mcp'], 'No other server is called like ours'],
])('%s is refused before anything is kept', async (_what, args, says) => {
  const refused = await run('add', ...args);
  expect(refused).toMatchObject({ exitCode: 2, out: '' });
  expect(refused.err).toContain(says);
  expect(refused.err).not.toContain(adminKey);
  const kept = await readFile(join(dataDir, 'agent', 'servers.json'), 'utf8').catch(() => '');
  expect(kept).not.toContain('odd');
});
