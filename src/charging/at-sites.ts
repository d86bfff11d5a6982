/** Of stations at these sites alone; absent: of all. No caller sends it: `within-sites.ts` adds it for those who may see some sites. */
export type AtSites = { atSites?: readonly string[] | undefined };

/** The condition for a statement, written out only where it holds, so that others keep their plans. */
export function atSitesSql(column: string, sites: string): string {
  return `${column} in (select station_id from station_place where site_id = any(${sites}))`;
}
