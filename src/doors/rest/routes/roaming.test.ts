import { expect, test } from 'vitest';
import { SigecError } from '#base/errors.ts';
import type { Partner } from '#roaming/partners/partner.ts';
import { RoamingProblem } from '#roaming/roaming-problem.ts';
import { type Business, fakeBusiness } from '../../../../test/support/fake-business.ts';
import { request } from '../../../../test/support/rest-request.ts';
import type { HttpNeeds } from '../route.ts';

const id = '0198e1a0-0000-7000-8000-000000000001';
const at = new Date('2026-03-01T08:00:00Z');
const time = at.toISOString();

const partner: Partner = {
  ...{ id, name: 'Away', state: 'connected', parties: ['BR-AWY'], isHub: false, hubParty: null, hasInvitation: false },
  ...{ hasToken: true, tokenForm: 'raw', versionsUrl: null, version: '2.2.1', tariffId: 'day', tolerance: '0.50' },
  endpoints: [
    { module: 'cdrs', role: 'SENDER', url: 'https://a' },
    { module: 'cdrs', role: 'RECEIVER', url: 'https://b' },
    { module: 'tokens', role: 'SENDER', url: 'https://c' },
  ] as never,
  roles: [{ role: 'EMSP', countryCode: 'BR', partyId: 'AWY', name: 'Away' }] as never,
  ...{ isSharingTokens: true, siteIds: null, createdAt: at, createdBy: 'key-1', connectedAt: at, lastHeardAt: null },
  ...{ lastSuccessAt: at, lastFailureAt: null, lastFailure: null, silentSince: null, pulled: {} },
};

/** A request of an administrator, and what roaming was asked for. */
async function ask(line: string, { body, answers = {} }: { body?: object; answers?: Business } = {}) {
  const { charging: roaming, recorded } = fakeBusiness<object>({
    'partners.get': partner,
    'partners.list': [partner],
    versionsUrl: 'https://us.example/ocpi/versions',
    waiting: { waiting: 3, givenUp: 1 },
    balances: [],
    tariffObstacles: [],
    tariffOf: { obstacles: [] },
    ...answers,
  });
  const money = { balances: async () => answers['money'] ?? [] };
  const needs = { roaming: { roaming }, money } as unknown as Partial<HttpNeeds>;
  return { ...(await request(line, { key: 'administrator', needs, ...(body && { body }) })), asked: recorded };
}

test('a partner is shown with what waits for it, its roles and each module once', async () => {
  const { json } = await ask('GET /api/partners');
  expect(json()).toMatchObject({
    versionsUrl: 'https://us.example/ocpi/versions',
    partners: [
      {
        ...{ id, waiting: 3, siteIds: null, modules: ['cdrs', 'tokens'], connectedAt: time, lastHeardAt: null },
        roles: [{ role: 'EMSP', name: 'Away' }],
      },
    ],
  });
  const seen = await ask('GET /api/partners', { answers: { 'partners.list': [{ ...partner, siteIds: ['S-1'] }] } });
  expect(seen.json()).toMatchObject({ partners: [{ siteIds: ['S-1'] }] });
});

test('what both sides owe is of the ledger of money, in the currency of the records', async () => {
  const counts = { recordsSent: 1, recordsReceived: 2 };
  const record = { currency: 'BRL', receivable: '', payable: '', ...counts };
  const money = [
    { account: 'partner-receivable', currency: 'EUR', amount: 1n },
    { account: 'partner-receivable', currency: 'BRL', amount: 1_250n },
    { account: 'partner-payable', currency: 'BRL', amount: -300n },
  ];
  const { json } = await ask(`GET /api/partners/${id}`, { answers: { balances: [record], money } });
  expect(json()).toMatchObject({ givenUp: 1, balances: [{ currency: 'BRL', receivable: '12.50', payable: '3.00' }] });
  const nothing = await ask(`GET /api/partners/${id}`, { answers: { balances: [record] } });
  expect(nothing.json()).toMatchObject({ balances: [{ receivable: '0.00', payable: '0.00' }] });
});

