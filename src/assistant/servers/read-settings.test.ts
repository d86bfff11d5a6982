import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readServerEntries, readServerSettings } from './read-settings.ts';
import { readServerLines } from './server-lines.ts';

const surroundings = { variables: { HOME: '/home/ana', TOKEN: 'secret' }, ownAddresses: ['http://127.0.0.1:8000/mcp'] };
const ours = { ...surroundings, file: '', key: 'the-key' };

test('each line is one server, of whichever spelling', () => {
  const lines = `
    # what others offer
    SSE,http://localhost:8000/mcp
    http, https://tools.example.com/mcp
    Streamable-HTTP,http://10.0.0.7:9000/x
    STDIO,"/opt/my server/run" --root '\${HOME}/files' a\\ b
    STDIO,/opt/my-server.js
    STDIO,/elsewhere/my-server.js
  `;
  const { servers, problems } = readServerLines(lines, surroundings);
  expect(problems).toEqual([]);
  expect(servers).toMatchObject([
    { name: 'sigec', kind: 'sse', isOwn: true, url: 'http://localhost:8000/mcp' },
    { name: 'tools-example-com', kind: 'http', isOwn: false, url: 'https://tools.example.com/mcp' },
    { name: '10-0-0-7-9000', kind: 'http', isOwn: false },
    { name: 'run', kind: 'stdio', command: '/opt/my server/run', args: ['--root', '/home/ana/files', 'a b'] },
    { name: 'my-server', command: '/opt/my-server.js', args: [] },
    { name: 'my-server-2', command: '/elsewhere/my-server.js' },
  ]);
});

test('a line that is wrong is told, and the others hold', () => {
  const lines = [
    'HTTP,tools.example.com',
    'FTP,ftp://x',
    'HTTP,http://ana:pw@x/',
    'STDIO,run "x',
    'STDIO,${NOPE} x',
    'HTTP,http://x/',
  ];
  const { servers, problems } = readServerLines(lines.join('\n'), surroundings);
  expect(servers).toHaveLength(1);
  expect(problems).toEqual([
    'Line 1 of MCP_SERVERS is left out: its address must begin with http:// or https://.',
    'Line 2 of MCP_SERVERS is left out: it does not begin with SSE, HTTP or STDIO and a comma, as in HTTP,https://example.com/mcp or STDIO,command arguments.',
    'Line 3 of MCP_SERVERS is left out: its address holds a password; put it into a header of the mcpServers file.',
    'Line 4 of MCP_SERVERS is left out: a quote (") is opened and not closed.',
    'Line 5 of MCP_SERVERS is left out: the variable NOPE is not set; set it, or write ${NOPE:-value}.',
  ]);
});

test('a file as other hosts write it', () => {
  const text = JSON.stringify({
    mcpServers: {
      files: { command: 'npx', args: ['files', '${ROOT:-/srv}'], env: { KEY: '${TOKEN}' }, cwd: '${HOME}' },
      'My Tools': { type: 'http', url: 'https://x.example/mcp', headers: { 'X-Key': '${TOKEN}' }, timeout: 5000 },
      gemini: { httpUrl: 'https://y.example/mcp', includeTools: ['a'], excludeTools: ['b'], trust: true },
      old: { type: 'sse', url: 'https://z.example/sse', disabled: true },
      ours: { url: 'https://sigec.example/mcp', own: true },
    },
  });
  const { servers, problems } = readServerEntries(text, { ...surroundings, file: 'mcp.json' });
  expect(problems).toEqual([]);
  expect(servers).toMatchObject([
    { name: 'files', kind: 'stdio', args: ['files', '/srv'], env: { KEY: 'secret' }, cwd: '/home/ana', isOwn: false },
    { name: 'My-Tools', kind: 'http', headers: { 'X-Key': 'secret' }, timeoutMs: 5000, isOwn: false },
    { name: 'gemini', kind: 'http', only: ['a'], except: ['b'], isOwn: false },
    { name: 'ours', isOwn: true },
  ]);
});

test('an entry that is wrong is told, a file that is wrong is refused', async () => {
  const entries = { a: {}, b: { command: 'x', url: 'http://y/' }, c: { url: 7 }, d: { url: 'http://y/' } };
  const { servers, problems } = readServerEntries(JSON.stringify({ mcpServers: entries }), {
    ...surroundings,
    file: 'mcp.json',
  });
  expect(servers).toHaveLength(1);
  expect(problems).toEqual([
    'The server "a" of mcp.json is left out: it has neither a command nor a url.',
    'The server "b" of mcp.json is left out: it has both a command and an address.',
    expect.stringMatching(/^The server "c" of mcp.json is left out: url: /),
  ]);
  for (const text of ['{', '[]', '{"servers":{}}'])
    expect(() => readServerEntries(text, { ...surroundings, file: 'mcp.json' })).toThrow(
      /^mcp.json (is not JSON|has no object)/,
    );
  await expect(readServerSettings({ ...ours, lines: '', file: '/nowhere/mcp.json' })).rejects.toThrow(/cannot be read/);
});

