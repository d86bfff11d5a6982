import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { AuditEntry } from '../ledger-types.ts';

export type AuditHead = { seq: number; hash: Buffer };
export type AuditRow = AuditEntry & { seq: number; at: Date; previous: Buffer; hash: Buffer };

/** What stands before the first entry of a chain: it names the node, so that an entry cannot be moved to another one. */
function beginningOf(node: string): AuditHead {
  return { seq: 0, hash: createHash('sha256').update(`audit of ${node}`).digest() };
}

/** Chains of earlier versions began with nothing. */
const nothing = Buffer.alloc(32);

export async function readAuditHead(client: ClientBase, node: string): Promise<AuditHead> {
  const { rows } = await client.query<{ seq: number; hash: Buffer }>(
    'select seq, hash from audit where node = $1 order by seq desc limit 1',
    [node],
  );
  return rows[0] ?? beginningOf(node);
}

/** Chains entries onto the head: each hash covers the one before it, so no entry can be changed or taken out unseen. */
export function auditRows(head: AuditHead, entries: readonly AuditEntry[], at: Date): AuditRow[] {
  let { seq, hash: previous } = head;
  return entries.map((entry) => {
    seq += 1;
    // The hash covers what the database will give back: a Date is a text there, what is undefined is absent, and half a character is none.
    const details = JSON.parse(JSON.stringify(entry.details)) as AuditEntry['details'];
    const [principal, action] = [entry.principal.toWellFormed(), entry.action.toWellFormed()];
    const subject = entry.subject?.toWellFormed() ?? null;
    const row = { ...entry, principal, action, subject, details, seq, at, previous };
    const hash = hashOf(row);
    previous = hash;
    return { ...row, hash };
  });
}

export async function insertAudit(client: ClientBase, node: string, rows: readonly AuditRow[]): Promise<void> {
  await client.query(
    `insert into audit (node, seq, at, principal, door, action, subject, outcome, details, previous, hash)
     select $1, * from unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::jsonb[], $10::bytea[], $11::bytea[])`,
    [
      node,
      rows.map((row) => row.seq),
      rows.map((row) => row.at.toISOString()),
      rows.map((row) => row.principal),
      rows.map((row) => row.door),
      rows.map((row) => row.action),
      rows.map((row) => row.subject),
      rows.map((row) => row.outcome),
      rows.map((row) => JSON.stringify(row.details)),
      rows.map((row) => row.previous),
      rows.map((row) => row.hash),
    ],
  );
}

export type ChainVerdict = { node: string; entries: number } & (
  | { isWhole: true }
  | { isWhole: false; brokenAt: number }
);

/** Every node's chain, each from its beginning. */
export async function verifyChains(client: ClientBase): Promise<ChainVerdict[]> {
  const { rows } = await client.query<{ node: string }>('select distinct node from audit order by node');
  const verdicts: ChainVerdict[] = [];
  for (const { node } of rows) verdicts.push(await verifyChain(client, node));
  return verdicts;
}

/** Walks a node's chain from its beginning and names the first entry that does not follow from the one before it. */
export async function verifyChain(client: ClientBase, node: string): Promise<ChainVerdict> {
  let head = beginningOf(node);
  let after: number | bigint | null = null; // also entries whose number was made zero or less are met
  for (;;) {
    const { rows }: { rows: KeptRow[] } = await client.query<KeptRow>(
      `select seq, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, principal, door, action, subject, outcome,
         details::text, previous, hash
       from audit where node = $1 and ($2::bigint is null or seq > $2) order by seq limit 1000`,
      [node, after],
    );
    const expected = await asKept(client, rows);
    for (const [index, kept] of rows.entries()) {
      if (kept.details !== expected[index] || !follows(head, kept))
        return { node, entries: head.seq, isWhole: false, brokenAt: head.seq + 1 };
      head = { seq: Number(kept.seq), hash: kept.hash };
      after = kept.seq;
    }
    if (rows.length === 0) return { node, entries: head.seq, isWhole: true };
  }
}

/** As it stands in the database to the last digit: a Date has no microseconds, and a number of ours fewer digits than one of theirs. */
type KeptRow = Omit<AuditRow, 'seq' | 'at' | 'details'> & { seq: number | bigint; at: string | null; details: string };

function follows(head: AuditHead, { seq, at, details, ...kept }: KeptRow): boolean {
  const isFirst = head.seq === 0 && kept.previous.equals(nothing);
  if (seq !== head.seq + 1 || !(kept.previous.equals(head.hash) || isFirst)) return false;
  const [, inMs] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3})000Z$/.exec(at ?? '') ?? [];
  if (inMs === undefined) return false; // no time of ours is finer
  return kept.hash.equals(
    hashOf({ ...kept, seq, at: new Date(`${inMs}Z`), details: JSON.parse(details) as AuditEntry['details'] }),
  );
}

/** How the database writes what we read in these details: whoever added a digit that we would round away is seen. */
async function asKept(client: ClientBase, kept: readonly KeptRow[]): Promise<string[]> {
  const read = kept.map(({ details }) => JSON.stringify(JSON.parse(details)));
  const { rows } = await client.query<{ text: string }>(
    'select given::jsonb::text as text from unnest($1::text[]) with ordinality as u (given, n) order by n',
    [read],
  );
  return rows.map(({ text }) => text);
}

function hashOf(row: Omit<AuditRow, 'hash'>): Buffer {
  const { seq, at, principal, door, action, subject, outcome, details } = row;
  const content = canonical({ seq, at: at.toISOString(), principal, door, action, subject, outcome, details });
  return createHash('sha256').update(row.previous).update(content).digest();
}

/** JSON with sorted keys: PostgreSQL does not keep the order of a jsonb, and the hash must not depend on it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`)
    .join(',')}}`;
}
