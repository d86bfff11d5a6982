import type { Pool } from 'pg';
import type { DataTransfer, VendorMessage } from '#contract/stations/data-transfer.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { putRows } from '../put-rows.ts';

export type TransferRow = {
  id: string;
  stationId: string;
  direction: DataTransfer['direction'];
  vendorId: string;
  messageId: string | null;
  data: string | null;
  dataLength: number;
  status: DataTransfer['status'];
  answer: string | null;
  at: Date;
};

export const dataTransfers: Projection<TransferRow> = {
  name: 'data transfers',
  identity: (row) => row.id,
  merge: (_earlier, later) => later,
  write: (client, rows) => putRows(client, { table: 'data_transfer' }, rows),
};

export type VendorRow = Omit<VendorMessage, 'registeredAt'> & { registeredAt: Date };
type VendorChange = { vendorId: string; messageId: string | null; row: VendorRow | null };

export const vendorMessages: Projection<VendorChange> = {
  name: 'vendor messages',
  identity: ({ vendorId, messageId }) => JSON.stringify([vendorId, messageId]),
  merge: (_earlier, later) => later,
  async write(client, changes) {
    await client.query(
      `delete from vendor_message as known using unnest($1::text[], $2::text[]) as gone (vendor_id, message_id)
       where (known.vendor_id, known.message_id) is not distinct from (gone.vendor_id, gone.message_id)`,
      [changes.map(({ vendorId }) => vendorId), changes.map(({ messageId }) => messageId)],
    );
    const kept = changes.flatMap(({ row }) => (row === null ? [] : [row]));
    await putRows(client, { table: 'vendor_message' }, kept);
  },
};

export async function readVendorMessages(pool: Pool): Promise<VendorMessage[]> {
  const { rows } = await pool.query<VendorMessage & { registeredAt: Date }>(
    `select vendor_id as "vendorId", message_id as "messageId", status, data,
       carries_display_messages as "carriesDisplayMessages", registered_at as "registeredAt", registered_by as "registeredBy"
     from vendor_message order by vendor_id, message_id nulls first`,
  );
  return rows.map((row) => ({ ...row, registeredAt: row.registeredAt.toISOString() }));
}

/** Newest first. */
export async function readTransfers(pool: Pool, stationId: string, limit: number): Promise<DataTransfer[]> {
  const { rows } = await pool.query<DataTransfer & { at: Date }>(
    `select id, direction, vendor_id as "vendorId", message_id as "messageId", data, data_length as "dataLength", status, answer, at
     from data_transfer where station_id = $1 order by id desc limit $2`,
    [stationId, limit],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
