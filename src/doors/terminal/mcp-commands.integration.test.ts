import { afterAll, beforeAll, expect, test } from 'vitest';
import { badTools, startBadServer } from '../../../test/support/bad-mcp-server.ts';
import { adminKey, startSigec, type TestSigec } from '../../../test/support/sigec.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { mcpUrl } from './mcp-url.ts';
import { runSigec } from './run.ts';

let sigec: TestSigec;

beforeAll(async () => {
  sigec = await startSigec({ ALLOWED_HOSTS: 'sigec.example' }); // others can reach it: a key is needed
});
afterAll(() => sigec[Symbol.asyncDispose]());

test.each<[what: string, args: () => string[], key: string | undefined, code: number, says: string]>([
  ['nobody there', () => ['--url', 'http://127.0.0.1:9/mcp'], 'any', 1, 'Nothing answers at http://127.0.0.1:9/mcp'],
  ['no key', () => ['--url', sigec.addresses.mcp], undefined, 3, 'wants a key'],
  ['a wrong key', () => ['--url', sigec.addresses.mcp], 'sk-nobody', 3, 'wants a key'],
  ['no such pack', () => ['--url', sigec.addresses.mcp, '--pack', 'nothing'], adminKey, 4, 'does not speak MCP'],
  ['no address', () => ['--url', 'mcp'], adminKey, 2, '--url cannot be "mcp"'],
])('mcp serve: %s is told on the error output, with an exit code', async (_what, args, key, code, says) => {
  const terminal = recordedTerminal();
  expect(await runSigec(['mcp', 'serve', ...args(), ...(key === undefined ? [] : ['--key', key])], terminal)).toBe(
    code,
  );
  expect(terminal.shown.out).toBe('');
  expect(terminal.shown.err).toContain(says);
  expect(terminal.shown.err).not.toContain(adminKey);
});

test('mcp serve: the key of another server is not sent', async () => {
  const terminal = recordedTerminal({ env: { SIGEC_URL: 'http://127.0.0.1:9', SIGEC_KEY: adminKey } });
  expect(await runSigec(['mcp', 'serve', '--url', sigec.addresses.mcp], terminal)).toBe(3);
  expect(terminal.shown.err).toContain('cannot prove that it is your server, so the key was not sent');
});

test('the address of MCP is asked of the system, or taken as it is', async () => {
  const { api, mcp } = sigec.addresses;
  const terminal = recordedTerminal({ env: { SIGEC_URL: api, SIGEC_KEY: adminKey } });
  expect(await mcpUrl(terminal, { url: api })).toBe(mcp);
  expect(await mcpUrl(terminal, { url: mcp })).toBe(mcp);
  expect(await mcpUrl(terminal, { url: api, pack: 'charging' })).toBe(`${mcp}/x/charging`);
  expect(await mcpUrl(terminal, { url: `${mcp}/`, readonly: true })).toBe(`${mcp}/x/charging/readonly`);
  expect(await mcpUrl(terminal, { url: `${mcp}/x/charging`, pack: 'vehicles' })).toBe(`${mcp}/x/vehicles`);
  const local = recordedTerminal({ env: { API_PORT: '9', MCP_SERVER_PORT: '8123' } });
  expect(await mcpUrl(local, {})).toBe('http://127.0.0.1:8123/mcp');
});

test('mcp scan finds nothing in a running product, and says what it did', async () => {
  const terminal = recordedTerminal();
  const address = `${sigec.addresses.mcp}/x/charging/readonly`;
  expect(await runSigec(['mcp', 'scan', address, '--key', adminKey, '--calls', '20'], terminal)).toBe(0);
  expect(terminal.shown.out).toMatch(/^Scan of http.*\nMCP 2026-07-28, 2025-11-25: \d+ tools, .* hostile calls\.\n/);
  expect(terminal.shown.out).toContain('Nothing was found.');
}, 120_000);

const shown = ['shows_stack', 'hides_text', 'reset_all'];

test('mcp scan reports in both languages and as JSON, and a high finding is exit code 1', async () => {
  await using bad = await startBadServer({
    tools: badTools.filter(({ definition }) => shown.includes(definition.name)),
  });
  const english = recordedTerminal();
  expect(await runSigec(['mcp', 'scan', bad.address], english)).toBe(1);
  expect(english.shown.out).toContain('HIGH  tool shows_stack: The answer shows the inside of the program.');
  expect(english.shown.out).toMatch(/\d+ findings of high, \d+ of medium and \d+ of low severity\./);
  expect(english.shown.out).not.toMatch(/\p{Cf}/u);
  const portuguese = recordedTerminal({ language: 'pt-BR' });
  expect(await runSigec(['mcp', 'scan', bad.address, '--json'], portuguese)).toBe(1);
  expect(JSON.parse(portuguese.shown.out)).toMatchObject({ eras: ['modern', 'legacy'], notCalled: ['reset_all'] });
}, 120_000);

test.each<[what: string, url: string, code: number, says: string, ...more: string[]]>([
  ['no address', 'mcp', 2, 'URL cannot be "mcp"'],
  ['nobody there', 'http://127.0.0.1:9/mcp', 4, 'does not speak MCP'],
  ['a wrong number', 'http://127.0.0.1:9/mcp', 2, '--calls', '--calls', 'many'],
])('mcp scan: %s is told', async (_what, url, code, says, ...more) => {
  const terminal = recordedTerminal();
  expect(await runSigec(['mcp', 'scan', url, ...more], terminal)).toBe(code);
  expect(terminal.shown.err).toContain(says);
});
