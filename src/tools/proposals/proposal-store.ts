import type { Pool } from 'pg';
import type { Json } from '#base/json-schema.ts';
import type { Proposal, ProposalFilter, ProposalState } from '#contract/agents/proposal.ts';
import type { Sentence } from '#contract/problems/problem-words.ts';
import { copying } from '#database/row-copies/copying.ts';
import { Overtaken, type Projection } from '#ledger/ledger-types.ts';
import type { ApprovedTier } from '../tier.ts';
import type { ToolAnswer } from '../tool.ts';
import { isOverSql, leftBehindAfterMs } from './proposal-life.ts';

/** A proposal as it is made; from then on only its state moves. */
export type NewProposal = {
  id: string;
  tool: string;
  toolHash: string;
  title: string;
  tier: ApprovedTier;
  principal: string;
  door: string;
  subject: string | null;
  targets: readonly string[];
  effect: string;
  /** The effect by its code. It is not what was approved, and shown only where it says the same. */
  said?: Sentence | null;
  details: Record<string, Json>;
  preconditions: Record<string, Json>;
  /** Without secrets, for people. */
  arguments: unknown;
  sealed: Buffer;
  hash: Buffer;
  proposedAt: Date;
  expiresAt: Date;
};

export const newProposals: Projection<NewProposal> = {
  name: 'new proposals',
  identity: ({ id }) => id,
  async write(client, rows) {
    for (const row of rows)
      await client.query(
        `insert into proposal (id, tool, tool_hash, title, tier, principal, door, subject, targets, effect, details, preconditions,
           arguments, sealed, hash, state, proposed_at, expires_at, said)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'proposed', $16, $17, $18)`,
        [
          ...[row.id, row.tool, row.toolHash, row.title, row.tier, row.principal, row.door, row.subject],
          ...[row.targets, row.effect, JSON.stringify(row.details), JSON.stringify(row.preconditions)],
          ...[JSON.stringify(row.arguments), row.sealed, row.hash, row.proposedAt, row.expiresAt],
          row.said ? JSON.stringify(row.said) : null,
        ],
      );
  },
};

/** A step from one state to another. Of two that meet one wins: the other one finds the state gone, and its entry is refused. */
export type Step = {
  id: string;
  /** Its own: two that want the same are still two, also when one commit holds both. */
  stepId: string;
  from: readonly ProposalState[];
  to: ProposalState;
  at: Date;
  reason?: string;
  decidedBy?: string;
  decidedVia?: Proposal['decidedVia'];
  approval?: Buffer;
  result?: ToolAnswer;
};

const ends: readonly ProposalState[] = ['denied', 'applied', 'failed', 'stale', 'expired', 'cancelled'];

export const proposalSteps: Projection<Step> = {
  name: 'steps of proposals',
  identity: ({ stepId }) => stepId,
  merge: (earlier) => earlier,
  async write(client, rows) {
    for (const { id, from, to, at, reason = null, decidedBy = null, decidedVia = null, approval, result } of rows) {
      const isEnd = ends.includes(to);
      // What is beyond its time can only expire, or end what had begun in time.
      const { rowCount } = await client.query(
        `update proposal set state = $3, reason = coalesce($5, reason), decided_by = coalesce($6, decided_by),
           decided_at = case when $6::text is null then decided_at else $4 end, decided_via = coalesce($7, decided_via),
           ended_at = case when $8 then $4 else ended_at end, sealed = case when $8 then null else sealed end,
           result = coalesce($9, result), approval = coalesce($10, approval)
         where id = $1 and state = any($2) and (state = 'applying' or ($3 = 'expired') = ${isOverSql('$4')})`,
        [
          ...[id, from, to, at, reason, decidedBy, decidedVia, isEnd],
          ...[result === undefined ? null : JSON.stringify(result), approval ?? null],
        ],
      );
      if (rowCount === 0) throw new Overtaken(`proposal ${id} is no longer ${from.join(' or ')}`);
    }
  },
};

export type KeptProposal = Omit<NewProposal, 'sealed'> & {
  sealed: Buffer | null;
  state: ProposalState;
  reason: string | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  decidedVia: Proposal['decidedVia'];
  approval: Buffer | null;
  /** The key that approved was taken away meanwhile. */
  isDeciderRevoked: boolean;
  /** So was the key that asked. */
  isProposerRevoked: boolean;
  endedAt: Date | null;
  result: ToolAnswer | null;
  principalName: string | null;
  /** The person whose assistant or whose own key it was that proposed; null: nobody is known. */
  proposedFor: string | null;
  decidedByName: string | null;
};

