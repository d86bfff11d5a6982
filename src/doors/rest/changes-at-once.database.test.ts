import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Driver } from '#contract/access/driver.ts';
import type { Group } from '#contract/access/group.ts';
import type { Token } from '#contract/access/token.ts';
import type { Site } from '#contract/stations/site.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { enterToken } from '../../../test/support/tokens.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const rounds = Array.from({ length: 10 }, (_, nth) => nth);

/** Both changes are asked at once, in either order; what comes of it is read afterwards. */
async function atOnce<Kept>(path: string, changes: readonly object[]): Promise<Kept> {
  await Promise.all(changes.map((change) => sigec.api.post(path, change)));
  return sigec.api.get<Kept>(path);
}

test('a token that is blocked while somebody else changes it stays blocked, and the other change stays too', async () => {
  const { id } = await enterToken(sigec, 'AT-ONCE-1', { credit: '10' });
  for (const round of rounds) {
    const isBlocked = round % 2 === 0;
    const changes = [{ isBlocked }, { note: `note ${round}` }, { credit: `${round}.5` }, { language: 'en' }];
    const kept = await atOnce<Token>(`/api/tokens/${id}`, round % 3 === 0 ? changes.toReversed() : changes);
    expect(kept).toMatchObject({ isBlocked, note: `note ${round}`, credit: `${round}.5`, language: 'en' });
  }
});

test('a token that is blocked while a file with it is imported stays blocked', async () => {
  const { id } = await enterToken(sigec, 'AT-ONCE-4', { credit: '7' });
  const others = Array.from({ length: 500 }, (_, nth) => `FILE-${nth},of a file`);
  const csv = ['token,note', 'AT-ONCE-4,blue', ...others].join('\n');
  const path = `/api/tokens/${id}`;
  const importing = sigec.api.post('/api/access/import', { csv });
  await Promise.all([sigec.api.post(path, { isBlocked: true }), sigec.api.post(path, { credit: '5' })]);
  await importing;
  expect(await sigec.api.get<Token>(path)).toMatchObject({ isBlocked: true, note: 'blue', credit: '5' });
});

test('the same of groups and of sites', async () => {
  const group = await sigec.api.post<Group>('/api/groups', { name: 'At once' });
  const site = await sigec.api.post<Site>('/api/sites', {
    id: 'at-once',
    name: 'At once',
    timeZone: 'UTC',
    currency: 'EUR',
  });
  for (const round of rounds) {
    const isBlocked = round % 2 === 0;
    const changes = [{ isBlocked }, { name: `Group ${round}` }, { oneAtATime: isBlocked }];
    expect(await atOnce<Group>(`/api/groups/${group.id}`, changes)).toMatchObject(Object.assign({}, ...changes));
    const position = { latitude: round, longitude: -1 - round };
    const ofSite = [{ isClosedOutside: isBlocked }, { name: `Site ${round}` }, { position }, { admits: [group.id] }];
    expect(await atOnce<Site>(`/api/sites/${site.id}`, ofSite)).toMatchObject(Object.assign({}, ...ofSite));
  }
});

test('the same of drivers, also of what is sealed as one', async () => {
  const driver = await sigec.api.post<Driver>('/api/drivers', { name: 'Rita', email: 'rita@example.org' });
  for (const round of rounds) {
    const isBlocked = round % 2 === 0;
    const changes = [{ isBlocked }, { phone: `+55 ${round}` }, { note: `van ${round}` }, { name: `Rita ${round}` }];
    const kept = await atOnce<Driver>(`/api/drivers/${driver.id}`, changes);
    expect(kept).toMatchObject({ ...Object.assign({}, ...changes), email: 'rita@example.org' });
  }
});

test('of two that enter the same token or person at once one is told that the other was faster', async () => {
  const enter = (path: string, body: object) =>
    sigec.api.post(path, body).then(
      () => 'taken',
      (error: unknown) => String(error),
    );
  for (const [path, body] of [
    ['/api/tokens', { value: 'AT-ONCE-2' }],
    ['/api/groups', { name: 'Twins', value: 'AT-ONCE-3' }],
    ['/api/drivers', { name: 'Twin', email: 'twin@example.org' }],
    ['/api/sites', { id: 'twin', name: 'Twin', timeZone: 'UTC', currency: 'EUR' }],
  ] as const) {
    const answers = await Promise.all([enter(path, body), enter(path, body), enter(path, body)]);
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    expect(answers.filter((answer) => / 409 .*already/.test(answer))).toHaveLength(2);
  }
});
