import { expect, test } from 'vitest';
import type { GuardedAnswer, GuardedFetch } from '#base/guarded-fetch.ts';
import type { Endpoint } from '#roaming/model/versions.ts';
import type { RecordExchange } from '#roaming/partners/exchanges.ts';
import { roamingPartner } from '../../../test/support/roaming-partner.ts';
import { openClient, readCredentials } from './client.ts';

type Answered = { status?: number; body?: unknown; headers?: GuardedAnswer['headers'] };
type Told = Answered | Error;
type Asked = { url: string; method?: string; headers: Record<string, string>; body?: string | Buffer };
const home = 'https://north.example/ocpi';
const ok = (data?: unknown): Answered => ({ body: { status_code: 1000, data } });

function wire(...answers: Told[]) {
  const asked: Asked[] = [];
  const recorded: Parameters<RecordExchange>[0][] = [];
  const fetch: GuardedFetch = async (url, { headers = {}, ...rest } = {}) => {
    asked.push({ url, headers, ...rest });
    const told = answers.shift() ?? ok();
    if (told instanceof Error) throw told;
    const { status = 200, body, headers: given = {} } = told;
    return { status, headers: given, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? {})) };
  };
  const client = openClient({
    fetch,
    clock: { now: () => new Date(0) },
    us: { countryCode: 'BR', partyId: 'SIG' },
    versionsUrl: () => 'https://us.example/ocpi/versions',
    resultUrl: () => 'https://us.example/result',
    tokenFor: (id) => Promise.resolve(`secret of ${id}`),
    record: (exchange) => void recorded.push(exchange),
  });
  return { client, asked, recorded };
}

const at = { partnerId: 'p-1', versionsUrl: `${home}/versions`, token: 'A' };
const listed = (...versions: [string, string][]) => ok(versions.map(([version, url]) => ({ version, url })));
const details = (...endpoints: unknown[]) => ok({ version: '2.2.1', endpoints });
const credentials = { identifier: 'credentials', role: 'RECEIVER', url: `${home}/2.2.1/credentials` };
const base64 = (text: string) => `Token ${Buffer.from(text).toString('base64')}`;

test('the newest version that both speak is taken, with its endpoints', async () => {
  const { client, asked } = wire(
    listed(['2.1.1', `${home}/2.1.1`], ['2.2.1', `${home}/2.2.1`], ['2.3.0', `${home}/2.3.0`]),
    details(
      credentials,
      { identifier: 'Locations', role: 'sender', url: `${home}/l` },
      { identifier: 'x', url: 'no' },
      'y',
    ),
  );
  expect(await client.discover(at)).toEqual({
    version: '2.3.0',
    tokenForm: 'base64',
    endpoints: [
      { module: 'credentials', role: 'RECEIVER', url: credentials.url },
      { module: 'locations', role: 'SENDER', url: `${home}/l` },
    ],
  });
  expect(asked.map(({ url }) => url)).toEqual([at.versionsUrl, `${home}/2.3.0`]);
  expect(asked[0]?.headers['authorization']).toBe(base64('A'));
});

test('a version that was asked for is taken, or none', async () => {
  const { client } = wire(listed(['2.3.0', `${home}/2.3.0`], ['2.2.1', `${home}/2.2.1`]), details(credentials));
  expect((await client.discover(at, '2.2.1')).version).toBe('2.2.1');
  const only = wire(listed(['2.3.0', `${home}/2.3.0`]));
  await expect(only.client.discover(at, '2.2.1')).rejects.toThrow('They speak 2.3.0');
  await expect(wire(listed()).client.discover(at)).rejects.toThrow('no version');
});

test.each([{ status: 401 }, { body: { status_code: 2001 } }, { status: 499, body: 'no json' }])(
  'one that refuses the token in base64 is shown it as it stands: %j',
  async (refusal) => {
    const { client, asked } = wire(refusal, listed(['2.2.1', `${home}/2.2.1`]), details(credentials));
    expect((await client.discover(at)).tokenForm).toBe('raw');
    expect(asked.map(({ headers }) => headers['authorization'])).toEqual([base64('A'), 'Token A', 'Token A']);
  },
);

test('a server that is broken is not shown the token in another way', async () => {
  const { client, asked } = wire({ status: 500 });
  await expect(client.discover(at)).rejects.toThrow('500');
  expect(asked).toHaveLength(1);
});

test('our token goes to no other host than the one that was registered', async () => {
  const { client, asked } = wire(listed(['2.2.1', 'https://evil.example/2.2.1']));
  await expect(client.discover(at)).rejects.toThrow('another host');
  expect(asked).toHaveLength(1);
  await expect(wire(listed(['2.2.1', 'nowhere'])).client.discover(at)).rejects.toThrow('is none');
});

