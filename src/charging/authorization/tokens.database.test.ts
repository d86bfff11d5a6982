import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Group } from '#contract/access/group.ts';
import type { AddedToken, RefusalList, Token, TokenList } from '#contract/access/token.ts';
import { type House, openHouse } from '../../../test/support/house.ts';
import { bootPayload, connectRaw } from '../../../test/support/raw-station.ts';

let sigec: House;
beforeAll(async () => {
  sigec = await openHouse({ OCPP_UNKNOWN_STATIONS: 'accept' });
});
afterAll(() => sigec[Symbol.asyncDispose]());

const add = (body: object) => sigec.api.post<AddedToken>('/api/tokens', body);

/** Every row of every table, as text. */
async function wholeDatabase(): Promise<string> {
  const client = new Client({ connectionString: sigec.databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(
        `select t::text as row from ${client.escapeIdentifier(name)} t`,
      );
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

test('a token is kept as its hash and a sealed value, and shown by its last four characters', async () => {
  const { token, value } = await add({ value: 'B00BD41F9C31', note: 'Ana' });
  expect(value).toBeNull();
  expect(token).toMatchObject({
    id: expect.stringMatching(/^tok_/) as string,
    label: '…9C31',
    note: 'Ana',
    isBlocked: false,
  });
  const written = await wholeDatabase();
  expect(written).toContain(token.id);
  expect(written.toLowerCase()).not.toContain('b00bd41f9c31');
  expect(written).not.toContain(Buffer.from('B00BD41F9C31').toString('hex'));
  expect(await sigec.api.post<Token>('/api/tokens/find', { value: 'b00bd41f9c31' })).toEqual(token);
});

test('a short token shows no more than half of itself', async () => {
  expect((await add({ value: '12', type: 'key-code' })).token.label).toBe('…2');
  expect((await add({ value: '7', type: 'key-code' })).token.label).toBe('…');
});

test('the same token cannot be entered twice, in whatever case', async () => {
  await add({ value: 'ABCDEF01' });
  await expect(add({ value: 'abcdef01' })).rejects.toThrow('409');
});

test('an RFID card is the same however its number is printed', async () => {
  const { token } = await add({ value: '04 a1:B2-c3' });
  expect(token.label).toBe('…B2c3');
  await expect(add({ value: '04A1B2C3' })).rejects.toThrow('409');
  for (const value of ['04A1B2C3', '04:a1:b2:c3', '04 A1 B2 C3', ' 04-A1-B2-C3 ']) {
    expect(await sigec.api.post<Token>('/api/tokens/find', { value })).toEqual(token);
    expect(await sigec.api.post('/api/tokens/hash', { value })).toEqual({ hash: token.id });
  }
});

test('what only looks like the number of a card stays as it was entered', async () => {
  const uuid = '0c8e2f6a-5b1d-4c3e-9f7a-1b2c3d4e5f60';
  for (const [value, type] of [
    ['00:1A:2B:3C:4D:5E', 'mac-address'],
    [uuid, 'iso14443'],
    ['CARD-ANA', 'iso14443'],
  ]) {
    const { token } = await add({ value, type });
    expect(await sigec.api.post<Token>('/api/tokens/find', { value })).toEqual(token);
    const { token: bare } = await add({ value: value?.replaceAll(/[:-]/g, ''), type });
    expect(bare.id).not.toBe(token.id);
  }
  await expect(add({ value: 'CARD ANA' })).rejects.toThrow('without spaces');
});

test('what is not named in a change stays as it is, and null takes it away', async () => {
  const group = await sigec.api.post<Group>('/api/groups', { name: 'Fleet', value: 'FLEET-1' });
  const { token } = await add({ value: 'CHANGE-1', note: 'first', groupId: group.id, credit: '10' });
  const change = (body: object) => sigec.api.post<Token>(`/api/tokens/${token.id}`, body);
  expect(await change({ note: 'second' })).toMatchObject({ note: 'second', groupId: group.id, credit: '10' });
  expect(await change({ groupId: null, credit: '2.50' })).toMatchObject({ note: 'second', groupId: null });
  const { tokens } = await sigec.api.get<TokenList>('/api/tokens?limit=1000');
  expect(tokens).toContainEqual(
    expect.objectContaining({ id: token.id, note: 'second', groupId: null, credit: '2.5' }),
  );
  await expect(change({ groupId: 'tok_nobody' })).rejects.toThrow('groupId');
  await expect(change({ tariffId: 'none' })).rejects.toThrow('tariffId');
});

test('a token made here is shown once and works', async () => {
  const { value, token } = await add({ type: 'central' });
  expect(value).toMatch(/^[0-9A-F]{20}$/);
  expect(JSON.stringify(await sigec.api.get('/api/tokens?limit=1000'))).not.toContain(value);
  expect(await sigec.api.post<Token>('/api/tokens/find', { value })).toMatchObject({ id: token.id });
});

test('a removed token is refused at once, and nothing is left to read it by', async () => {
  const { token } = await add({ value: 'FORGETME99' });
  await using station = await connectRaw(sigec.addresses.ocpp, 'ERASURE', { protocols: ['ocpp1.6'] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload['1.6']]);
  const ask = (id: string) => station.ask([2, id, 'Authorize', { idTag: 'FORGETME99' }]);
  expect(await ask('a')).toEqual([3, 'a', { idTagInfo: { status: 'Accepted' } }]);
  const response = await sigec.fetch(`/api/tokens/${token.id}`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer administrator-of-the-tests' },
  });
  expect(response.status).toBe(200);
  expect(await ask('b')).toEqual([3, 'b', { idTagInfo: { status: 'Invalid' } }]);
  const { refusals } = await sigec.api.get<RefusalList>(`/api/refusals?tokenId=${token.id}`);
  expect(refusals).toMatchObject([{ tokenId: token.id, stationId: 'ERASURE', reason: 'unknown-token' }]);
  await sigec.api.get('/api/stations/ERASURE/messages'); // the recorder writes what it holds
  expect(await wholeDatabase()).not.toContain('FORGETME99');
  await expect(sigec.api.post(`/api/tokens/${token.id}/block`)).rejects.toThrow('404');
});

test('a refusal that a station delivers again is one refusal', async () => {
  await using station = await connectRaw(sigec.addresses.ocpp, 'TWICE', { protocols: ['ocpp1.6'] });
  await station.ask([2, 'boot', 'BootNotification', bootPayload['1.6']]);
  const start = { connectorId: 1, idTag: 'STRANGER', meterStart: 0, timestamp: '2026-03-01T08:00:00Z' };
  await station.ask([2, 'a', 'StartTransaction', start]);
  await station.ask([2, 'b', 'StartTransaction', start]);
  const { refusals } = await sigec.api.get<RefusalList>('/api/refusals?stationId=TWICE');
  expect(refusals).toMatchObject([{ evseId: 1, reason: 'unknown-token' }]);
});
