import { afterAll, beforeAll, expect, test } from 'vitest';
import { scale } from '../support/scale.ts';
import { startSigec, type TestSigec } from '../support/sigec.ts';

let sigec: TestSigec;
let tokens: { first: string; second: string };

type Added = { partner: { id: string }; token: string };
type Answer = { status: number; code: number; data: unknown };

beforeAll(async () => {
  sigec = await startSigec({ OCPI_PARTY: 'BR-SIG', OCPI_NAME: 'Here' });
  const add = async (name: string) => {
    const { token } = await sigec.api.post<Added>('/api/partners', { name, parties: [`DE-${name}`] });
    return token;
  };
  tokens = { first: await add('ONE'), second: await add('TWO') };
}, 120_000);
afterAll(() => sigec?.[Symbol.asyncDispose]());

async function ask(token: string | undefined, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${sigec.addresses.api}/ocpi/${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Token ${Buffer.from(token).toString('base64')}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'x-request-id': 'r-1',
      'ocpi-from-country-code': 'DE',
      'ocpi-from-party-id': 'ONE',
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { status_code: number; data?: unknown };
  return { status: response.status, code: answer.status_code, data: answer.data };
}

test('one answer for every reason: no token, an unknown one, and token A beyond the handshake', async () => {
  const answers = await Promise.all([
    ask(undefined, 'GET', 'versions'),
    ask('not-a-token', 'GET', 'versions'),
    ask(tokens.first, 'GET', '2.2.1/cpo/locations'),
    ask(tokens.first, 'PUT', '2.2.1/emsp/locations/DE/ONE/x', {}),
  ]);
  expect(answers.map(({ status, code }) => [status, code])).toEqual(answers.map(() => [401, 2000]));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
});

test('token A opens versions, their details and credentials', async () => {
  const versions = await ask(tokens.first, 'GET', 'versions');
  expect(versions).toMatchObject({ status: 200, code: 1000, data: [{ version: '2.3.0' }, { version: '2.2.1' }] });
  const details = await ask(tokens.first, 'GET', '2.2.1');
  const { endpoints } = details.data as { endpoints: { identifier: string; role: string; url: string }[] };
  expect(endpoints.map(({ identifier, role }) => `${identifier} ${role}`)).toContain('commands RECEIVER');
  expect(endpoints.map(({ identifier }) => identifier)).not.toContain('payments');
});

test('trap 2: PUT and DELETE before POST are refused as methods', async () => {
  const credentials = {
    token: 'b',
    url: 'https://x.example/ocpi/versions',
    roles: [{ role: 'EMSP', country_code: 'DE', party_id: 'ONE', business_details: { name: 'x' } }],
  };
  expect(await ask(tokens.first, 'PUT', '2.2.1/credentials', credentials)).toMatchObject({ status: 405 });
  expect(await ask(tokens.first, 'DELETE', '2.2.1/credentials')).toMatchObject({ status: 405 });
});

test('bad JSON is a 400; what is only wrong by OCPI is told by its code', async () => {
  expect(await ask(tokens.first, 'POST', '2.2.1/credentials', '{"token":')).toMatchObject({ status: 400, code: 2001 });
  expect(await ask(tokens.first, 'POST', '2.2.1/credentials', {})).toMatchObject({ status: 200, code: 2002 });
});

test('an address inside gets no request and no token, and the answer says that we cannot use theirs', async () => {
  const credentials = {
    token: 'b',
    url: 'http://169.254.169.254/ocpi/versions',
    roles: [{ role: 'EMSP', country_code: 'DE', party_id: 'ONE' }],
  };
  expect(await ask(tokens.first, 'POST', '2.2.1/credentials', credentials)).toMatchObject({ status: 200, code: 3001 });
});

test('partners that ask for what they guess learn nothing of one another', async () => {
  const words = [
    'locations',
    'sessions',
    'cdrs',
    'tariffs',
    'tokens',
    'commands',
    'credentials',
    'BR',
    'SIG',
    'DE',
    'TWO',
    'ONE',
    'x',
    '1',
  ];
  let state = 11;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  const some = <Item>(list: readonly Item[]): Item => list[random(list.length)] as Item;
  const leaks: unknown[] = [];
  for (let index = 0; index < scale({ test: 150, soak: 1_500 }); index += 1) {
    const path = [
      some(['2.2.1', '2.3.0']),
      some(['cpo', 'emsp']),
      ...Array.from({ length: random(5) }, () => some(words)),
    ].join('/');
    const answer = await ask(tokens.second, some(['GET', 'PUT', 'PATCH', 'DELETE', 'POST']), path, undefined);
    if (answer.code === 1000 || answer.status < 400) leaks.push({ path, answer });
  }
  expect(leaks).toEqual([]);
});

test('who guesses tokens is told to stop, and a partner at the same address is served all the same', async () => {
  const guesses: number[] = [];
  for (let turn = 0; turn < 40; turn += 1) guesses.push((await ask(`guess-${turn}`, 'GET', 'versions')).status);
  expect(guesses).toContain(401);
  expect(guesses.at(-1)).toBe(429);
  expect(await ask(tokens.first, 'GET', 'versions')).toMatchObject({ status: 200, code: 1000 });
});
