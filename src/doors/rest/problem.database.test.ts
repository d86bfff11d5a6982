import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ErrorCode, SigecError } from '#base/errors.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';

let door: RestDoor;
/** What the next question for stations fails with. */
let failure: Error | undefined;
const logged: object[] = [];
const ignore = () => undefined;

beforeAll(async () => {
  door = await openRestDoor({
    charging: { findStations: () => Promise.reject(failure ?? new Error('no failure was set')) },
    log: { debug: ignore, info: ignore, warn: ignore, error: (facts) => logged.push(facts) },
  });
});
afterAll(() => door[Symbol.asyncDispose]());

test.each<[code: ErrorCode, status: number]>([
  ['INVALID_INPUT', 400],
  ['NOT_SIGNED_IN', 401],
  ['NOT_ALLOWED', 403],
  ['NOT_FOUND', 404],
  ['CONFLICT', 409],
  ['STATION_OFFLINE', 409],
  ['TOO_MANY_REQUESTS', 429],
  ['DATABASE_AWAY', 503],
])('%s leaves as %i with its sentence and facts', async (code, status) => {
  failure = new SigecError(code, 'What happened, and what to do.', { details: { stationId: 'CP-1' } });
  const answer = await door.fetch('/api/stations');
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toEqual({
    code,
    message: 'What happened, and what to do.',
    details: { stationId: 'CP-1' },
  });
  expect(answer.headers.has('retry-after')).toBe(status === 429 || status === 503);
});

test.each([new SigecError('INTERNAL', 'secret inside'), new TypeError('secret inside')])(
  'a fault of ours is told by a reference that is also in the log: %s',
  async (error) => {
    failure = error;
    logged.length = 0;
    const answer = await door.fetch('/api/stations');
    const text = await answer.text();
    expect(answer.status).toBe(500);
    expect(text).not.toContain('secret inside');
    expect(text).not.toContain('at ');
    const { details } = JSON.parse(text) as { details: { reference: string } };
    expect(logged).toMatchObject([{ reference: details.reference, error: 'secret inside', route: '/api/stations' }]);
  },
);

test('what is wrong with the input is named: field, value and what is accepted', async () => {
  const key = await door.key({ role: 'administrator' });
  const sentence = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await door.fetch(
      path,
      body === undefined ? {} : { method: 'POST', key, headers, body: JSON.stringify(body) },
    );
    expect(answer.status).toBe(400);
    return ((await answer.json()) as { message: string }).message;
  };
  expect(await sentence('/api/stations?state=asleep')).toBe(
    'state (query) is "asleep", but accepts online, offline, pending.',
  );
  expect(await sentence('/api/stations?limit=5000')).toBe('limit (query) is "5000", but accepts at most 1000.');
  expect(await sentence('/api/stations?limit=many')).toBe('limit (query) is "many", but accepts a number.');
  expect(await sentence('/api/stations/a%3Ab')).toContain(
    'id (address) is "a:b", but accepts 1 to 48 visible characters',
  );
  expect(await sentence('/api/keys', {})).toContain('name (body) is missing, but accepts a string');
  const wanted = { name: 'x', kind: 'program', role: 'viewer' };
  expect(await sentence('/api/keys', { ...wanted, expiresAt: 'soon' })).toContain('accepts a UTC time such as');
  expect(await sentence('/api/keys', { ...wanted, name: 'a\u0000b' })).toContain('accepts visible characters');
  expect(await sentence('/api/stations?search=%00')).toContain('NUL');
});

test.each([
  ['no JSON', '{"name":', 'application/json', 400],
  ['a prototype in disguise', '{"__proto__":{"role":"administrator"}}', 'application/json', 400],
  ['another type', 'name=x', 'application/x-www-form-urlencoded', 415],
  ['a body too large', JSON.stringify({ name: 'x'.repeat(1_048_576) }), 'application/json', 413],
])('%s is refused with a problem', async (_case, body, type, status) => {
  const key = await door.key({ role: 'administrator' });
  const answer = await door.fetch('/api/keys', { method: 'POST', key, body, headers: { 'content-type': type } });
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ code: 'INVALID_INPUT' });
});

test.each([
  ['GET', '/api/nothing'],
  ['DELETE', '/api/stations'],
  ['GET', '/api/stations/CP-1/nothing'],
])('%s %s does not exist, which is told as a problem', async (method, path) => {
  const answer = await door.fetch(path, { method, headers: { accept: 'text/html' } });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
});

test('a database that is away is told as 503, not as a fault', async () => {
  await using broken = await openRestDoor();
  await broken.database.close();
  const answer = await broken.fetch('/api/me', { key: `sigec_abcdefgh_${'x'.repeat(43)}` });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'DATABASE_AWAY' });
});