test('a tariff that cannot be published is refused with its obstacles', async () => {
  const added = { 'partners.add': { partner, token: 'a-token' } };
  const body = { name: 'Away', parties: ['BR-AWY'], tariffId: 'day' };
  const fine = await ask('POST /api/partners', { body, answers: added });
  expect([fine.status, fine.json()]).toMatchObject([201, { token: 'a-token', partner: { id } }]);
  const refused = await ask('POST /api/partners', {
    body,
    answers: { ...added, tariffOf: { obstacles: ['idle-grace'] } },
  });
  expect([refused.status, refused.json()['message']]).toEqual([400, 'Tariff day cannot be published: idle-grace.']);
});

test.each([
  [{ name: 'Farther' }, ['partners.change']],
  [{ isSharingTokens: false }, ['shareTokens', 'partners.change']],
  [{ siteIds: ['S-1'] }, ['setSites', 'partners.change']],
  [{ siteIds: null }, ['setSites', 'partners.change']],
  [{ tariffId: null }, ['setTariff', 'partners.change']],
])('a change of %o asks for what it names', async (body, calls) => {
  const { asked } = await ask(`PUT /api/partners/${id}`, { body, answers: { 'partners.change': partner } });
  expect(asked.map(([path]) => path).filter((path) => path !== 'waiting')).toEqual(calls);
});

test.each([
  [new SigecError('NOT_FOUND', 'There is none.'), 404, 'There is none.'],
  [new Error('refused'), 409, 'The partner could not be spoken to: refused'],
  [new RoamingProblem(2003, 'no'), 409, 'The partner could not be spoken to (2003): no'],
])('what goes wrong with a partner is told as theirs: %s', async (thrown, status, words) => {
  const { status: answered, json } = await ask(`POST /api/partners/${id}/rotation`, {
    answers: { 'partners.rotate': () => Promise.reject(thrown) },
  });
  expect(answered).toBe(status);
  expect(json()['message']).toContain(words);
});

test('their locations are shown as far as they can be read', async () => {
  const object = (body: object, more: object = {}) => ({ objectId: 'L-1', body, lastUpdated: at, ...more });
  const whole = { name: 'Depot', address: 'Rua 1', city: 'Recife', evses: [{ uid: 'E', status: 'FREE', more: 1 }] };
  const objects = [object(whole, { isStale: true }), object({ name: 7, city: 'Recife' }), object({})];
  const { json, asked } = await ask(`GET /api/partners/${id}/locations?limit=3`, {
    answers: { theirs: { objects, total: 9 } },
  });
  expect(asked).toContainEqual(['theirs', id, 'locations', { offset: 0, limit: 3 }]);
  expect(json()).toMatchObject({
    total: 9,
    locations: [
      { name: 'Depot', address: 'Rua 1, Recife', evses: [{ uid: 'E', status: 'FREE' }], isStale: true },
      { name: null, address: 'Recife', evses: [], isStale: false },
      { name: null, address: '', evses: [] },
    ],
  });
});

const body = {
  ...{ sessionId: 'S-1', startDateTime: time, totalEnergy: 12.5, currency: 'BRL' },
  totalCost: { beforeTaxes: 10, taxes: [{ amount: 1.5 }, { amount: 0.25 }] },
};
const record = {
  id: 'R-1',
  side: 'ours',
  body,
  sentAt: null,
  proof: null,
  failure: null,
  reasons: null,
  settledAt: null,
};

const doubts = [{ code: 'price' }];

test.each([
  [
    'ours that waits',
    {},
    { direction: 'sent', state: 'waiting', net: '10.00', total: '11.75', credits: null, doubts: [] },
  ],
  ['ours that arrived', { sentAt: at }, { direction: 'sent', state: 'delivered' }],
  ['theirs', { side: 'theirs' }, { direction: 'received', state: 'received' }],
  ['theirs with doubts', { side: 'theirs', reasons: doubts }, { state: 'disputed', doubts }],
  ['theirs that was settled', { side: 'theirs', reasons: doubts, settledAt: at }, { state: 'settled' }],
  ['without taxes', { body: { ...body, totalCost: { beforeTaxes: 10 } } }, { total: '10.00', energyKwh: 12.5 }],
  ['a credit', { body: { ...body, creditReferenceId: 'R-0', sessionId: 7 } }, { credits: 'R-0', sessionId: null }],
])('a record: %s', async (_what, more, shown) => {
  const { json } = await ask(`GET /api/partners/${id}/records`, { answers: { records: [{ ...record, ...more }] } });
  expect(json()).toMatchObject({ records: [{ id: 'R-1', startedAt: time, ...shown }] });
});