test('our key goes to our own system, and to nobody beside it', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'mcp-')), 'mcp.json');
  await writeFile(
    file,
    JSON.stringify({
      mcpServers: {
        sigec: { url: 'http://127.0.0.1:8000/mcp/x/charging', headers: { authorization: 'Bearer other' } },
      },
    }),
  );
  const lines = 'HTTP,http://127.0.0.1:8000/mcp\nHTTP,https://x.example/mcp';
  const headersOf = async (given: { lines: string; file?: string; key?: string }) =>
    (await readServerSettings({ ...ours, ...given })).servers.map((server) =>
      server.kind === 'stdio' ? [server.name] : [server.name, server.headers],
    );
  expect(await headersOf({ lines, file })).toEqual([
    ['sigec', { Authorization: 'Bearer the-key' }],
    ['x-example', {}],
    ['sigec-2', { authorization: 'Bearer other' }],
  ]);
  expect(await headersOf({ lines: 'SSE,http://server:8000/mcp\nSTDIO,run' })).toEqual([['server-8000', {}], ['run']]);
  expect(await headersOf({ lines: 'HTTP,http://a:1/\nHTTP,http://b:1/' })).toEqual([
    ['a-1', {}],
    ['b-1', {}],
  ]);
  expect(await headersOf({ lines: 'HTTP,http://127.0.0.1:8000/', key: '' })).toEqual([['sigec', {}]]);
});

test('keys go by way of a fetch that makes a server prove itself, also to one that is only marked as ours', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'mcp-')), 'mcp.json');
  const entries = { marked: { url: 'https://x.example/mcp', own: true }, sigec: { url: 'https://y.example/mcp' } };
  await writeFile(file, JSON.stringify({ mcpServers: entries }));
  const fetch = () => Promise.reject(new Error('not proven'));
  const given = { ...ours, lines: 'HTTP,http://127.0.0.1:8000/mcp', file, personKey: 'of-the-person', fetch };
  const keysOf = async (key: string) =>
    (await readServerSettings({ ...given, key })).servers.map((server) =>
      server.kind === 'stdio' ? [] : [server.name, server.headers['Authorization'], server.fetch],
    );
  expect(await keysOf('')).toEqual([
    ['sigec', 'Bearer of-the-person', fetch],
    ['marked', 'Bearer of-the-person', fetch],
    ['other-sigec', undefined, undefined],
  ]);
  expect(await keysOf('of-the-agent')).toMatchObject([
    ['sigec', 'Bearer of-the-agent', fetch],
    ['marked', 'Bearer of-the-agent', fetch],
    ['other-sigec', undefined, undefined],
  ]);
});

test('our own credentials are put into no entry of somebody else, under whatever name', () => {
  const SIGEC_KEY = 'sk-of-the-person-0123456789';
  const variables = { SIGEC_KEY, ALIAS: `Bearer ${SIGEC_KEY}`, OWN: 'of-its-own' };
  const guarded = { ...surroundings, variables, secrets: { SIGEC_KEY, MCP_KEY: '', DATABASE_URL: 'short' } };
  const entries = {
    a: { url: 'https://x.example/mcp', headers: { 'X-Key': '${SIGEC_KEY}' } },
    b: { url: 'https://x.example/${SIGEC_KEY}' },
    c: { command: 'run', args: ['--key=${ALIAS}'] },
    d: { command: 'run', env: { K: '${MCP_KEY:-none}' } },
    e: { command: 'run', cwd: '/x/${SIGEC_KEY}' },
    f: { command: '${ALIAS}' },
    g: { command: 'run', own: true },
    fine: { command: 'run', env: { K: '${OWN}' } },
    ours: { url: 'http://127.0.0.1:8000/mcp', headers: { 'X-Key': '${SIGEC_KEY}' } },
  };
  const { servers, problems } = readServerEntries(JSON.stringify({ mcpServers: entries }), { ...guarded, file: 'f' });
  expect(servers.map(({ name }) => name)).toEqual(['fine', 'ours']);
  expect(problems).toHaveLength(7);
  expect(problems[0]).toBe(
    'The server "a" of f is left out: ${SIGEC_KEY} is the credential SIGEC_KEY, which goes to our own system alone; give this server one of its own in another variable.',
  );
  expect(problems[2]).toContain('${ALIAS} is the credential SIGEC_KEY');
  expect(problems[6]).toContain('a program cannot prove that it is ours');
  expect(problems.join()).not.toContain(SIGEC_KEY);
  const lines = readServerLines(
    'STDIO,run ${SIGEC_KEY}\nHTTP,https://x.example/?k=${ALIAS}\nSTDIO,run ${OWN}',
    guarded,
  );
  expect(lines.problems).toHaveLength(2);
  expect(lines.servers).toMatchObject([{ args: ['of-its-own'] }]);
});

test('what no header may hold is told, and never shown', async () => {
  const entries = { mcpServers: { a: { url: 'http://x/', headers: { 'X-Key': 'sec\nret' } } } };
  const { servers, problems } = readServerEntries(JSON.stringify(entries), { ...surroundings, file: 'mcp.json' });
  expect(servers).toEqual([]);
  expect(problems).toEqual(['The server "a" of mcp.json is left out: its header X-Key holds what no header may.']);
  const read = await readServerSettings({ ...ours, key: 'sec\nret', lines: 'HTTP,http://127.0.0.1:8000/mcp' });
  expect(read.problems).toEqual(['MCP_KEY holds what no key may, such as a blank, and is not used.']);
  expect(JSON.stringify(read.servers)).not.toContain('sec');
});

test('another port, or a name that only looks like ours, is not ours', () => {
  const lines = [
    'http://127.0.0.1:8001/mcp',
    'http://127.0.0.1.example.com:8000/mcp',
    'https://127.0.0.1:8000/mcp',
    'http://[::1]:8000/x',
  ];
  const { servers } = readServerLines(lines.map((url) => `HTTP,${url}`).join('\n'), surroundings);
  expect(servers.map(({ isOwn }) => isOwn)).toEqual([false, false, false, true]);
});
