import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Driver, DriverDetail, DriverList } from '#contract/access/driver.ts';
import type { CreatedKey, NewKey } from '#contract/agents/principal.ts';
import { type House, openHouse } from '../../../test/support/house.ts';

const contact = { email: 'iracema@example.org', phone: '+55 84 91234-5678', note: 'grey van' };

let sigec: House;
let driver: Driver;
beforeAll(async () => {
  sigec = await openHouse();
  driver = await sigec.api.post<Driver>('/api/drivers', { name: 'Iracema Potiguara', ...contact });
});
afterAll(() => sigec[Symbol.asyncDispose]());

async function keyOf(wanted: Partial<NewKey>): Promise<string> {
  return (await sigec.api.post<CreatedKey>('/api/keys', { name: 'n', role: 'operator', ...wanted })).secret;
}

async function ask(path: string, key?: string, more: RequestInit = {}): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  const answer = await sigec.fetch(path, { headers, ...more });
  return { status: answer.status, text: await answer.text() };
}

test.each<[who: string, wanted: Partial<NewKey> | undefined, isShown: boolean]>([
  ['an agent', { kind: 'agent' }, false],
  ['an agent that is limited to drivers', { kind: 'agent', scopes: ['drivers'] }, false],
  ['a program', { kind: 'program' }, false],
  ['an administrating program', { kind: 'program', role: 'administrator' }, false],
  ['nobody in particular', undefined, false],
  ['a viewer', { kind: 'person', role: 'viewer' }, false],
  ['an operator', { kind: 'person' }, true],
  ['an agent with the scope', { kind: 'agent', scopes: ['personal:read'] }, true],
  ['a program with the scope and a limit', { kind: 'program', scopes: ['drivers:read', 'personal:read'] }, true],
])('%s sees how to reach a driver: %o', async (_who, wanted, isShown) => {
  const key = wanted === undefined ? undefined : await keyOf(wanted);
  for (const path of ['/api/drivers', '/api/drivers?search=iracema', `/api/drivers/${driver.id}`]) {
    const { status, text } = await ask(path, key);
    expect(status).toBe(200);
    expect(text).toContain('Iracema Potiguara');
    for (const value of Object.values(contact)) expect(text.includes(value)).toBe(isShown);
    expect(text.includes('Not shown')).toBe(!isShown);
  }
  const found = JSON.parse((await ask('/api/drivers?search=iracema@example.org', key)).text) as DriverList;
  expect(found.drivers).toHaveLength(isShown ? 1 : 0); // nobody finds out an address by trying
});

test('a change by a program answers without what it may not see, and loses nothing of it', async () => {
  const key = await keyOf({ kind: 'program' });
  const change = { method: 'POST', body: JSON.stringify({ isBlocked: false }) };
  const { status, text } = await ask(`/api/drivers/${driver.id}`, key, change);
  expect(status).toBe(200);
  for (const value of Object.values(contact)) expect(text).not.toContain(value);
  expect(await sigec.api.get<DriverDetail>(`/api/drivers/${driver.id}`)).toMatchObject(contact);
});

test('nobody grants what they may not see themselves', async () => {
  const program = await keyOf({ kind: 'program', role: 'administrator' });
  const wanted = { name: 'n', kind: 'program', role: 'viewer', scopes: ['personal:read'] };
  const refused = await ask('/api/keys', program, { method: 'POST', body: JSON.stringify(wanted) });
  expect(refused.status).toBe(403);
});

test('what a station tells of a customer, and VAT numbers, are no business of a program without the scope', async () => {
  const key = await keyOf({ kind: 'program' });
  const read = await ask('/api/stations/CP-1/customer-information/1/read', key, { method: 'POST', body: '{}' });
  expect(read).toMatchObject({ status: 403, text: expect.stringContaining('personal:read') as string });
});
