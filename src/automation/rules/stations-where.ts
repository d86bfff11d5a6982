import type { Charging } from '#charging/open-charging.ts';
import type { Rule } from '#contract/automation/rule.ts';

/** More are not walked through at once. */
const maxStations = 20_000;

/** The stations that a schedule goes through; undefined: the rule is about none, such as a reminder. */
export async function stationsWhere(
  charging: Pick<Charging, 'findStations' | 'sites'>,
  { where, if: conditions }: Pick<Rule, 'where' | 'if'>,
): Promise<readonly string[] | undefined> {
  if (where.stationIds.length > 0) return where.stationIds;
  if (where.siteId !== undefined) {
    const { stations } = await charging.sites.get(where.siteId);
    return stations.map(({ stationId }) => stationId);
  }
  if (conditions.every(({ of }) => of === 'event' || of === 'clock')) return undefined;
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page = await charging.findStations({ limit: 500, after });
    ids.push(...page.stations.filter(({ acceptedAt }) => acceptedAt !== null).map(({ id }) => id));
    after = page.next ?? undefined;
  } while (after !== undefined && ids.length < maxStations);
  return ids;
}
