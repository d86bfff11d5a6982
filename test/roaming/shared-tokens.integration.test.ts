import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnsweringStation } from '../support/answering-station.ts';
import { readExchanges } from './published/exchanges.ts';
import { becomes, connectPartners, openPair, openStation, type Pair } from './roaming-pair.ts';

let pair: Pair;
let station: AnsweringStation;
let away: Pool;
let ids: { there: string; here: string };

beforeAll(async () => {
  pair = await openPair();
  station = await openStation(pair.away);
  away = new Pool({ connectionString: pair.away.databaseUrl, max: 1 });
  // A stranger paid at the station before the partner came.
  await pair.home.api.post('/api/tokens', { value: 'STRANGER-0', type: 'direct-payment' });
  ids = await connectPartners(pair.home, pair.away);
}, 120_000);
afterAll(async () => {
  await station?.[Symbol.asyncDispose]();
  await away?.end();
  await pair?.[Symbol.asyncDispose]();
});

const add = async (value: string, more: object = {}) =>
  (await pair.home.api.post<{ token: { id: string } }>('/api/tokens', { value, ...more })).token.id;
/** What the partner has of our tokens, by uid. */
async function known(): Promise<Record<string, { valid: boolean; whitelist: string }>> {
  const { rows } = await away.query<{ uid: string; valid: boolean; whitelist: string }>(
    `select body ->> 'uid' as uid, (body -> 'valid')::boolean as valid, body ->> 'whitelist' as whitelist
     from roaming_object where module = 'tokens' and side = 'theirs'`,
  );
  return Object.fromEntries(rows.map(({ uid, ...rest }) => [uid, rest]));
}
const isValid = (uid: string) => async () => (await known())[uid]?.valid;
const tap = async (idTag: string) =>
  ((await station.call('Authorize', { idTag }))['idTagInfo'] as { status: string }).status;

test('what a stranger paid with goes to no partner: not as it is added, not with all others, not when asked for', async () => {
  await add('STRANGER-1', { type: 'direct-payment' });
  await add('START-BUTTON', { type: 'local' });
  await add('CARD-0');
  await becomes(isValid('CARD-0'), true);
  await pair.away.api.post(`/api/partners/${ids.there}/pull`);
  await pair.home.api.post(`/api/partners/${ids.here}/pull`);
  expect(Object.keys(await known())).toEqual(['CARD-0']);
  expect(await tap('STRANGER-1')).toBe('Invalid');
});

test('a token that is gone is told to be worth nothing, and stays so for whoever reads it later', async () => {
  const id = await add('CARD-GONE');
  await becomes(isValid('CARD-GONE'), true);
  await pair.home.api.delete(`/api/tokens/${id}`);
  await becomes(async () => (await known())['CARD-GONE'], { valid: false, whitelist: 'NEVER' });
  await away.query(`delete from roaming_object where body ->> 'uid' = 'CARD-GONE'`);
  await pair.away.api.post(`/api/partners/${ids.there}/pull`);
  expect(await isValid('CARD-GONE')()).toBe(false);
  expect(await tap('CARD-GONE')).not.toBe('Accepted');
});

test('a driver who is blocked, and a group, take their tokens with them', async () => {
  const driver = await pair.home.api.post<{ id: string }>('/api/drivers', { name: 'Ada' });
  const group = await pair.home.api.post<{ id: string }>('/api/groups', { name: 'Fleet' });
  await add('CARD-DRIVER', { driverId: driver.id });
  await add('CARD-GROUP', { groupId: group.id });
  for (const uid of ['CARD-DRIVER', 'CARD-GROUP']) await becomes(isValid(uid), true);
  await pair.home.api.post(`/api/drivers/${driver.id}`, { isBlocked: true });
  await pair.home.api.post(`/api/groups/${group.id}`, { isBlocked: true });
  for (const uid of ['CARD-DRIVER', 'CARD-GROUP']) await becomes(isValid(uid), false);
  await pair.home.api.post(`/api/drivers/${driver.id}`, { isBlocked: false });
  await becomes(isValid('CARD-DRIVER'), true);
  expect(await isValid('CARD-GROUP')()).toBe(false);
});

test('a partner with whom no tokens are shared hears of none, and of all of them from the moment they are', async () => {
  const share = (isSharingTokens: boolean) => pair.home.api.put(`/api/partners/${ids.here}`, { isSharingTokens });
  await share(false);
  await add('CARD-LATE');
  await add('CARD-LATER');
  await pair.away.api.post(`/api/partners/${ids.there}/pull`);
  expect(Object.keys(await known())).not.toContain('CARD-LATE');
  await share(true);
  for (const uid of ['CARD-LATE', 'CARD-LATER']) await becomes(isValid(uid), true);
});

test('a token that was let in a moment ago is let in no more once its provider blocks it', async () => {
  const id = await add('CARD-BLOCKED');
  await becomes(() => tap('CARD-BLOCKED'), 'Accepted');
  await pair.home.api.post(`/api/tokens/${id}/block`);
  await becomes(() => tap('CARD-BLOCKED'), 'Blocked');
  await pair.home.api.post(`/api/tokens/${id}/unblock`);
  await becomes(isValid('CARD-BLOCKED'), true);
  expect(await tap('CARD-BLOCKED')).toBe('Accepted');
});

test('all that was said fits the documents of OCPI', () => {
  expect(readExchanges(pair.recorded()).findings).toEqual([]);
});
