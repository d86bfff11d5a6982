import type { Pool } from 'pg';
import { tableProjection } from '#charging/rows.ts';
import { type Rule, rule, type StandingApproval } from '#contract/automation/rule.ts';
import type { Tier } from '#tools/tier.ts';

export type RuleRow = {
  id: string;
  version: number;
  definition: Rule;
  hash: string;
  tier: Tier;
  siteId: string | null;
  owner: string;
  ownerName: string;
  isOn: boolean;
  endedAt: Date | null;
  approval: StandingApproval | null;
  approvalSeal: Buffer | null;
  createdAt: Date;
  changedAt: Date;
  removedAt: Date | null;
};

/** Of two changes at once the first one stays: the second was decided upon a rule that is no longer so. */
export const ruleProjection = tableProjection<RuleRow>({
  name: 'rules',
  table: 'rule',
  key: ['id'],
  where: 'excluded.version > known.version',
});

const columns = `rule.id, rule.version, rule.definition, rule.hash, rule.tier, rule.site_id as "siteId", rule.owner, rule.owner_name as "ownerName",
  rule.is_on as "isOn", rule.ended_at as "endedAt", rule.approval, rule.approval_seal as "approvalSeal",
  rule.created_at as "createdAt", rule.changed_at as "changedAt", rule.removed_at as "removedAt"`;

export type KnownRule = RuleRow & { runs: number; lastRunAt: Date | null };

export async function readRules(pool: Pool, asked: { id?: string } = {}): Promise<KnownRule[]> {
  const { rows } = await pool.query<KnownRule>(
    `select ${columns}, coalesce(run.runs, 0)::int as runs, run.last as "lastRunAt"
     from rule left join lateral (select count(*) as runs, max(at) as last from rule_run where rule_id = rule.id and state <> 'kept-back') as run on true
     where removed_at is null and ($1::uuid is null or rule.id = $1) order by created_at, rule.id`,
    [asked.id ?? null],
  );
  return rows.map((row) => ({ ...row, definition: rule.parse(row.definition) }));
}
