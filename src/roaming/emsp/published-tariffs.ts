import type { ClientBase, Pool } from 'pg';
import type { Party } from '../model/party.ts';
import { type RoamingTariff, tariff } from '../model/shapes.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;
type Published = { partnerId: string; party: Party };

/** Kept beside what holds now: a partner that changes its price changes none of before. */
export async function keepTariffVersion(
  client: Queryable,
  { partnerId, party, body }: Published & { body: { id: string; lastUpdated: string } },
): Promise<void> {
  await client.query(
    `insert into roaming_tariff_version (partner_id, country, party, tariff_id, last_updated, body)
     values ($1, upper($2), upper($3), lower($4), $5, $6) on conflict do nothing`,
    [partnerId, party.countryCode, party.partyId, body.id, body.lastUpdated, JSON.stringify(body)],
  );
}

/** Of these tariffs what was published when a session began, by the id in small letters; those that nobody had published are missing. */
export async function readPublishedTariffs(
  client: Queryable,
  { partnerId, party, ids, at }: Published & { ids: readonly string[]; at: string },
): Promise<Map<string, RoamingTariff>> {
  const { rows } = await client.query<{ id: string; body: unknown }>(
    `select distinct on (tariff_id) tariff_id as id, body from roaming_tariff_version
     where partner_id = $1 and country = upper($2) and party = upper($3) and tariff_id = any($4) and last_updated <= $5
       and coalesce((body ->> 'startDateTime')::timestamptz <= $5, true)
       and coalesce((body ->> 'endDateTime')::timestamptz > $5, true)
     order by tariff_id, last_updated desc`,
    [partnerId, party.countryCode, party.partyId, ids.map((id) => id.toLowerCase()), at],
  );
  return new Map(
    rows.flatMap(({ id, body }) => {
      const read = tariff.safeParse(body);
      return read.success ? [[id, read.data] as const] : [];
    }),
  );
}
