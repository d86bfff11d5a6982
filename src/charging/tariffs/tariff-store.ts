import type { Pool } from 'pg';
import type { Tariff, TariffText } from '#contract/tariff.ts';
import type { Projection } from '#ledger/ledger-types.ts';

/** People make tariffs one at a time. */
export const tariffs: Projection<Tariff> = {
  name: 'tariffs',
  order: 60,
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const tariff of rows) {
      const { rowCount } = await client.query(
        `insert into tariff (id, currency, per_kwh, per_minute, session_fee, created_at, created_by) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict do nothing`,
        [
          tariff.id,
          tariff.currency,
          tariff.perKwh,
          tariff.perMinute,
          tariff.sessionFee,
          tariff.createdAt,
          tariff.createdBy,
        ],
      );
      if (rowCount === 0)
        await client.query('update tariff set retired_at = $2 where id = $1', [tariff.id, tariff.retiredAt]);
      else await writeTexts(client, tariff);
    }
  },
};

async function writeTexts(client: Parameters<(typeof tariffs)['write']>[0], { id, texts }: Tariff): Promise<void> {
  await client.query(
    `insert into tariff_text (tariff_id, position, language, text)
     select $1, position, language, text from unnest($2::text[], $3::text[]) with ordinality as told (language, text, position)`,
    [id, texts.map(({ language }) => language), texts.map(({ text }) => text)],
  );
}

type TariffRow = {
  id: string;
  currency: string;
  per_kwh: string;
  per_minute: string;
  session_fee: string;
  created_at: Date;
  created_by: string;
  retired_at: Date | null;
  texts: TariffText[] | null;
};

export async function readTariffs(pool: Pool): Promise<Tariff[]> {
  const { rows } = await pool.query<TariffRow>(
    `select id, currency, trim_scale(per_kwh)::text as per_kwh, trim_scale(per_minute)::text as per_minute,
       trim_scale(session_fee)::text as session_fee, created_at, created_by, retired_at, (
         select jsonb_agg(jsonb_build_object('language', language, 'text', text) order by position)
         from tariff_text where tariff_id = tariff.id) as texts
     from tariff order by id collate "C"`,
  );
  return rows.map((row) => ({
    id: row.id,
    currency: row.currency,
    perKwh: row.per_kwh,
    perMinute: row.per_minute,
    sessionFee: row.session_fee,
    texts: row.texts ?? [],
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    retiredAt: row.retired_at?.toISOString() ?? null,
  }));
}
