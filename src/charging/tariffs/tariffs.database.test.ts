import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tariff, TariffAssignment, TariffDetail, TariffTrialAnswer } from '#contract/billing/tariff.ts';
import { openRestDoor, type RestDoor } from '../../../test/support/http-door.ts';

const system = { principal: null, door: 'system' } as const;
let door: RestDoor;
let key: string;
beforeEach(async () => {
  door = await openRestDoor();
  key = await door.key();
  await door.charging.acceptStation('CP-1', { withPassword: false }, system);
});
afterEach(() => door[Symbol.asyncDispose]());

type Answer = Partial<Tariff & TariffDetail & TariffAssignment & TariffTrialAnswer & Refusal> & {
  assignments?: TariffAssignment[];
};
type Refusal = { code: string; message: string; details?: Record<string, unknown> };
async function ask(method: string, path: string, body?: object): Promise<{ status: number; answer: Answer }> {
  const headers = { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const response = await door.fetch(path, { method, key, ...sent });
  return { status: response.status, answer: (await response.json()) as Answer };
}
const post = (path: string, body: object) => ask('POST', path, body);
const get = async (path: string) => (await ask('GET', path)).answer;
const day = { id: 'day', currency: 'EUR', perKwh: '0.5' };

test('a tariff is made by its first version; later ones take its place and change none', async () => {
  const first = await post('/api/tariffs', day);
  expect(first).toMatchObject({ status: 201, answer: { id: 'day', versionCount: 1, current: { version: 1 } } });
  const nextYear = new Date(Date.now() + 365 * 86_400_000).toISOString();
  const planned = await post('/api/tariffs', { ...day, perKwh: '0.7', validFrom: nextYear });
  expect(planned.answer).toMatchObject({ versionCount: 2, current: { version: 1 } }); // the first still holds
  const now = await post('/api/tariffs', { ...day, perKwh: '0.6' });
  expect(now.answer).toMatchObject({ versionCount: 3, current: { version: 3 } });
  const { versions } = await get('/api/tariffs/day');
  expect(versions?.map(({ version, terms }) => [version, terms.prices[0]?.perKwh])).toEqual([
    [3, '0.6'],
    [2, '0.7'],
    [1, '0.5'],
  ]);
});

test('what cannot be is refused, with what to do', async () => {
  await post('/api/tariffs', day);
  const refused = async (body: object) => (await post('/api/tariffs', body)).answer;
  expect(await refused({ ...day, validFrom: '2026-01-01T00:00:00Z' })).toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining('drivers were told another one') as string,
    details: { field: 'validFrom' },
  });
  expect(await refused({ ...day, currency: 'BRL' })).toMatchObject({ details: { field: 'currency' } });
  expect(
    await refused({ id: 'gap', currency: 'EUR', prices: [{ hours: '08:00-20:00', perKwh: '0.5' }] }),
  ).toMatchObject({
    code: 'INVALID_INPUT',
    details: { problems: [{ line: null, path: expect.stringContaining('prices') as string }] },
  });
  await ask('DELETE', '/api/tariffs/day');
  expect(await refused(day)).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('archived') as string,
  });
  expect((await ask('GET', '/api/tariffs/none')).status).toBe(404);
});

test('a tariff that still holds is retired only by force, since charging would be free there', async () => {
  for (const id of ['day', 'other']) await post('/api/tariffs', { ...day, id });
  const { answer: assigned } = await post('/api/tariff-assignments', { tariffId: 'day', stationId: 'CP-1' });
  await post('/api/tokens', { value: 'OWN-1', tariffId: 'day' });
  await door.charging.tariffs.setForStation({ stationId: 'CP-1', evseId: 1, tariffId: 'day' });
  const refused = await ask('DELETE', '/api/tariffs/day');
  expect(refused).toMatchObject({
    status: 409,
    answer: {
      code: 'CONFLICT',
      message: expect.stringMatching(
        /assignment: .+; station that was given it: CP-1; token: tok_5\. .*force=true/,
      ) as string,
      details: { assignmentIds: [assigned.id], stationIds: ['CP-1'], tokenIds: ['tok_5'], tokens: 1 },
    },
  });
  expect(await get('/api/tariffs/day')).toMatchObject({ retiredAt: null });
  expect((await ask('DELETE', '/api/tariffs/other')).status).toBe(200);
  expect(await ask('DELETE', '/api/tariffs/day?force=true')).toMatchObject({
    status: 200,
    answer: { retiredAt: expect.any(String) as string },
  });
  expect((await ask('DELETE', '/api/tariffs/day')).status).toBe(200); // it is
});

