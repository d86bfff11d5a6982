import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../../test/support/postgres.ts';
import { hashOf, putTaken } from './taken-commands.ts';

const opened = new AsyncDisposableStack();
const minute = 60_000;
const hour = 60 * minute;
let database: FreshDatabase;

beforeAll(async () => {
  database = opened.use(await freshDatabase());
});
afterAll(() => opened.disposeAsync());

/** A partner, and what it says: whether that is a command, or the repetition of one that was carried out. */
async function partner() {
  const id = randomUUID();
  await database.pool.query(
    `insert into roaming_partner (id, name, state, parties, created_at, created_by) values ($1, 'P', 'connected', '{}', now(), 'test')`,
    [id],
  );
  const begun = new Date('2026-03-01T00:00:00Z').getTime();
  return async (afterMs: number, uid: string, responseUrl: string): Promise<'command' | 'repetition'> => {
    const at = new Date(begun + afterMs);
    const asked = { kind: 'START_SESSION', requestHash: hashOf('START_SESSION', { uid, responseUrl }) };
    const other = await putTaken(database.pool, {
      ...asked,
      partnerId: id,
      responseUrl,
      id: randomUUID(),
      answer: 'ACCEPTED',
      at,
    });
    await database.pool.query('update roaming_command set ended_at = asked_at where partner_id = $1', [id]);
    return other === undefined ? 'command' : 'repetition';
  };
}

test('with a response_url for each command the same one is a repetition for a day', async () => {
  const says = await partner();
  expect(await says(0, 'ONE', 'https://p.example/r/1')).toBe('command');
  expect(await says(1_000, 'ONE', 'https://p.example/r/2')).toBe('command');
  expect(await says(minute, 'ONE', 'https://p.example/r/1')).toBe('repetition');
  expect(await says(23 * hour, 'ONE', 'https://p.example/r/1')).toBe('repetition');
  expect(await says(25 * hour, 'ONE', 'https://p.example/r/1')).toBe('command');
});

test('with one response_url for all commands the same words are a repetition for two minutes', async () => {
  const says = await partner();
  const url = 'https://p.example/results';
  expect(await says(0, 'ONE', url)).toBe('command');
  expect(await says(minute, 'ONE', url)).toBe('repetition');
  expect(await says(2 * minute, 'TWO', url)).toBe('command');
  expect(await says(hour, 'ONE', url)).toBe('command');
});

test('a partner of which only one response_url is known may have one for all', async () => {
  const says = await partner();
  expect(await says(0, 'ONE', 'https://p.example/results')).toBe('command');
  expect(await says(hour, 'ONE', 'https://p.example/results')).toBe('command');
});

test('a response_url that served two commands is one for all, whatever others there are', async () => {
  const says = await partner();
  expect(await says(0, 'ONE', 'https://p.example/here')).toBe('command');
  expect(await says(1_000, 'TWO', 'https://p.example/here')).toBe('command');
  expect(await says(2_000, 'ONE', 'https://p.example/there')).toBe('command');
  expect(await says(hour, 'ONE', 'https://p.example/here')).toBe('command');
});

test('one that is still being carried out is not begun again', async () => {
  const says = await partner();
  await says(0, 'ONE', 'https://p.example/results');
  await database.pool.query('update roaming_command set ended_at = null');
  expect(await says(3 * hour, 'ONE', 'https://p.example/results')).toBe('repetition');
});
