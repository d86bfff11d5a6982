import { randomInt, randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/support/postgres.ts';
import { auditRows, insertAudit, readAuditHead, verifyChain, verifyChains } from './audit-chain.ts';

const deed = {
  principal: 'k3y0fana',
  door: 'terminal',
  action: 'proposal:approve',
  subject: 'CP-7',
  outcome: 'done',
  details: { a: [1, null, 'x'], 'long name': { ratio: 0.1, at: '2026-03-01T08:00:00.000Z' }, tiny: 1e-9, huge: 1e21 },
} as const;

/** One change per column and kind of value; each is the least there can be. */
const changes: readonly [what: string, set: string][] = [
  [
    'node',
    `node = overlay(node::text placing case when right(node::text, 1) = '0' then '1' else '0' end from 36)::uuid`,
  ],
  ['seq', 'seq = seq + 1000'],
  ['seq, below the first', 'seq = -seq'],
  ['seq, by its highest bit', 'seq = seq # -9223372036854775808'],
  ['at, by a microsecond', `at = at + interval '1 microsecond'`],
  ['at, by a day', `at = at - interval '1 day'`],
  ['at, to the end of time', `at = 'infinity'`],
  ['principal', `principal = overlay(principal placing 'z' from 1)`],
  ['door', `door = door || ' '`],
  ['action', `action = replace(action, 'approve', 'Approve')`],
  ['subject', `subject = replace(subject, '7', '8')`],
  ['subject, taken away', 'subject = null'],
  ['outcome', `outcome = 'Done'`],
  ['details, a number', `details = jsonb_set(details, '{a,0}', '2')`],
  ['details, a digit that is rounded away', `details = jsonb_set(details, '{a,0}', '1.00000000000000000001')`],
  ['details, a zero that says nothing', `details = jsonb_set(details, '{a,0}', '1.0')`],
  ['details, null', `details = jsonb_set(details, '{a,1}', 'false')`],
  ['details, a character', `details = jsonb_set(details, '{a,2}', '"y"')`],
  ['details, a name', `details = (details - 'tiny') || '{"tinY": 1e-9}'`],
  ['details, one more', `details = details || '{"b": null}'`],
  ['previous', 'previous = set_byte(previous, 17, get_byte(previous, 17) # 1)'],
  ['hash', 'hash = set_byte(hash, 31, get_byte(hash, 31) # 128)'],
];

test.each(changes)('one changed byte in %s is found, in whichever entry it stands', async (_what, set) => {
  await using trail = await trailOf(12);
  const { client, node } = trail;
  expect(await verifyChains(client)).toEqual([{ node, entries: 12, isWhole: true }]);
  for (const seq of [1, randomInt(2, 12), 12]) {
    await client.query('begin');
    const { rowCount } = await client.query(`update audit set ${set} where seq = $1`, [seq]);
    expect(rowCount).toBe(1);
    expect(await verifyChains(client), `entry ${seq}`).toContainEqual(expect.objectContaining({ isWhole: false }));
    await client.query('rollback');
  }
  expect(await verifyChain(client, node)).toMatchObject({ isWhole: true });
});

test('the only entry of a chain cannot be moved to another node', async () => {
  await using trail = await trailOf(1);
  await trail.client.query('update audit set node = $1', [randomUUID()]);
  const broken = { isWhole: false, brokenAt: 1 };
  expect(await verifyChains(trail.client)).toMatchObject([broken, broken]); // the one that lost it and the one that got it
});

test('half a character, as a text cut by its length ends, leaves the chain whole', async () => {
  await using trail = await trailOf(0);
  const { client, node } = trail;
  const half = '\u{1f50c}'.slice(0, 1);
  const entry = { ...deed, action: `POST /api/${half}`, subject: `CP-${half}` };
  await insertAudit(client, node, auditRows(await readAuditHead(client, node), [entry], new Date()));
  expect(await verifyChains(client)).toEqual([{ node, entries: 1, isWhole: true }]);
});

test('a chain that an earlier version began is whole', async () => {
  await using trail = await trailOf(0);
  const { client, node } = trail;
  await insertAudit(client, node, auditRows({ seq: 0, hash: Buffer.alloc(32) }, [deed, deed], new Date()));
  expect(await verifyChains(client)).toEqual([{ node, entries: 2, isWhole: true }]);
});

test.each([1, 5, 11])('a chain that lost its last %i entries is not whole, also after further ones', async (lost) => {
  await using trail = await trailOf(12);
  const { client, node } = trail;
  await client.query('delete from audit where seq > $1', [12 - lost]);
  const verdict = { node, entries: 12 - lost, isWhole: false, brokenAt: 13 - lost };
  expect(await verifyChains(client)).toEqual([verdict]);
  await insertAudit(client, node, auditRows(await readAuditHead(client, node), [deed], new Date())); // as after the next start
  expect(await verifyChains(client)).toEqual([verdict]);
});

test('a chain that was taken out whole is missed', async () => {
  await using trail = await trailOf(3);
  await trail.client.query('truncate audit');
  expect(await verifyChains(trail.client)).toEqual([{ node: trail.node, entries: 0, isWhole: false, brokenAt: 1 }]);
});

test('a chain that was written anew, hashes and all, is not the one that stood here', async () => {
  await using trail = await trailOf(3);
  const { client, node } = trail;
  const { rows: heads } = await client.query('select * from audit_head');
  await client.query('alter table audit_head disable trigger all');
  await client.query('truncate audit, audit_head');
  const forged = { ...deed, principal: 'somebody' };
  for (let n = 0; n < 3; n += 1)
    await insertAudit(client, node, auditRows(await readAuditHead(client, node), [forged], new Date()));
  await client.query('update audit_head set hash = $1', [(heads[0] as { hash: Buffer }).hash]);
  expect(await verifyChains(client)).toEqual([{ node, entries: 2, isWhole: false, brokenAt: 3 }]);
});

test('entries that were added behind the last one, and a mark that was removed, are found', async () => {
  await using trail = await trailOf(3);
  const { client, node } = trail;
  await client.query('alter table audit_head disable trigger all');
  await client.query('update audit_head set seq = 2');
  expect(await verifyChains(client)).toMatchObject([{ isWhole: false }]);
  await client.query('delete from audit_head');
  expect(await verifyChains(client)).toEqual([{ node, entries: 0, isWhole: false, brokenAt: 1 }]);
});

test('the mark of a chain only moves forward, whoever writes it', async () => {
  await using trail = await trailOf(3);
  for (const sql of ['update audit_head set seq = 2', 'delete from audit_head', 'truncate audit_head'])
    await expect(trail.client.query(sql)).rejects.toThrow(/head of an audit chain|written once/);
});

/** A chain on a client that may change what is append-only. */
async function trailOf(entries: number): Promise<AsyncDisposable & { client: ClientBase; node: string }> {
  const database = await freshDatabase();
  const client = await database.connect();
  const node = randomUUID();
  for (let n = 0; n < entries; n += 1)
    await insertAudit(client, node, auditRows(await readAuditHead(client, node), [deed], new Date()));
  await client.query('alter table audit disable trigger all');
  return {
    client,
    node,
    async [Symbol.asyncDispose]() {
      await client.end();
      await database[Symbol.asyncDispose]();
    },
  };
}
