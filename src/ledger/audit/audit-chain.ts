import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { AuditPage, AuditQuery, AuditRecord } from '#contract/agents/audit.ts';
import type { AuditEntry } from '../ledger-types.ts';

export type AuditHead = { seq: number; hash: Buffer };
export type AuditRow = AuditEntry & { seq: number; at: Date; previous: Buffer; hash: Buffer };

/** What stands before the first entry of a chain: it names the node, so that an entry cannot be moved to another one. */
function beginningOf(node: string): AuditHead {
  return { seq: 0, hash: createHash('sha256').update(`audit of ${node}`).digest() };
}

/** Chains of earlier versions began with nothing. */
const nothing = Buffer.alloc(32);

/** Where the next entry goes: also after entries that were taken out, so that the gap stays. */
export async function readAuditHead(client: ClientBase, node: string): Promise<AuditHead> {
  const { rows } = await client.query<AuditHead>(
    `(select seq, hash from audit where node = $1 order by seq desc limit 1)
     union all (select seq, hash from audit_head where node = $1) order by seq desc limit 1`,
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
  const last = rows.at(-1);
  if (last === undefined) return;
  await client.query(
    `with entries as (
       insert into audit (node, seq, at, principal, door, action, subject, outcome, details, previous, hash)
       select $1, * from unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
         $9::jsonb[], $10::bytea[], $11::bytea[])
     )
     insert into audit_head (node, seq, hash) values ($1, $12, $13)
     on conflict (node) do update set seq = excluded.seq, hash = excluded.hash where audit_head.seq < excluded.seq`,
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
      last.seq,
      last.hash,
    ],
  );
}

export type ChainVerdict = { node: string; entries: number } & (
  | { isWhole: true }
  | { isWhole: false; brokenAt: number }
);

/** Every node's chain, each from its beginning; also one of which no entry is left. */
export async function verifyChains(client: ClientBase): Promise<ChainVerdict[]> {
  const { rows } = await client.query<{ node: string }>(
    'select node from audit union select node from audit_head order by node',
  );
  const verdicts: ChainVerdict[] = [];
  for (const { node } of rows) verdicts.push(await verifyChain(client, node));
  return verdicts;
}

/**
 * Walks a node's chain from its beginning and names the first entry that does not follow from the one before it, or is missing at the
 * end. The product may add entries meanwhile: the chain must reach the mark as it was before the walk, and not go beyond the one after.
 */
export async function verifyChain(client: ClientBase, node: string): Promise<ChainVerdict> {
  const markBefore = await readMark(client, node);
  const { head, isBroken } = await walkChain(client, node, markBefore);
  const markAfter = await readMark(client, node);
  const broken = (brokenAt: number): ChainVerdict => ({ node, entries: brokenAt - 1, isWhole: false, brokenAt });
  if (isBroken || head.seq < markBefore.seq) return broken(head.seq + 1);
  if (head.seq > markAfter.seq) return broken(markAfter.seq + 1);
  return { node, entries: head.seq, isWhole: true };
}

async function readMark(client: ClientBase, node: string): Promise<AuditHead> {
  const { rows } = await client.query<AuditHead>('select seq, hash from audit_head where node = $1', [node]);
  return rows[0] ?? beginningOf(node);
}

/** `head`: the last entry that is as it was written. */
async function walkChain(
  client: ClientBase,
  node: string,
  mark: AuditHead,
): Promise<{ head: AuditHead; isBroken: boolean }> {
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
      const isMarked = Number(kept.seq) !== mark.seq || kept.hash.equals(mark.hash);
      if (kept.details !== expected[index] || !follows(head, kept) || !isMarked) return { head, isBroken: true };
      head = { seq: Number(kept.seq), hash: kept.hash };
      after = kept.seq;
    }
    if (rows.length === 0) return { head, isBroken: false };
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

type Row = Omit<AuditRecord, 'id' | 'at'> & { node: string; seq: number; at: Date };

export async function readAudit(pool: Pool, query: AuditQuery): Promise<AuditPage> {
  const { principal, action, outcome, from, before, limit } = query;
  const [node, seq] = query.after === undefined ? [] : await positionOf(pool, query.after);
  const { rows } = await pool.query<Row>(
    `select node, seq, at, principal, door, action, subject, outcome, details from audit
     where ($1::uuid is null or (at, node, seq) < (select at, node, seq from audit where node = $1 and seq = $2))
       and ($3::text is null or principal = $3)
       and ($4::text is null or starts_with(action, $4))
       and ($5::text is null or outcome = $5)
       and ($6::timestamptz is null or at >= $6)
       and ($7::timestamptz is null or at < $7)
     order by at desc, node desc, seq desc limit $8`,
    [
      ...[node ?? null, seq ?? null, principal ?? null, action ?? null, outcome ?? null],
      ...[from ?? null, before ?? null, limit + 1],
    ],
  );
  const entries = rows.slice(0, limit).map(toRecord);
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

async function positionOf(pool: Pool, id: string): Promise<[node: string, seq: string]> {
  const [node = '', seq = ''] = id.split(':');
  const { rowCount } = await pool.query('select from audit where node = $1 and seq = $2', [node, seq]);
  if (rowCount === 0)
    throw new SigecError('NOT_FOUND', `There is no audit entry ${id}; leave "after" out to begin anew.`);
  return [node, seq];
}

function toRecord({ node, seq, at, ...rest }: Row): AuditRecord {
  return { id: `${node}:${seq}`, at: at.toISOString(), ...rest };
}
