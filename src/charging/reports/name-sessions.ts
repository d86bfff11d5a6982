import type { Pool } from 'pg';
import type { BilledSession } from '#contract/reports/report.ts';
import { readDrivers } from '../drivers/driver-store.ts';
import { openIdentity } from '../drivers/identity.ts';
import type { Sites } from '../sites/open-sites.ts';

type Needs = { pool: Pool; installationKey: Buffer; sites: Pick<Sites, 'list'> };

export type BareSession = Omit<BilledSession, 'siteName' | 'driverName' | 'tokenLabel'>;

/** Regulars come often: so many of them are looked up once. */
const maxRemembered = 20_000;

/** Who was forgotten has no name; where drivers may not be named, nobody has. */
export async function* nameSessions(
  { pool, installationKey, sites }: Needs,
  parts: AsyncIterable<BareSession[]>,
  { isNamingDrivers }: { isNamingDrivers: boolean },
): AsyncGenerator<BilledSession[]> {
  const siteNames = new Map((await sites.list()).map(({ id, name }) => [id, name]));
  const labelOf = remembering(async (ids) => {
    const { rows } = await pool.query<{ id: string; label: string }>('select id, label from token where id = any($1)', [
      ids,
    ]);
    return rows.map(({ id, label }) => [id, label]);
  });
  const nameOf = remembering(async (ids) => {
    const drivers = isNamingDrivers ? await readDrivers(pool, ids) : [];
    return drivers.map((driver) => [driver.id, openIdentity(installationKey, driver)?.name ?? null]);
  });
  for await (const sessions of parts) {
    const labels = await labelOf(sessions.map(({ tokenHash }) => tokenHash));
    const names = await nameOf(sessions.map(({ driverId }) => driverId));
    yield sessions.map((session) => ({
      ...session,
      siteName: session.siteId && (siteNames.get(session.siteId) ?? null),
      driverName: session.driverId && (names.get(session.driverId) ?? null),
      tokenLabel: session.tokenHash && (labels.get(session.tokenHash) ?? null),
    }));
  }
}

type Names = Map<string, string | null>;

function remembering(read: (ids: string[]) => Promise<[string, string | null][]>) {
  const known: Names = new Map();
  return async (wanted: readonly (string | null)[]): Promise<Names> => {
    if (known.size > maxRemembered) known.clear();
    const missing = [...new Set(wanted)].filter((id) => id !== null && !known.has(id)) as string[];
    if (missing.length === 0) return known;
    for (const id of missing) known.set(id, null);
    for (const [id, name] of await read(missing)) known.set(id, name);
    return known;
  };
}