test('a version without endpoints, or whose details are refused, cannot be used', async () => {
  await expect(wire(listed(['2.2.1', `${home}/2.2.1`]), details()).client.discover(at)).rejects.toThrow('no endpoints');
  const refused = { status: 403, body: { status_code: 2000, data: { endpoints: [credentials] } } };
  await expect(wire(listed(['2.2.1', `${home}/2.2.1`]), refused).client.discover(at)).rejects.toThrow('no endpoints');
  await expect(wire({ body: { status_code: 1000, data: {} } }).client.discover(at)).rejects.toThrow('versions');
});

const place = (...endpoints: Endpoint[]) =>
  ({ partnerId: 'p-1', token: 'A', tokenForm: 'raw', version: '2.2.1', endpoints }) as const;
const theirs: Endpoint = { module: 'credentials', role: 'RECEIVER', url: credentials.url };
const offered = { token: 'ours', roles: [{ role: 'CPO', countryCode: 'BR', partyId: 'SIG', name: 'Us' }] };

test('credentials are exchanged in the words of the version', async () => {
  const { client, asked } = wire(ok({ token: 'T', url: 'https://north.example', hub_party_id: 'NLHUB', roles: [] }));
  expect(await client.exchange('POST', place(theirs), offered)).toMatchObject({ token: 'T', hubPartyId: 'NLHUB' });
  expect([asked[0]?.url, asked[0]?.method]).toEqual([credentials.url, 'POST']);
  expect(JSON.parse(String(asked[0]?.body))).toEqual({
    token: 'ours',
    url: 'https://us.example/ocpi/versions',
    roles: [{ role: 'CPO', business_details: { name: 'Us' }, party_id: 'SIG', country_code: 'BR' }],
  });
});

test('credentials that are refused, empty or of no shape are not taken', async () => {
  const exchange = (told: Told, ...endpoints: Endpoint[]) =>
    wire(told).client.exchange('POST', place(...endpoints), offered);
  await expect(exchange(ok({ url: 'u' }), theirs)).rejects.toThrow('no token');
  await expect(exchange(ok('T'), theirs)).rejects.toThrow('They answered');
  await expect(
    exchange({ body: { status_code: 2001, status_message: 'No.', data: { token: 'T' } } }, theirs),
  ).rejects.toThrow('200, 2001: No.');
  await expect(exchange(ok({ token: 'T' }))).rejects.toThrow('serve no credentials');
});

test('roles of credentials are read in capitals, with what names them cut', () => {
  const roles = [
    { role: 'cpo', countryCode: 'de', partyId: 'abc', businessDetails: { name: 'n'.repeat(200) } },
    'x',
    {},
  ];
  const read = readCredentials({ token: 'T', url: 'U', roles });
  expect(read.roles[0]).toEqual({ role: 'CPO', countryCode: 'DE', partyId: 'ABC', name: 'n'.repeat(100) });
  expect([read.roles.length, read.roles[1]?.name, 'hubPartyId' in read]).toEqual([2, '', false]);
  expect(readCredentials({}).roles).toEqual([]);
});

const locations: Endpoint = { module: 'locations', role: 'RECEIVER', url: `${home}/2.2.1/locations` };
const partner = roamingPartner({ endpoints: [locations, theirs] });
const put = { module: 'locations', role: 'RECEIVER', method: 'PUT', path: ['BR', 'SIG', 'a b'] } as const;

test('a request goes to the endpoint with our token, and says from whom to whom', async () => {
  const { client, asked, recorded } = wire({ ...ok({ last_updated: 'x' }), headers: { location: '/there' } });
  const answer = await client.request(partner, {
    ...put,
    body: { lastUpdated: 'now', uid: 'secret' },
    query: { a: '1' },
  });
  expect(answer).toMatchObject({ httpStatus: 200, code: 1000, message: null, location: '/there' });
  const [first] = asked;
  expect(first).toMatchObject({
    url: `${locations.url}/BR/SIG/a%20b?a=1`,
    method: 'PUT',
    headers: {
      authorization: base64('secret of p-1'),
      'content-type': 'application/json',
      'content-length': '37',
      'ocpi-to-country-code': 'DE',
      'ocpi-to-party-id': 'ABC',
      'ocpi-from-country-code': 'BR',
      'ocpi-from-party-id': 'SIG',
    },
  });
  expect(JSON.parse(String(first?.body))).toEqual({ last_updated: 'now', uid: 'secret' });
  expect(recorded).toMatchObject([
    { partnerId: 'p-1', direction: 'out', httpStatus: 200, ocpiCode: 1000, failure: null },
  ]);
  expect(recorded[0]?.request).not.toContain('secret');
});

test('a request without a body has none, and nothing said of one', async () => {
  const { client, asked, recorded } = wire({});
  await client.request(partner, { ...put, method: 'GET' });
  expect(asked[0]?.body).toBeUndefined();
  expect(Object.keys(asked[0]?.headers ?? {})).not.toContain('content-type');
  expect([recorded[0]?.request, recorded[0]?.ocpiCode]).toEqual([null, null]);
});

