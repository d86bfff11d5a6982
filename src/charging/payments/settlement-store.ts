import type { Pool } from 'pg';
import type { Settlement, VatValidation } from '#contract/billing/payment.ts';
import { readRows, tableProjection } from '../rows.ts';

type SettlementRow = Omit<Settlement, 'settledAt'> & { stationId: string; settledAt: Date; receivedAt: Date };

export const settlements = tableProjection<SettlementRow>({
  name: 'settlements',
  table: 'settlement',
  key: ['id'],
  again: 'keep',
  columns: ({ company, ...row }) => ({
    ...row,
    companyName: company?.name,
    companyAddress: company?.address,
    companyCity: company?.city,
    companyPostalCode: company?.postalCode,
    companyCountry: company?.country,
  }),
});

/** Newest first. */
export async function readSettlements(pool: Pool, stationId: string, limit: number): Promise<Settlement[]> {
  return readRows(
    pool,
    `select id, psp_ref, session_ref, status, status_info, amount::text as amount, settled_at, receipt_id, receipt_url, vat_number,
       case when num_nulls(company_name, company_address, company_city, company_country) = 0 then jsonb_build_object(
         'name', company_name, 'address', company_address, 'city', company_city, 'postalCode', company_postal_code,
         'country', company_country) end as company
     from settlement where station_id = $1 order by settled_at desc, id limit $2`,
    [stationId, limit],
  );
}

type VatRow = Omit<VatValidation, 'at'> & { stationId: string; happenedAt: Date };

export const vatValidations = tableProjection<VatRow>({ name: 'vat validations', table: 'vat_validation', key: ['id'] });

/** Newest first. */
export async function readVatValidations(pool: Pool, stationId: string, limit: number): Promise<VatValidation[]> {
  return readRows(
    pool,
    `select id, vat_number, evse_id, is_accepted, reason, happened_at as at
     from vat_validation where station_id = $1 order by happened_at desc, id desc limit $2`,
    [stationId, limit],
  );
}
