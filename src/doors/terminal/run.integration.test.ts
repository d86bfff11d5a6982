import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { version } from '#base/version.ts';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';

async function run(args: string[], given: Parameters<typeof recordedTerminal>[0] = {}) {
  const terminal = recordedTerminal(given);
  const exitCode = await runSigec(args, terminal);
  return { exitCode, ...terminal.shown };
}

/** Was given by the system a moment ago, so nobody else has it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('--version says the version and nothing else', async () => {
  expect(await run(['--version'])).toEqual({ exitCode: 0, out: `${version}\n`, err: '' });
});

test.each([
  [['stattion'], 'There is no command "stattion". Did you mean station?'],
  [['station', 'lits'], 'There is no command "lits". Did you mean list?'],
  [['station', 'list', '--jsno'], 'There is no option --jsno here. Did you mean --json?'],
  [['station', 'show'], 'ID is missing.'],
  [['station', 'show', 'a', 'b'], 'That is more than this command takes.'],
  [['station', 'list', '--state'], '--state <state> needs a value.'],
  [['station', 'list', '--state', 'asleep'], '--state <state> accepts online, offline, pending.'],
  [['key', 'create', 'x', '--kind', 'person'], '--role <role> is missing.'],
  [['completion', 'csh'], 'shell accepts bash, zsh, fish.'],
  [['--lang', 'tlh'], '--lang <language> accepts en, pt-BR.'],
])('%j is wrong use, and a hint follows', async (args, sentence) => {
  expect(await run(args)).toEqual({ exitCode: 2, out: '', err: `${sentence} "sigec --help" shows what there is.\n` });
});

test('wrong use is told in Portuguese too', async () => {
  const { exitCode, err } = await run(['estação'], { language: 'pt-BR' });
  expect(exitCode).toBe(2);
  expect(err).toBe('Não existe o comando "estação". "sigec --help" mostra o que há.\n');
});

test.each([
  [['event', 'list', '--limit', '0'], '--limit cannot be "0"; it accepts a whole number from 1 to 1000.'],
  [['event', 'list', '--since', 'yesterday'], '--since cannot be "yesterday"; it accepts a duration'],
  [['key', 'create', 'x', '--kind', 'agent', '--role', 'viewer', '--expires', '0d'], '--expires cannot be "0d"'],
  [['simulate', 'fleet', 'many'], 'N cannot be "many"'],
  [['simulate', 'devices', 'many'], 'N cannot be "many"'],
  [['simulate', 'station', 'a/b'], 'ID cannot be "a/b"'],
  [['simulate', 'station', 'CP-7', '--url', 'http://x'], '--url cannot be "http://x"'],
])('%j is refused before anything is asked', async (args, sentence) => {
  const { exitCode, err } = await run(args);
  expect(exitCode).toBe(2);
  expect(err).toContain(sentence);
});

test('a noun without a verb shows its verbs', async () => {
  const { exitCode, out, err } = await run(['station']);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  expect(err).toContain('accept <id>');
});

test('help is in the language of the user', async () => {
  const { exitCode, out } = await run(['serve', '--help'], { language: 'pt-BR' });
  expect(exitCode).toBe(0);
  expect(out).toContain('Uso: sigec serve [opções]');
  expect(out).toContain('Os agentes LLM se conectam aqui. (padrão: 8000)');
  expect(out).not.toMatch(/Usage|Options|show this help/);
});

test('a broken setting of the server is told where its address is needed', async () => {
  const { exitCode, err } = await run(['station', 'list'], { env: { API_PORT: 'abc' } });
  expect({ exitCode, err }).toEqual({
    exitCode: 1,
    err: 'API_PORT is "abc", but accepts a port from 0 to 65535 (0 takes any free one).\n',
  });
});

test('the address for agents is known from the settings where nothing runs yet', async () => {
  const env = { API_PORT: String(await freePort()), MCP_SERVER_PORT: '8100' };
  const { exitCode, out, err } = await run(['mcp', 'address'], { env });
  expect(exitCode).toBe(0);
  expect(out).toContain('http://127.0.0.1:8100/mcp');
  expect(err).toContain('Nothing answers');
});

test('the settings of this machine say nothing about the agents of another', async () => {
  const { exitCode, out } = await run(['mcp', 'address'], {
    env: { SIGEC_URL: `http://127.0.0.1:${await freePort()}` },
  });
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' });
});

test('a bare call says how to start what does not run', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { exitCode, out } = await run([], { env: { SIGEC_URL: url } });
  expect(exitCode).toBe(0);
  expect(out).toContain(`SIGEC is not running: nothing answers at ${url}.`);
  for (const command of ['sigec serve', 'sigec serve --demo', 'sigec doctor']) expect(out).toContain(command);
});
