import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { recordedTerminal } from '../../../test/support/terminal.ts';
import { runSigec } from './run.ts';
import { localTime } from './times.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serverThat(answer: Answer): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function saying(status: number, body: object | string): Answer {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

test.each([
  ['INVALID_INPUT', 400, 2],
  ['NOT_SIGNED_IN', 401, 3],
  ['NOT_ALLOWED', 403, 3],
  ['NOT_FOUND', 404, 4],
  ['STATION_OFFLINE', 409, 5],
  ['CONFLICT', 409, 1],
  ['TOO_MANY_REQUESTS', 429, 1],
  ['DATABASE_AWAY', 503, 1],
  ['INTERNAL', 500, 1],
  ['SOMETHING_NEW', 500, 1],
])('the problem %s ends with one sentence', async (code, status, exitCode) => {
  await using server = await serverThat(saying(status, { code, message: 'What happened\u001b[31m, to what.' }));
  const terminal = recordedTerminal();
  expect(await runSigec(['key', 'list', '--url', server.url], terminal)).toBe(exitCode);
  expect(terminal.shown.out).toBe('');
  expect(terminal.shown.err).toMatch(/^What happened, to what\.( Give a key with --key or SIGEC_KEY\.)?\n$/);
});

test('in Portuguese the code is explained, and what the server says follows', async () => {
  await using server = await serverThat(saying(403, { code: 'NOT_ALLOWED', message: 'This needs a role.' }));
  const terminal = recordedTerminal({ language: 'pt-BR' });
  expect(await runSigec(['key', 'list', '--url', server.url], terminal)).toBe(3);
  expect(terminal.shown.err).toBe('Sua chave não permite isto. O servidor diz: This needs a role.\n');
});

test('what has words in the language of the reader is said in them, in the time of their zone', async () => {
  const values = { stationId: 'CP-1\u001b[31m', since: '2026-03-01T10:00:00.000Z' };
  const details = { sentence: { code: 'reserve-offline-since', values } };
  await using server = await serverThat(saying(409, { code: 'STATION_OFFLINE', message: 'It is offline.', details }));
  const terminal = recordedTerminal({ language: 'pt-BR' });
  expect(await runSigec(['key', 'list', '--url', server.url], terminal)).toBe(5);
  expect(terminal.shown.err).toContain(`A estação CP-1 está offline desde ${localTime(values.since)}, então nada foi`);
  expect(terminal.shown.err).not.toContain('O servidor diz');
});

test('key and door are told to the server', async () => {
  const seen: Record<string, unknown>[] = [];
  await using server = await serverThat((request, response) => {
    seen.push(request.headers);
    saying(200, { keys: [] })(request, response);
  });
  const terminal = recordedTerminal({ env: { SIGEC_URL: `${server.url}/`, SIGEC_KEY: 'from-environment' } });
  expect(await runSigec(['key', 'list', '--json'], terminal)).toBe(0);
  expect(await runSigec(['--key', 'from-flag', 'key', 'list', '--json'], terminal)).toBe(0);
  expect(seen).toMatchObject([
    { authorization: 'Bearer from-environment', 'x-sigec-door': 'terminal' },
    { authorization: 'Bearer from-flag' },
  ]);
});

test('where nothing answers, a sentence says how to start it', async () => {
  const server = await serverThat(saying(200, {}));
  await server[Symbol.asyncDispose]();
  const terminal = recordedTerminal();
  expect(await runSigec(['station', 'list', '--url', server.url], terminal)).toBe(1);
  expect(terminal.shown.err).toBe(
    `Nothing answers at ${server.url}. Start the system with "sigec serve", or give its address with --url or SIGEC_URL.\n`,
  );
});

test.each([
  ['a page instead of JSON', saying(200, '<html>'), 'does not answer like SIGEC'],
  ['an error that is none of ours', saying(502, '<html>'), 'does not answer like SIGEC'],
  ['JSON of another shape', saying(200, { stations: 7 }), 'another version of SIGEC'],
  ['a connection that breaks', (request) => request.socket.destroy(), 'Nothing answers|failed'],
] satisfies [string, Answer, string][])('%s ends with one sentence', async (_name, answer, sentence) => {
  await using server = await serverThat(answer);
  const terminal = recordedTerminal();
  expect(await runSigec(['station', 'list', '--url', server.url], terminal)).toBe(1);
  expect(terminal.shown.err).toMatch(new RegExp(`^.*(${sentence}).*\\n$`));
});

test.each([
  [['--url', 'ftp://x'], '--url cannot be "ftp://x"'],
  [['--url', 'nonsense'], '--url cannot be "nonsense"'],
  [['--key', 'two words'], '--key accepts a key without spaces'],
])('%j is wrong use', async (args, sentence) => {
  const terminal = recordedTerminal();
  expect(await runSigec(['station', 'list', ...args], terminal)).toBe(2);
  expect(terminal.shown.err).toContain(sentence);
  expect(terminal.shown.err).not.toContain('two words');
});
