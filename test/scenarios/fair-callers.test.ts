import { Agent, request } from 'node:http';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { scale } from '../support/scale.ts';
import { adminKey, startSigec, type TestSigec } from '../support/sigec.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let sigec: TestSigec;
beforeAll(async () => {
  sigec = await startSigec({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

type Answer = { status: number; text: string; tookMs: number };

/** One request on a connection of its own; a crowd shares none. */
function ask(url: string, { key, body, agent = false }: { key?: string; body?: string; agent?: Agent | false } = {}) {
  const startedAt = performance.now();
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(body !== undefined && { 'content-type': 'application/json', 'mcp-protocol-version': '2026-07-28' }),
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text, tookMs: performance.now() - startedAt }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Asks again and again, `count` at a time, until it is told to stop. */
function crowd(count: number, one: () => Promise<Answer>): { stop(): Promise<Answer[]> } {
  const answers: Answer[] = [];
  const over = new AbortController();
  const each = Array.from({ length: count }, async () => {
    while (!over.signal.aborted) {
      const answer = await one().catch(() => undefined);
      if (answer !== undefined) answers.push(answer);
    }
  });
  return {
    async stop() {
      over.abort();
      await Promise.all(each);
      return answers;
    },
  };
}

const list = { method: 'tools/call', params: { name: 'list_charge_points', arguments: {} } };
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'crowd', version: '0' },
};
const call = JSON.stringify({ jsonrpc: '2.0', id: 1, ...list, params: { ...list.params, _meta: meta } });

test.each([
  ['reads over REST', () => ask(`${sigec.addresses.api}/api/stations`)],
  ['calls over MCP', () => ask(sigec.addresses.mcp, { body: call })],
  ['wrong keys', () => ask(`${sigec.addresses.api}/api/stations`, { key: `sk-${Math.random()}` })],
])('a thousand anonymous %s keep no administrator waiting', async (_what, one) => {
  const agent = new Agent({ keepAlive: true });
  await ask(`${sigec.addresses.api}/healthz`, { agent }); // the connection stands before the crowd comes
  const strangers = crowd(1_000, one);
  const administrator: Answer[] = [];
  const health: Answer[] = [];
  const until = performance.now() + scale({ test: 3_000, soak: 8_000 });
  while (performance.now() < until) {
    administrator.push(await ask(`${sigec.addresses.api}/api/stations`, { key: adminKey, agent }));
    health.push(await ask(`${sigec.addresses.api}/healthz`, { agent }));
  }
  const answers = await strangers.stop();
  agent.destroy();
  expect(administrator.every(({ status }) => status === 200)).toBe(true);
  expect(answers.some(({ text }) => text.includes('database does not answer'))).toBe(false);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  // The crowd runs in this process too, so times are compared with what the crowd itself waits, and not with a clock.
  expect(middle(administrator)).toBeLessThan(middle(answers) / 3);
  expect(middle(health)).toBeLessThan(middle(answers) / 3);
});

function middle(answers: readonly Answer[]): number {
  return answers.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)[answers.length >> 1] ?? 0;
}

test('reads of strangers that wait for the database leave its connections to others', async () => {
  const locking = new Client({ connectionString: sigec.databaseUrl });
  await locking.connect();
  await locking.query('begin; lock table station in access exclusive mode');
  const strangers = Array.from({ length: 300 }, () => ask(`${sigec.addresses.api}/api/stations`));
  await Promise.race(strangers); // the queue is full: the first of them is told so
  const { status } = await ask(`${sigec.addresses.api}/api/keys`, { key: adminKey });
  await locking.query('rollback');
  await locking.end();
  const statuses = (await Promise.all(strangers)).map((answer) => answer.status);
  expect(status).toBe(200);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('ten exports at once are made two at a time, and others read meanwhile', async () => {
  const exports = Array.from({ length: 10 }, () =>
    ask(`${sigec.addresses.api}/api/sessions/export`, { key: adminKey }),
  );
  expect((await ask(`${sigec.addresses.api}/api/stations`, { key: adminKey })).status).toBe(200);
  expect((await Promise.all(exports)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
});