test('a text is read like any tariff, and what is wrong in it is told by its line', async () => {
  const text =
    'id: night\ncurrency: EUR\nprices:\n  - hours: "22:00-06:00"\n    perKwh: 0.30\n  - hours: "06:00-22:00"\n    perKwh: 0.50\n';
  const tried = await post('/api/tariffs/text', { text, isDryRun: true });
  expect(tried.answer).toMatchObject({ id: 'night', current: { version: 1 } });
  expect((await ask('GET', '/api/tariffs/night')).status).toBe(404); // it was only read
  expect(await post('/api/tariffs/text', { text })).toMatchObject({ status: 201, answer: { versionCount: 1 } });
  const wrong = await post('/api/tariffs/text', { text: text.replace('EUR', 'EURO') });
  expect(wrong).toMatchObject({ status: 400, answer: { details: { problems: [{ line: 2, path: 'currency' }] } } });
});

test('a made-up session shows what a tariff makes of it, by the clock of a site', async () => {
  const prices = [
    { hours: '22:00-06:00', perKwh: '0.30' },
    { hours: '06:00-22:00', perKwh: '0.50' },
  ];
  await post('/api/tariffs', { id: 'night', currency: 'EUR', prices });
  const site = { id: 'recife', name: 'Recife', timeZone: 'America/Recife', currency: 'EUR' };
  await post('/api/sites', site);
  const trial = { startedAt: '2026-03-02T08:00:00Z', minutes: 120, kwh: '20' };
  const total = async (more: object = {}) => (await post('/api/tariffs/night/try', { ...trial, ...more })).answer;
  expect(await total()).toMatchObject({ total: '10.00', timeZone: 'UTC', version: 1 });
  // In Recife it is 5 o'clock: one hour at night.
  expect(await total({ siteId: 'recife' })).toMatchObject({ total: '8.00', timeZone: 'America/Recife' });
  expect(await total({ siteId: 'nowhere' })).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'siteId' } });
  expect(await total({ idleMinutes: 121 })).toMatchObject({ details: { field: 'idleMinutes' } });
});

test('where a tariff holds: what it names has to be there, and in the same money', async () => {
  await post('/api/tariffs', day);
  await post('/api/sites', { id: 'olinda', name: 'Olinda', timeZone: 'America/Recife', currency: 'BRL' });
  const assign = (place: object) => post('/api/tariff-assignments', { tariffId: 'day', ...place });
  const field = async (place: object) => (await assign(place)).answer.details?.['field'];
  expect(await field({ tariffId: 'none' })).toBe('tariffId');
  expect(await field({ stationId: 'CP-9' })).toBe('stationId');
  expect(await field({ siteId: 'nowhere' })).toBe('siteId');
  expect(await field({ groupId: 'tok_none' })).toBe('groupId');
  expect(await field({ evseId: 1 })).toBe('stationId');
  expect(await field({ stationId: 'CP-1', connectorId: 1 })).toBe('evseId');
  expect(await field({ siteId: 'olinda', stationId: 'CP-1' })).toBe('siteId');
  expect(await field({ validFrom: '2026-02-01T00:00:00Z', validTo: '2026-01-01T00:00:00Z' })).toBe('validTo');
  expect((await assign({ siteId: 'olinda' })).answer).toMatchObject({
    details: { field: 'tariffId', siteCurrency: 'BRL', tariffCurrency: 'EUR' },
  });
  // A station counts in the money of its site.
  await ask('PUT', '/api/sites/olinda/stations/CP-1', {});
  await expect.poll(() => field({ stationId: 'CP-1' })).toBe('tariffId');
});

test('two of the same place at the same time are refused, since nobody could tell which holds', async () => {
  await post('/api/tariffs', day);
  await post('/api/tariffs', { ...day, id: 'other' });
  const assign = (more: object) => post('/api/tariff-assignments', more);
  const first = await assign({ tariffId: 'day', stationId: 'CP-1' });
  expect(first.answer.validFrom).not.toBeNull(); // from now on
  const second = await assign({ tariffId: 'other', stationId: 'CP-1' });
  expect(second).toMatchObject({
    status: 409,
    answer: { code: 'CONFLICT', details: { assignmentId: first.answer.id, tariffId: 'day' } },
  });
  expect((await assign({ tariffId: 'other', stationId: 'CP-1', evseId: 1 })).status).toBe(201); // more exact
  expect((await assign({ tariffId: 'other' })).status).toBe(201); // less exact
  expect((await ask('DELETE', `/api/tariff-assignments/${first.answer.id}`)).status).toBe(200);
  expect((await ask('DELETE', `/api/tariff-assignments/${first.answer.id}`)).status).toBe(404);
  expect((await assign({ tariffId: 'other', stationId: 'CP-1' })).status).toBe(201);
  const { assignments } = await get('/api/tariff-assignments');
  expect(assignments).toHaveLength(3);
  const at = new Date();
  const nobody = { evseId: 2, connectorId: null, tokenTariffId: null, groupId: null, at };
  expect(await door.charging.tariffs.whichApplies({ stationId: 'CP-1', ...nobody })).toMatchObject({
    tariffId: 'other',
  });
});