const columns = `proposal.id, tool, tool_hash as "toolHash", title, tier, principal, door, subject, targets, effect, said, details, preconditions,
  arguments, sealed, hash, state, reason, proposed_at as "proposedAt", proposal.expires_at as "expiresAt", decided_by as "decidedBy",
  decided_at as "decidedAt", decided_via as "decidedVia", approval, ended_at as "endedAt", result, decider.name as "decidedByName",
  proposer.name as "principalName", coalesce(proposer.acts_for, proposer.created_by) as "proposedFor", decider.revoked_at is not null as "isDeciderRevoked",
  proposer.revoked_at is not null as "isProposerRevoked"
  from proposal left join principal_key as proposer on proposer.id = principal left join principal_key as decider on decider.id = decided_by`;

export async function readProposal(pool: Pool, id: string): Promise<KeptProposal | undefined> {
  const { rows } = await pool.query<KeptProposal>(`select ${columns} where proposal.id = $1`, [id]);
  return rows[0];
}

/** Those of `principal` alone; those about stations at these sites alone, or of `self`. */
type Whose = { principal: string | undefined; atSites?: readonly string[] | undefined; self: string };
type ProposalQuery = ProposalFilter & Whose & { now: Date };

const isAtSites = (sites: string, self: string) =>
  `(${sites}::text[] is null or principal = ${self} or targets <> '{}'
    and targets <@ array(select station_id from station_place where site_id = any(${sites})))`;

/** Whether all of them are stations that stand at these sites. */
export async function areStationsAt(
  pool: Pool,
  targets: readonly string[],
  sites: readonly string[],
): Promise<boolean> {
  const { rowCount } = await pool.query('select from station_place where station_id = any($1) and site_id = any($2)', [
    targets,
    sites,
  ]);
  return targets.length > 0 && rowCount === new Set(targets).size;
}

/** Newest first; `principal`: of this one alone. */
export async function readProposals(
  pool: Pool,
  { state, limit, principal, now, atSites, self }: ProposalQuery,
): Promise<KeptProposal[]> {
  const { rows } = await pool.query<KeptProposal>(
    `select ${columns} where $1::timestamptz is not null and ${isInState(state)} and ($2::text is null or principal = $2)
       and ${isAtSites('$4', '$5')}
     order by proposal.id desc limit $3`,
    [now, principal ?? null, limit, atSites ?? null, self],
  );
  return rows;
}

/** Written out per state, so that the few that wait are found by their index, however many have ended. $1 is now, which not every state needs. */
function isInState(state: ProposalState | undefined): string {
  if (state === undefined) return 'true';
  if (state === 'proposed' || state === 'approved') return `state = '${state}' and not ${isOverSql('$1')}`;
  if (state !== 'expired') return `state = '${state}'`;
  return `(state = 'expired' or state in ('proposed', 'approved') and ${isOverSql('$1')})`;
}

/** How many wait for a person; `principal`: of this one alone. */
export async function countWaiting(
  pool: Pool,
  { now, principal, atSites, self = '' }: Partial<Whose> & { now: Date },
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from proposal
     where state = 'proposed' and not ${isOverSql('$1')} and ($2::text is null or principal = $2)
       and ${isAtSites('$3', '$4')}`,
    [now, principal ?? null, atSites ?? null, self],
  );
  return rows[0]?.count ?? 0;
}

/** The audit tells of them for ever; their details and arguments need not stay. */
export async function forgetEnded(pool: Pool, before: Date): Promise<void> {
  await pool.query(`with ${copying} delete from proposal using copying where ended_at < $1`, [before]);
}

/** Those whose time is over, and those that a process left behind while it carried them out. */
export async function readOverdue(pool: Pool, now: Date): Promise<{ id: string; state: ProposalState }[]> {
  const { rows } = await pool.query<{ id: string; state: ProposalState }>(
    `select id, state from proposal where state in ('proposed', 'approved') and ${isOverSql('$1')}
       or state = 'applying' and expires_at <= $2 limit 500`,
    [now, new Date(now.getTime() - leftBehindAfterMs)],
  );
  return rows;
}
