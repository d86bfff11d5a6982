import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { AuditEntry } from '../ledger-types.ts';

export type AuditHead = { seq: number; hash: Buffer };
export type AuditRow = AuditEntry & { seq: number; at: Date; previous: Buffer; hash: Buffer };

/** What stands before the first entry of a chain. */
const beginning: AuditHead = { seq: 0, hash: Buffer.alloc(32) };

export async function readAuditHead(client: ClientBase, node: string): Promise<AuditHead> {
  const { rows } = await client.query<{ seq: number; hash: Buffer }>(
    'select seq, hash from audit where node = $1 order by seq desc limit 1',
    [node],
  );
  return rows[0] ?? beginning;
}

/** Chains entries onto the head: each hash covers the one before it, so no entry can be changed or taken out unseen. */
export function auditRows(head: AuditHead, entries: readonly AuditEntry[], at: Date): AuditRow[] {
  let { seq, hash: previous } = head;
  return entries.map((entry) => {
    seq += 1;
    // The hash covers what the database will give back: a Date is a text there, and what is undefined is absent.
    const details = JSON.parse(JSON.stringify(entry.details)) as AuditEntry['details'];
    const row = { ...entry, details, seq, at, previous };
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
  let head = beginning;
  for (;;) {
    const { rows } = await client.query<AuditRow>(
      `select seq, at, principal, door, action, subject, outcome, details, previous, hash
       from audit where node = $1 and seq > $2 order by seq limit 1000`,
      [node, head.seq],
    );
    if (rows.length === 0) return { node, entries: head.seq, isWhole: true };
    for (const row of rows) {
      const follows = row.seq === head.seq + 1 && row.previous.equals(head.hash) && row.hash.equals(hashOf(row));
      if (!follows) return { node, entries: head.seq, isWhole: false, brokenAt: head.seq + 1 };
      head = row;
    }
  }
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