test('behind a hub all are meant where nobody is named; what is of the hub itself is routed nowhere', async () => {
  const info: Endpoint = { module: 'hubclientinfo', role: 'SENDER', url: `${home}/hub` };
  const hub = roamingPartner({ isHub: true, hubParty: 'NL-HUB', endpoints: [locations, info] });
  const { client, asked } = wire();
  await client.request(hub, put);
  await client.request(hub, { ...put, to: { countryCode: 'FR', partyId: 'XYZ' } });
  await client.request(hub, { module: 'hubclientinfo', role: 'SENDER', method: 'GET' });
  await client.request(roamingPartner({ roles: [], endpoints: [locations] }), put);
  expect(asked.map(({ headers }) => headers['ocpi-to-party-id'])).toEqual(['HUB', 'XYZ', undefined, undefined]);
});

test('an address that is none of theirs is not asked', async () => {
  const { client, asked } = wire();
  await expect(client.request(partner, { ...put, url: 'https://evil.example/x' })).rejects.toThrow(
    'no address of this',
  );
  await expect(client.request(partner, { ...put, module: 'sessions' })).rejects.toThrow(
    'serves no sessions as RECEIVER',
  );
  expect(asked).toEqual([]);
  await client.request(partner, { ...put, url: `${home}/result` });
  expect(asked[0]?.url).toBe(`${home}/result/BR/SIG/a%20b`);
});

test.each([
  [200, undefined, 1000],
  [200, 1001, 1001],
  [200, 2003, 2003],
  [200, '2001', 2001],
  [200, 999, 1000],
  [200, 1000.5, 1000],
  [299, 'x', 1000],
  [300, 'x', 2000],
  [404, 1000, 2000],
  [499, 1999, 2000],
  [500, 1000, 3000],
  [404, 2003, 2003],
  [500, 'x', 2000],
])('HTTP %s with the code %s counts as %s', async (status, code, expected) => {
  const { client } = wire({ status, body: { status_code: code } });
  expect((await client.request(partner, put)).code).toBe(expected);
});

test('an answer that is no JSON has no data, and its text is kept', async () => {
  const { client, recorded } = wire({ status: 502, body: '<html>' });
  expect(await client.request(partner, put)).toMatchObject({ code: 2000, data: undefined, message: null });
  expect(recorded[0]).toMatchObject({ httpStatus: 502, ocpiCode: null, answer: '<html>' });
});

test('a partner that does not answer is written down', async () => {
  const { client, recorded } = wire(new Error('gone'));
  await expect(client.request(partner, put)).rejects.toThrow('gone');
  expect(recorded[0]).toMatchObject({ httpStatus: null, failure: 'gone', answer: null });
});

test('credentials are asked for or ended where they are served', async () => {
  const { client, asked } = wire({ status: 204 }, { status: 405 });
  expect(await client.credentials('DELETE', partner, 'T')).toBe(204);
  const sender: Endpoint = { ...theirs, role: 'SENDER', url: `${home}/sender` };
  expect(await client.credentials('GET', roamingPartner({ endpoints: [sender] }), 'T')).toBe(405);
  expect(asked.map(({ url, headers }) => [url, headers['authorization']])).toEqual([
    [theirs.url, base64('T')],
    [sender.url, base64('T')],
  ]);
  await expect(client.credentials('GET', roamingPartner(), 'T')).rejects.toThrow('serves no credentials');
});

test('a list is pulled as a sender serves it, and refused where it is none', async () => {
  const sender: Endpoint = { module: 'tariffs', role: 'SENDER', url: `${home}/tariffs` };
  const lister = roamingPartner({ endpoints: [sender] });
  const { client, asked } = wire(ok([{ id: 't' }]));
  expect(await Array.fromAsync(client.pull(lister, { module: 'tariffs' }))).toEqual([{ object: { id: 't' } }]);
  expect(asked[0]?.headers['ocpi-to-party-id']).toBe('ABC');
  const pulled = (told: Told) => Array.fromAsync(wire(told).client.pull(lister, { module: 'tariffs' }));
  await expect(pulled(ok({}))).rejects.toThrow('tariffs answered 200, 1000');
  await expect(pulled({ body: { status_code: 2000, data: [] } })).rejects.toThrow('answered 200, 2000');
  expect(() => client.pull(lister, { module: 'cdrs' })).toThrow('serves no cdrs');
});

test('what a hub tells of those behind it is asked without a name', async () => {
  const info: Endpoint = { module: 'hubclientinfo', role: 'SENDER', url: `${home}/hub` };
  const { client, asked } = wire(ok([]));
  await Array.fromAsync(client.pull(roamingPartner({ endpoints: [info] }), { module: 'hubclientinfo' }));
  expect(asked[0]?.headers['ocpi-to-party-id']).toBeUndefined();
});