test('sessions of both sides are one list, as long as was asked for', async () => {
  const session = (status: string) => ({
    ...{ countryCode: 'BR', partyId: 'AWY', id: 'S', startDateTime: time, kwh: 1, currency: 'BRL', status },
    ...{ cdrToken: { uid: 'u', type: 'RFID', contractId: 'c' }, lastUpdated: time },
  });
  const newest = (side: string) =>
    Promise.resolve(
      ['A', 'B'].map((name) => ({ objectId: `${side}-${name}`, body: session('ACTIVE'), lastUpdated: at })),
    );
  const { json } = await ask(`GET /api/partners/${id}/sessions?limit=3`, { answers: { newest } });
  const { sessions } = json() as { sessions: { id: string; direction: string }[] };
  expect(sessions.map(({ id: name, direction }) => [name, direction])).toEqual([
    ...[
      ['ours-A', 'here'],
      ['ours-B', 'here'],
      ['theirs-A', 'there'],
    ],
  ]);
});

test.each([
  [
    { unit: 'W', periods: [{ startSeconds: 0, limit: 5_000 }] },
    { chargingRateUnit: 'W', chargingProfilePeriod: [{ startPeriod: 0, limit: 5_000 }] },
  ],
  [
    { unit: 'A', periods: [{ startSeconds: 60, limit: 8 }], startsAt: time, durationSeconds: 90 },
    {
      chargingRateUnit: 'A',
      chargingProfilePeriod: [{ startPeriod: 60, limit: 8 }],
      startDateTime: time,
      duration: 90,
    },
  ],
])('a limit of %o is told as a charging profile', async (limit, profile) => {
  const { asked } = await ask(`PUT /api/partners/${id}/sessions/S-1/limit`, {
    body: limit,
    answers: { limit: { result: 'ACCEPTED' } },
  });
  expect(asked).toEqual([['limit', id, 'S-1', profile]]);
});

test.each([
  [undefined, undefined],
  ['BR-AWY', { countryCode: 'BR', partyId: 'AWY' }],
])('a start at party %s is asked of it', async (party, named) => {
  const wanted = { locationId: 'L-1', evseUid: 'E-1', tokenId: 'tok_1', ...(party && { party }) };
  const { asked } = await ask(`POST /api/partners/${id}/sessions`, { body: wanted });
  expect((asked[0]?.[2] as { party?: object } | undefined)?.party).toEqual(named);
});

test('commands tell when they were asked and when they ended', async () => {
  const command = {
    id: 'C',
    direction: 'out',
    kind: 'START',
    answer: null,
    result: null,
    sessionId: null,
    askedAt: at,
  };
  const listCommands = [
    { ...command, endedAt: null },
    { ...command, endedAt: at },
  ];
  const { json } = await ask(`GET /api/partners/${id}/commands`, { answers: { listCommands } });
  expect(json()).toMatchObject({ commands: [{ askedAt: time, endedAt: null }, { endedAt: time }] });
});

test('bookings, places and tariffs that cannot be read are left out', async () => {
  const answers = {
    newest: [{ objectId: 'O', body: {} }],
    theirs: { objects: [{ objectId: 'O', body: {} }], total: 1 },
  };
  const lists = ['bookings', 'bookable', 'tariffs'].map((list) => ask(`GET /api/partners/${id}/${list}`, { answers }));
  const [bookings, bookable, tariffs] = await Promise.all(lists);
  expect([bookings?.json(), bookable?.json(), tariffs?.json()]).toEqual([
    ...[{ bookings: [] }, { total: 1, places: [] }, { tariffs: [] }],
  ]);
});

test.each([
  ['reservations', {}, 'reserve'],
  ['bookings', { startsAt: time, endsAt: time }, 'book'],
])('%s are asked of the party that is named', async (list, times, call) => {
  const wanted = { locationId: 'L-1', evseUid: 'E-1', tokenId: 'tok_1', ...times };
  const partiesOf = async (body: object) => {
    const { asked } = await ask(`POST /api/partners/${id}/${list}`, { body });
    return asked.map(([path, , given]) => [path, (given as { party?: object }).party]);
  };
  expect(await partiesOf(wanted)).toEqual([[call, undefined]]);
  expect(await partiesOf({ ...wanted, party: 'BR-AWY' })).toEqual([[call, { countryCode: 'BR', partyId: 'AWY' }]]);
});
