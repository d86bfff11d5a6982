import { expect, test } from 'vitest';
import { type SmallServer, startSmallServer } from '../../test/support/small-station-server.ts';
import { RpcClient, type RpcSettings } from './rpc-client.ts';

test('a second call waits until the first has its answer', async () => {
  await using server = await startSmallServer();
  const client = await connect(server);
  const first = client.call('Heartbeat', {}, anything);
  const second = client.call('Heartbeat', {}, anything);
  const received = await server.received('Heartbeat');
  await expectSilence(server, client);
  expect(server.calls).toHaveLength(1);
  received.reply({ n: 1 });
  (await server.received('Heartbeat', 2)).reply({ n: 2 });
  expect(await first).toMatchObject({ kind: 'result', answer: { n: 1 } });
  expect(await second).toMatchObject({ kind: 'result', answer: { n: 2 } });
  client.leave();
});

test('an answer that comes too late is not taken for the answer to the next call', async () => {
  await using server = await startSmallServer();
  const troubles: string[] = [];
  const client = await connect(server, { callTimeoutMs: 30, onTrouble: (kind) => troubles.push(kind) });
  expect(await client.call('Heartbeat', {}, anything)).toMatchObject({ kind: 'timed-out' });
  const next = client.call('Heartbeat', {}, anything);
  (await server.received('Heartbeat')).reply({ n: 'late' });
  (await server.received('Heartbeat', 2)).reply({ n: 'right' });
  expect(await next).toMatchObject({ kind: 'result', answer: { n: 'right' } });
  expect(troubles).toEqual(['late-or-unknown-answer']);
  client.leave();
});

test('a lost connection tells what was sent from what was not', async () => {
  await using server = await startSmallServer();
  const client = await connect(server);
  const underWay = client.call('Heartbeat', {}, anything);
  const waiting = client.call('Heartbeat', {}, anything);
  await server.received('Heartbeat');
  server.drop('CP-1');
  expect(await underWay).toMatchObject({ kind: 'connection-lost' });
  expect(await waiting).toMatchObject({ kind: 'not-sent' });
  expect(await client.call('Heartbeat', {}, anything)).toMatchObject({ kind: 'not-sent' });
});

test('whoever leaves still hears the answer to the call under way', async () => {
  await using server = await startSmallServer();
  const client = await connect(server);
  const underWay = client.call('Heartbeat', {}, anything);
  const received = await server.received('Heartbeat');
  client.leave();
  expect(client.isOpen).toBe(false);
  received.reply({ n: 1 });
  expect(await underWay).toMatchObject({ kind: 'result' });
  await client.closed;
});

test('a connection whose other end is silent is given up', async () => {
  await using server = await startSmallServer({ pongs: false });
  const client = await connect(server, { callTimeoutMs: 20 });
  expect(await client.call('Heartbeat', {}, anything)).toMatchObject({ kind: 'timed-out' });
  await client.closed;
  expect(client.isOpen).toBe(false);
});

test('a call of the server is answered while an own call is under way', async () => {
  await using server = await startSmallServer();
  const client = await connect(server, { answer: () => ({ payload: { status: 'Accepted' } }) });
  const own = client.call('Heartbeat', {}, anything);
  const received = await server.received('Heartbeat');
  expect(await server.ask('CP-1', 'Reset', { type: 'Soft' })).toEqual({ answer: { status: 'Accepted' } });
  received.reply({});
  await own;
  client.leave();
});

test.each([
  ['1.6', 'FormationViolation'],
  ['2.0.1', 'FormatViolation'],
  ['2.1', 'FormatViolation'],
] as const)('OCPP %s: a call that cannot be read is answered with %s', async (version, code) => {
  await using server = await startSmallServer();
  const client = await connect(server, {
    version,
    answer: () => {
      throw new TypeError('the handler met a field it did not expect');
    },
  });
  expect(await server.ask('CP-1', 'Reset', null)).toEqual({ error: code });
  expect(await server.ask('CP-1', 'Unlock', {})).toEqual({ error: code });
  client.leave();
});

