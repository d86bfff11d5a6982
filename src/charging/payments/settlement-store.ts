import type { Pool } from 'pg';
import type { Company, Settlement, VatValidation } from '#contract/billing/payment.ts';
import type { Projection } from '#ledger/ledger-types.ts';

export type SettlementRow = Omit<Settlement, 'settledAt'> & { stationId: string; settledAt: Date; receivedAt: Date };

export const settlements: Projection<SettlementRow> = {
  name: 'settlements',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    for (const row of rows) {
      await client.query(
        `insert into settlement (id, station_id, psp_ref, session_ref, status, status_info, amount, settled_at, receipt_id, receipt_url,
           vat_number, company_name, company_address, company_city, company_postal_code, company_country, received_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) on conflict do nothing`,
        [
          row.id,
          row.stationId,
          row.pspRef,
          row.sessionRef,
          row.status,
          row.statusInfo,
          row.amount,
          row.settledAt,
          row.receiptId,
          row.receiptUrl,
          row.vatNumber,
          row.company?.name ?? null,
          row.company?.address ?? null,
          row.company?.city ?? null,
          row.company?.postalCode ?? null,
          row.company?.country ?? null,
          row.receivedAt,
        ],
      );
    }
  },
};

type StoredSettlement = Omit<Settlement, 'settledAt' | 'company'> & {
  settledAt: Date;
  name: string | null;
  address: string[] | null;
  city: string | null;
  postalCode: string | null;
  country: string | null;
};

/** Newest first. */
export async function readSettlements(pool: Pool, stationId: string, limit: number): Promise<Settlement[]> {
  const { rows } = await pool.query<StoredSettlement>(
    `select id, psp_ref as "pspRef", session_ref as "sessionRef", status, status_info as "statusInfo", amount::text as amount,
       settled_at as "settledAt", receipt_id as "receiptId", receipt_url as "receiptUrl", vat_number as "vatNumber",
       company_name as name, company_address as address, company_city as city, company_postal_code as "postalCode",
       company_country as country
     from settlement where station_id = $1 order by settled_at desc, id limit $2`,
    [stationId, limit],
  );
  return rows.map(({ name, address, city, postalCode, country, ...row }) => ({
    ...row,
    settledAt: row.settledAt.toISOString(),
    company: companyOf({ name, address, city, postalCode, country }),
  }));
}

function companyOf({
  name,
  address,
  city,
  postalCode,
  country,
}: Pick<StoredSettlement, 'name' | 'address' | 'city' | 'postalCode' | 'country'>): Company | null {
  if (name === null || address === null || city === null || country === null) return null;
  return { name, address, city, postalCode, country };
}

export type VatRow = Omit<VatValidation, 'at'> & { stationId: string; at: Date };

export const vatValidations: Projection<VatRow> = {
  name: 'vat validations',
  identity: ({ id }) => id,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into vat_validation (id, station_id, vat_number, evse_id, is_accepted, reason, happened_at)
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::integer[], $5::boolean[], $6::text[], $7::timestamptz[])`,
      [
        rows.map((row) => row.id),
        rows.map((row) => row.stationId),
        rows.map((row) => row.vatNumber),
        rows.map((row) => row.evseId),
        rows.map((row) => row.isAccepted),
        rows.map((row) => row.reason),
        rows.map((row) => row.at),
      ],
    );
  },
};

/** Newest first. */
export async function readVatValidations(pool: Pool, stationId: string, limit: number): Promise<VatValidation[]> {
  const { rows } = await pool.query<Omit<VatValidation, 'at'> & { at: Date }>(
    `select id, vat_number as "vatNumber", evse_id as "evseId", is_accepted as "isAccepted", reason, happened_at as at
     from vat_validation where station_id = $1 order by happened_at desc, id desc limit $2`,
    [stationId, limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
