import type { Pool } from 'pg';
import type { Invitation } from '#contract/agents/person.ts';
import type { Grant } from '#contract/agents/principal.ts';
import { apart, Overtaken, type Projection } from '#ledger/ledger-types.ts';

export type InvitationRecord = {
  id: string;
  hash: Buffer;
  email: string;
  name: string;
  grants: Grant[];
  personId: string | null;
  invitedBy: string;
  invitedAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
};

const keepDays = 90;
const columns = `id, hash, email, name, grants, person_id as "personId", invited_by as "invitedBy", invited_at as "invitedAt",
  expires_at as "expiresAt", used_at as "usedAt", revoked_at as "revokedAt"`;

export const invitations: Projection<InvitationRecord> = {
  name: 'invitations',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const row of rows) {
      await client.query('delete from invitation where invited_at < $1::timestamptz - make_interval(days => $2)', [
        row.invitedAt,
        keepDays,
      ]);
      await client.query(
        `insert into invitation (id, hash, email, name, grants, person_id, invited_by, invited_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          ...[row.id, row.hash, row.email, row.name, JSON.stringify(row.grants), row.personId],
          ...[row.invitedBy, row.invitedAt, row.expiresAt],
        ],
      );
    }
  },
};

/** Of two that use one link, or of using and taking back, one wins: the other's entry is refused. */
export const endedInvitations: Projection<{ id: string; end: 'used' | 'revoked'; at: Date }> = {
  name: 'used invitations',
  identity: apart,
  async write(client, rows) {
    for (const { id, end, at } of rows) {
      const { rowCount } = await client.query(
        `update invitation set used_at = case when $2 then $3::timestamptz end, revoked_at = case when $2 then null else $3::timestamptz end
         where id = $1 and used_at is null and revoked_at is null and expires_at > $3`,
        [id, end === 'used', at],
      );
      if (rowCount === 0) throw new Overtaken(`invitation ${id} is over`);
    }
  },
};

export async function readInvitations(pool: Pool): Promise<InvitationRecord[]> {
  const { rows } = await pool.query<InvitationRecord>(
    `select ${columns} from invitation order by invited_at desc, id limit 500`,
  );
  return rows;
}

export async function readInvitation(
  pool: Pool,
  by: { id: string } | { hash: Buffer } | { email: string },
): Promise<InvitationRecord | undefined> {
  const [[name, value] = ['id', '']] = Object.entries(by) as [string, unknown][];
  const { rows } = await pool.query<InvitationRecord>(
    `select ${columns} from invitation where ${name} = $1 order by (used_at is null and revoked_at is null) desc, invited_at desc limit 1`,
    [value],
  );
  return rows[0];
}

export function invitationState({ usedAt, revokedAt, expiresAt }: InvitationRecord, now: Date): Invitation['state'] {
  if (usedAt !== null) return 'used';
  if (revokedAt !== null) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}

export function toInvitation(record: InvitationRecord, now: Date): Invitation {
  const { id, email, name, grants, personId, invitedBy, invitedAt, expiresAt } = record;
  return {
    id,
    email,
    name,
    grants,
    personId,
    invitedBy,
    invitedAt: invitedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    state: invitationState(record, now),
  };
}
