import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { readConfig, secretSettings } from '../../src/base/config.ts';
import { runSigec } from '../../src/doors/terminal/run.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';
import { type RecordedTerminal, recordedTerminal } from '../support/terminal.ts';
import * as hostile from './hostile/hostile-server.ts';
import { secretTraces } from './hostile/secret-traces.ts';

type Env = Record<string, string>;

/** The part of each secret that nobody could guess, by the name of its variable: all that the table of settings calls secret, and the person's key. */
const cores = Object.fromEntries(
  ['SIGEC_KEY', 'OTHER_KEY', 'OTHER_TOKEN', 'OTHER_REFRESH', ...Object.keys(secretSettings(readConfig({})))].map(
    (name) => [name, randomBytes(32).toString('hex')],
  ),
);
const core = (name: string): string => cores[name] ?? '';
const schemes: Env = {
  DATABASE_URL: 'postgresql',
  DATABASE_READ_URL: 'postgresql',
  MQTT_BROKER_URL: 'mqtt',
  ENERGY_MQTT_URL: 'mqtt',
  SMTP_URL: 'smtp',
  NATS_URL: 'nats',
  LOG_UPLOAD_URL: 'https',
};
const secrets: Env = {
  ...Object.fromEntries(
    Object.keys(cores).map((name) => {
      const scheme = schemes[name];
      return [name, scheme === undefined ? core(name) : `${scheme}://user:${core(name)}@127.0.0.1:9/x`];
    }),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${core('OTEL_EXPORTER_OTLP_HEADERS')}`,
};

let sigec: TestSigec;
let ours: Env;
let dataDir: string;
let folder: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sigec-own-'));
  sigec = await startSigec({ DATA_DIR: dataDir });
  ours = { API_PORT: new URL(sigec.addresses.api).port, MCP_SERVER_PORT: new URL(sigec.addresses.mcp).port };
  // Whoever starts a program of others has these in the environment.
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await sigec[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Every tool that a hostile server may offer is called, by whatever name it is known. */
async function scriptFor(names: readonly string[]): Promise<Env> {
  const file = join(folder, 'script.json');
  const calls = names.map((name) => ({ name: `${name}__list_charge_points`, arguments: {} }));
  await writeFile(file, JSON.stringify([{ calls: [{ name: 'list_charge_points' }, ...calls] }, { say: 'Done.' }]));
  return { LLM_PROVIDER: 'scripted', LLM_MODEL: file };
}

async function serversFile(mcpServers: object): Promise<Env> {
  const file = join(folder, 'mcp.json');
  await writeFile(file, JSON.stringify({ mcpServers }));
  return { MCP_SERVERS_FILE: file };
}

/** All that a person does at a terminal, who says yes to whatever is asked. */
const everyCommand: readonly (readonly string[])[] = [
  ['station', 'list'],
  ['key', 'create', 'x', '--kind', 'agent', '--role', 'viewer'],
  ['ask', 'which stations are there?', '--yes'],
  ['chat'],
  ['mcp', 'serve'],
  ['mcp', 'address'],
];
const conversing = everyCommand.slice(2, 4);

async function use(commands: readonly (readonly string[])[], env: Env): Promise<RecordedTerminal[]> {
  const names = ['sharp', 'other-sigec', 'marked', 'node', `127-0-0-1-${env['HOSTILE_PORT'] ?? ''}`];
  const script = await scriptFor(names);
  const terminals: RecordedTerminal[] = [];
  for (const args of commands) {
    const typed = ['which stations are there?', ...Array.from({ length: 6 }, () => 'y'), '/prompts', '/quit'];
    const terminal = recordedTerminal({
      env: { DATA_DIR: dataDir, ...secrets, ...script, ...env },
      typed,
      piped: 'which stations are there?',
      screen: { columns: 100, rows: 40 },
    });
    if (args[1] === 'serve') terminal.interrupt(); // it would wait for what a host says
    await runSigec(args, terminal);
    terminals.push(terminal);
  }
  return terminals;
}

/** `own`: what the person has given to this very listener. */
function expectNoSecret({ seen }: { seen: readonly string[] }, own: readonly string[] = []): void {
  expect(seen.length).toBeGreaterThan(0);
  expect(secretTraces(seen.join('\n'), cores)).toEqual(own);
}

test('every secret of the settings is in the environment, and a trace of it is found in every encoding', () => {
  const read = secretSettings(readConfig({ env: secrets }));
  expect(Object.keys(read).filter((name) => !read[name]?.includes(core(name)))).toEqual([]);
  const key = core('SIGEC_KEY');
  for (const form of [
    key,
    key.slice(7, 19),
    key.toUpperCase(),
    Buffer.from(key).toString('hex'),
    Buffer.from(`a:${key}`).toString('base64'),
    Buffer.from(`user:${key}`).toString('base64url'),
  ])
    expect(secretTraces(`x ${form} y`, cores)).toEqual(['SIGEC_KEY']);
  expect(secretTraces(key.slice(0, 11), cores)).toEqual([]);
});

test('our own server on the guessed ports proves itself and gets the key', async () => {
  const env = { SIGEC_KEY: adminKey, ...ours, DATA_DIR: dataDir };
  const listed = recordedTerminal({ env });
  expect(await runSigec(['key', 'list'], listed)).toBe(0);
  const asked = recordedTerminal({ env });
  expect(await runSigec(['ask', 'which stations are there?'], asked)).toBe(0);
  expect(asked.shown.err).toMatch(/list_charge_points/);
});

const guessed = {
  'pretends to be ours': () => hostile.pretends,
  'passes the challenge on to the real server': () => hostile.relaysTo(sigec.addresses.mcp),
  'knows server-sent events alone': () => hostile.sse(),
  'sends on to the real server': () => hostile.redirectsTo(sigec.addresses.mcp, 307),
};
test.each(Object.keys(guessed) as (keyof typeof guessed)[])(
  'a listener on the guessed ports that %s sees no key',
  async (what) => {
    await using listener = await hostile.listen(guessed[what]());
    const port = String(listener.port);
    await use(everyCommand, { API_PORT: port, MCP_SERVER_PORT: port });
    await use(everyCommand, { API_PORT: port, MCP_SERVER_PORT: port, DATA_DIR: folder }); // where no public key is
    await use(conversing, { ...ours, MCP_SERVER_PORT: port });
    await use(conversing, { ...ours, API_PORT: port });
    expectNoSecret(listener);
  },
);

test('who listens at another name of loopback, on the port of our own server, sees no key', async () => {
  const port = Number(ours['MCP_SERVER_PORT']);
  await using listener = await hostile.listen(hostile.pretends, { host: '127.0.0.2', port });
  const lines = { MCP_SERVERS: `HTTP,${listener.url}/mcp` };
  await use(conversing, { ...ours, ...lines });
  expectNoSecret(listener);
  listener.seen.length = 0;
  // Named by the person is 127.0.0.1, and that is where all of it goes.
  await use(conversing, { ...lines, SIGEC_URL: sigec.addresses.api, SIGEC_KEY: adminKey, MCP_KEY: '' });
  expect(listener.seen).toEqual([]);
});

test.each(['HTTP', 'SSE'])('a foreign line of the kind %s sees no key, wherever it stands', async (kind) => {
  for (const conduct of [hostile.pretends, hostile.sse(), hostile.signsInHere]) {
    await using listener = await hostile.listen(conduct);
    const line = `${kind},${listener.url}/mcp`;
    const own = `HTTP,${sigec.addresses.mcp}`;
    for (const lines of [line, `${line}\n${own}`, `${own}\n${line}`, `${line}\n${line}/x`])
      await use([['chat']], { ...ours, HOSTILE_PORT: String(listener.port), MCP_SERVERS: lines });
    await use([['ask', 'x', '--yes']], { ...ours, MCP_KEY: '', MCP_SERVERS: `${line}\n${own}` });
    await use([['ask', 'x', '--yes']], { MCP_SERVERS: line, SIGEC_URL: sigec.addresses.api });
    expectNoSecret(listener);
  }
});

test('a file entry sees no key, whatever it is called or marked as', async () => {
  await using listener = await hostile.listen(hostile.pretends);
  await using marked = await hostile.listen(hostile.relaysTo(sigec.addresses.mcp));
  const url = `${listener.url}/mcp`;
  const file = await serversFile({
    sharp: { type: 'http', url },
    sigec: { type: 'sse', url },
    'SIGEC-VE': { httpUrl: url },
    marked: { url: `${marked.url}/mcp`, own: true },
  });
  for (const more of [ours, { SIGEC_URL: sigec.addresses.api }]) {
    const [asked, chatted] = await use(conversing, { ...more, ...file });
    // What it asks for by a form is refused, and the person is told.
    expect(chatted?.shown.err).toMatch(/sharp, which is not part of your system, asked for what looks like a secret/);
    expect(asked?.shown.err).toContain(`What listens at ${marked.url}/mcp cannot prove that it is your server`);
  }
  expectNoSecret(listener);
  expectNoSecret(marked);
  expect(marked.seen.every((request) => request.startsWith('GET /.well-known/sigec-identity?'))).toBe(true);
});

test('no secret of ours is put into an entry of somebody else, under whatever name', async () => {
  await using listener = await hostile.listen(hostile.pretends);
  const url = `${listener.url}/mcp`;
  const seen = join(folder, 'seen.jsonl');
  const program = { command: process.execPath, args: [import.meta.resolve('./hostile/hostile-program.ts'), seen] };
  const own = Object.keys(secrets).filter((name) => !name.startsWith('OTHER_'));
  const entries = own.flatMap((name) => [
    { url, headers: { Authorization: `Bearer \${${name}}` } },
    { url, headers: { 'X-Key': `\${${name}:-none}` } },
    { url, headers: { 'X-Key': `\${ALIAS_OF_${name}}` } },
    { url: `${url}?key=\${${name}}` },
    { ...program, args: [...program.args, `--key=\${${name}}`] },
    { ...program, env: { KEY: `\${${name}}` } },
    { ...program, own: true, env: { KEY: `\${${name}}` } },
  ]);
  const file = await serversFile(Object.fromEntries([...entries, { url }].map((entry, at) => [`sharp${at}`, entry])));
  const aliases = Object.fromEntries(own.map((name) => [`ALIAS_OF_${name}`, `x${secrets[name]}`]));
  const lines = own.flatMap((name) => [`HTTP,${url}?\${${name}}`, `STDIO,${process.execPath} -e 1 \${${name}}`]);
  const env = { ...ours, ...file, ...aliases, MCP_SERVERS: lines.join('\n') };
  const [terminal] = await use([['ask', 'which stations are there?']], env);
  expect(terminal?.shown.err.match(/ is left out: /g)).toHaveLength(entries.length + lines.length);
  expect(secretTraces(terminal?.shown.err ?? '', cores)).toEqual([]);
  expectNoSecret(listener);
  await expect(readFile(seen)).rejects.toThrow('ENOENT');
});

test('a program gets none of our secrets: not by its environment, its arguments, or what it is told', async () => {
  const program = import.meta.resolve('./hostile/hostile-program.ts').slice('file://'.length);
  const seen = join(folder, 'seen.jsonl');
  const file = await serversFile({
    sharp: { command: process.execPath, args: [program, seen, '${OTHER_KEY}'], env: { KEY: '${OTHER_KEY}' } },
  });
  await use(conversing, { ...ours, ...file });
  await use(conversing, { ...ours, MCP_SERVERS: `STDIO,${process.execPath} ${program} ${seen}` });
  const all = await readFile(seen, 'utf8');
  expect(all).toContain('"tools/call');
  // It was given one of its own, and nothing else.
  expectNoSecret({ seen: [all] }, ['OTHER_KEY']);
});

test('what one server gets is sent on to no other: not by a redirect, an endpoint elsewhere, or a sign-in', async () => {
  await using listener = await hostile.listen((asked, response) =>
    (/^\/(?:mcp|messages)/.test(asked.request.url ?? '') ? hostile.pretends : hostile.grants)(asked, response),
  );
  const conducts = {
    ...Object.fromEntries([301, 302, 303, 307, 308].map((code) => [code, hostile.redirectsTo(listener.url, code)])),
    endpoint: hostile.sse(`${listener.url}/messages`),
    signIn: hostile.sendsToSignIn(listener.url),
  };
  for (const [what, conduct] of Object.entries(conducts)) {
    await using honest = await hostile.listen(conduct);
    const url = `${honest.url}/mcp`;
    await keepTokens(url, 'https://issuer.example');
    const headers = { 'X-Key': '${OTHER_KEY}' };
    const bearer = { Authorization: 'Bearer ${OTHER_KEY}' };
    const file = await serversFile({
      a: { url, headers },
      b: { type: 'sse', url, headers },
      c: { url, headers: bearer },
    });
    await use(conversing, { ...ours, DATA_DIR: folder, ...file });
    // Its own key arrived, and the token that was once granted for it.
    expect([what, secretTraces(honest.seen.join('\n'), cores)]).toEqual([what, ['OTHER_KEY', 'OTHER_TOKEN']]);
  }
  expectNoSecret(listener);
});

test('a hostile server that wants a sign-in for somebody else’s resource gets nothing for it', async () => {
  await using listener = await hostile.listen(hostile.grants);
  await using posing = await hostile.listen(hostile.sendsToSignIn(listener.url, 'https://other.example/mcp'));
  await keepTokens('https://other.example/mcp', listener.url);
  await use(conversing, {
    ...ours,
    DATA_DIR: folder,
    ...(await serversFile({ posing: { url: `${posing.url}/mcp` } })),
  });
  expectNoSecret(posing);
  expect(listener.seen.join('\n')).not.toMatch(/POST \/(?:token|register)/);
  expect(secretTraces(listener.seen.join('\n'), cores)).toEqual([]);
});

/** As a sign-in to an honest server leaves them. */
async function keepTokens(server: string, issuer: string): Promise<void> {
  await mkdir(join(folder, 'agent'), { recursive: true });
  const tokens = {
    access_token: core('OTHER_TOKEN'),
    token_type: 'Bearer',
    refresh_token: core('OTHER_REFRESH'),
    issuer,
  };
  const clients = { [issuer]: { client_id: 'us', issuer } };
  await writeFile(join(folder, 'agent', 'sign-ins.json'), JSON.stringify({ [server]: { clients, tokens } }));
}

test('a server that redirects our own commands is not followed', async () => {
  await using listener = await hostile.listen(hostile.pretends);
  for (const status of [301, 302, 303, 307, 308]) {
    await using named = await hostile.listen(hostile.redirectsTo(listener.url, status));
    const [listed] = await use(everyCommand, { ...ours, SIGEC_URL: named.url });
    expect(listed?.shown.err).toContain(`${named.url} sends us on to ${listener.url}`);
  }
  expect(listener.seen).toEqual([]);
});

test('keys of the environment belong to SIGEC_URL, and go to no other address that --url names', async () => {
  await using listener = await hostile.listen(hostile.pretends);
  for (const env of [{ SIGEC_URL: sigec.addresses.api }, ours]) {
    const commands = everyCommand.map((args) => [...args, '--url', listener.url]);
    const [listed] = await use(commands, env);
    expect(listed?.shown.err).toContain('cannot prove that it is your server, so the key was not sent');
  }
  await use([['mcp', 'scan', `${listener.url}/mcp`, '--calls', '5']], ours);
  expectNoSecret(listener);
});

test('whom the person names with SIGEC_URL gets the keys that were given for it, and nothing beyond them', async () => {
  await using listener = await hostile.listen(hostile.pretends);
  await use(everyCommand, { SIGEC_URL: listener.url });
  expectNoSecret(listener, ['SIGEC_KEY', 'MCP_KEY']);
});
