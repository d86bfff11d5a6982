import type { Pool } from 'pg';
import { SigecError } from '#base/errors.ts';
import type { AuditPage, AuditQuery, AuditRecord } from '#contract/agents/audit.ts';

type Row = Omit<AuditRecord, 'id' | 'at'> & { node: string; seq: number; at: Date };

/** A page of the trail of all nodes, newest first. It is read, not verified. */
export async function readAudit(pool: Pool, query: AuditQuery): Promise<AuditPage> {
  const { principal, action, outcome, limit } = query;
  const [node, seq] = query.after === undefined ? [] : await positionOf(pool, query.after);
  const { rows } = await pool.query<Row>(
    `select node, seq, at, principal, door, action, subject, outcome, details from audit
     where ($1::uuid is null or (at, node, seq) < (select at, node, seq from audit where node = $1 and seq = $2))
       and ($3::text is null or principal = $3)
       and ($4::text is null or starts_with(action, $4))
       and ($5::text is null or outcome = $5)
     order by at desc, node desc, seq desc limit $6`,
    [node ?? null, seq ?? null, principal ?? null, action ?? null, outcome ?? null, limit + 1],
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
