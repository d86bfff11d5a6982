import type { Pool } from 'pg';
import type { RuleCondition } from '#contract/automation/rule.ts';

/** What a condition counts: a kind of event, or those of the kind that say so in a field. */
export type Counted = Pick<Extract<RuleCondition, { of: 'count' }>, 'kind' | 'withinHours' | 'matching'>;
type Asked = Counted & { stationId: string | null; at: Date };

/** How often something happened at a station within some hours before a moment; without a station, anywhere. */
export async function countEvents(pool: Pool, { kind, withinHours, matching, stationId, at }: Asked): Promise<number> {
  const says = matching === undefined ? '' : 'and body_of(event) #>> $5::text[] = $6';
  const said = matching === undefined ? [] : [matching.field.split('.'), matching.value];
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from (
       select from event where kind = $1 and ($2::text is null or station_id = $2) and happened_at > $3 and happened_at <= $4
       ${says} limit 1000
     ) as few`,
    [kind, stationId, new Date(at.getTime() - withinHours * 3_600_000), at, ...said],
  );
  return rows[0]?.count ?? 0;
}