test('OCPP 2.1: a message of the kind SEND is never answered', async () => {
  await using server = await startSmallServer();
  const actions: string[] = [];
  const client = await connect(server, {
    answer: (action) => {
      actions.push(action);
      return { error: 'NotImplemented', description: '' };
    },
  });
  server.say('CP-1', [6, 'send-1', 'NotifyPeriodicEventStream', {}]);
  await server.ask('CP-1', 'Reset', {});
  expect(actions).toEqual(['NotifyPeriodicEventStream', 'Reset']);
  expect(server.frames).toHaveLength(1);
  client.leave();
});

test('OCPP 2.1: a station may send without waiting for the call under way', async () => {
  await using server = await startSmallServer();
  const client = await connect(server);
  const own = client.call('Heartbeat', {}, anything);
  const received = await server.received('Heartbeat');
  client.send('NotifyPeriodicEventStream', { id: 7 });
  await server.until(() => server.frames.length === 1);
  expect(server.frames[0]).toEqual([6, expect.any(String), 'NotifyPeriodicEventStream', { id: 7 }]);
  received.reply({});
  await own;
  client.leave();
});

test.each([
  ['2.1', true],
  ['2.0.1', false],
] as const)(
  'OCPP %s: an answer that makes no sense is refused by a frame of its own: %s',
  async (version, isRefused) => {
    await using server = await startSmallServer({ answer: () => ({ currentTime: 'noon' }) });
    const client = await connect(server, { version, answer: () => ({ payload: {} }) });
    const outcome = await client.call('Heartbeat', {}, () => undefined);
    expect(outcome).toMatchObject({ kind: 'malformed-answer' });
    await server.ask('CP-1', 'Reset', {});
    const refusals = server.frames.filter(([type]) => type === 5);
    expect(refusals).toEqual(isRefused ? [[5, outcome.messageId, 'FormatViolation', expect.any(String), {}]] : []);
    client.leave();
  },
);

test.each(['no JSON', '{}', '[3]', '[9,"id","x",{}]', '[2,7,"Reset",{}]'])(
  'the frame %s harms nothing',
  async (frame) => {
    await using server = await startSmallServer();
    const troubles: string[] = [];
    const client = await connect(server, { onTrouble: (kind) => troubles.push(kind), answer: () => ({ payload: {} }) });
    server.say('CP-1', frame);
    expect(await server.ask('CP-1', 'Reset', {})).toEqual({ answer: {} });
    expect(troubles).toEqual(['malformed-frame']);
    client.leave();
  },
);

test('the password goes as HTTP Basic, with the station as user', async () => {
  const headers: (string | undefined)[] = [];
  await using server = await startSmallServer({
    refuse: (request) => {
      headers.push(request.headers.authorization);
      return undefined;
    },
  });
  const client = await connect(server, { password: 'a-password-of-16+' });
  expect(headers).toEqual([`Basic ${Buffer.from('CP-1:a-password-of-16+').toString('base64')}`]);
  client.leave();
});

test('a refused connection says why', async () => {
  await using server = await startSmallServer({ refuse: () => 401 });
  const client = createClient(server);
  expect(await client.opened).toBe('http-401');
  await client.closed;
});

async function connect(server: SmallServer, settings: Partial<RpcSettings> = {}): Promise<RpcClient> {
  const client = createClient(server, settings);
  expect(await client.opened).toBeUndefined();
  return client;
}

function createClient(server: SmallServer, settings: Partial<RpcSettings> = {}): RpcClient {
  return new RpcClient({
    url: server.url,
    stationId: 'CP-1',
    version: '2.1',
    callTimeoutMs: 10_000,
    answer: () => ({ error: 'NotImplemented', description: 'nothing is' }),
    onTrouble: () => undefined,
    onLeft: () => undefined,
    ...settings,
  });
}

/** Whatever the client had to say, it would have said before its answer to this call. */
async function expectSilence(server: SmallServer, client: RpcClient): Promise<void> {
  expect(client.isOpen).toBe(true);
  expect(await server.ask('CP-1', 'Anything', {})).toEqual({ error: 'NotImplemented' });
}

function anything(payload: unknown): unknown {
  return payload;
}
