import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { openHttpDoor } from '../../../test/support/http-door.ts';

vi.setConfig({ testTimeout: 60_000 });

const json = { 'content-type': 'application/json' };
const post = (body: string) => ({ method: 'POST', headers: json, body });

test('anybody may send a few kilobytes to sign in, and no nest', async () => {
  await using door = await openHttpDoor();
  const large = JSON.stringify({ key: 'x'.repeat(5_000) });
  expect((await door.fetch('/api/sign-in', post(large))).status).toBe(413);
  for (const nest of [
    '['.repeat(1_000) + ']'.repeat(1_000),
    `{"key":${'{"a":'.repeat(400)}1${'}'.repeat(400)}}`,
    '[[1]]',
  ]) {
    const answer = await door.fetch('/api/sign-in', post(nest));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'INVALID_INPUT' });
  }
});

test('a nest in a large body of a known key is refused before it is parsed', async () => {
  await using door = await openHttpDoor();
  const authorization = `Bearer ${await door.key({ role: 'administrator' })}`;
  const nest = '['.repeat(500_000);
  const answer = await door.fetch('/api/keys', { ...post(nest), headers: { ...json, authorization } });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining('nested deeper') as string });
});

test('of many large bodies at once some are refused, and the next one is read', async () => {
  await using door = await openHttpDoor();
  const authorization = `Bearer ${await door.key({ role: 'administrator' })}`;
  const large = {
    ...post(JSON.stringify(Array.from({ length: 200_000 }, () => ({})))),
    headers: { ...json, authorization },
  };
  const send = async () => (await door.fetch('/api/keys', large)).status;
  const statuses = await Promise.all(Array.from({ length: 100 }, send));
  expect(new Set(statuses)).toEqual(new Set([400, 429])); // 400: it was read, and it is no key
  expect(await send()).toBe(400);
});

test('what is wrong with a long list is told shortly', async () => {
  await using door = await openHttpDoor();
  const authorization = `Bearer ${await door.key({ role: 'administrator' })}`;
  const scopes = Array.from({ length: 50 }, () => 7);
  const body = JSON.stringify({ name: 'n', kind: 'program', role: 'viewer', scopes });
  const answer = await door.fetch('/api/keys', { ...post(body), headers: { ...json, authorization } });
  const { details, message } = (await answer.json()) as { message: string; details: { problems: unknown[] } };
  expect(answer.status).toBe(400);
  expect(details.problems).toHaveLength(20);
  expect(message).toMatch(/30 more are wrong\.$/);
});

test('wrong keys of one address are told to stop, and a right one from there is not refused', async () => {
  await using door = await openHttpDoor();
  const ask = (key: string) => door.fetch('/api/stations', { headers: { authorization: `Bearer ${key}` } });
  const right = await door.key();
  const statuses = [];
  for (let n = 0; n < 40; n += 1) statuses.push((await ask(`sk-wrong-${n}`)).status);
  expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true);
  expect(statuses.at(-1)).toBe(429);
  const refused = await ask('sk-wrong');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask(right)).status).toBe(200);
});

test('one caller opens so many streams and no more', async () => {
  await using door = await openHttpDoor();
  const leave = new AbortController();
  const open = () => door.fetch('/api/events', { headers: { accept: 'text/event-stream' }, signal: leave.signal });
  for (let n = 0; n < 32; n += 1) expect((await open()).status).toBe(200);
  expect((await open()).status).toBe(429);
  const authorization = `Bearer ${await door.key()}`;
  const known = await door.fetch('/api/events', {
    headers: { accept: 'text/event-stream', authorization },
    signal: leave.signal,
  });
  expect(known.status).toBe(200);
  leave.abort();
});

test('an answer that nobody reads holds no place', async () => {
  await using door = await openHttpDoor();
  const { port } = new URL(door.url);
  const silent = Array.from({ length: 20 }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.pause();
    socket.write(
      'GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /api/stations HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
    );
    return socket;
  });
  expect((await door.fetch('/api/stations')).status).toBe(200);
  for (const socket of silent) socket.destroy();
});

test('the lag of the event loop is a number of seconds from the first scrape on', async () => {
  await using door = await openHttpDoor();
  for (let n = 0; n < 2; n += 1) {
    const text = await (await door.fetch('/metrics')).text();
    const lags = [...text.matchAll(/^nodejs_eventloop_lag_\w+ (\S+)$/gm)].map(([, value]) => Number(value));
    expect(lags.length).toBeGreaterThan(5);
    for (const lag of lags) expect(lag).toBeLessThan(1_000);
    expect(text).toContain('process_cpu_seconds_total');
  }
});
