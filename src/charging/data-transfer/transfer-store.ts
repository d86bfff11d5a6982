import type { Pool } from 'pg';
import type { DataTransfer, VendorMessage } from '#contract/stations/data-transfer.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { listsOf, putRows, readRows, tableProjection } from '../rows.ts';

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

export const dataTransfers = tableProjection<TransferRow>({
  name: 'data transfers',
  table: 'data_transfer',
  key: ['id'],
});

export type VendorRow = Omit<VendorMessage, 'registeredAt'> & { registeredAt: Date };
type VendorChange = { vendorId: string; messageId: string | null; row: VendorRow | null };

export const vendorMessages: Projection<VendorChange> = {
  name: 'vendor messages',
  identity: ({ vendorId, messageId }) => JSON.stringify([vendorId, messageId]),
  async write(client, changes) {
    await client.query(
      `delete from vendor_message as known using unnest($1::text[], $2::text[]) as gone (vendor_id, message_id)
       where (known.vendor_id, known.message_id) is not distinct from (gone.vendor_id, gone.message_id)`,
      listsOf(changes, 'vendorId', 'messageId'),
    );
    const kept = changes.flatMap(({ row }) => (row === null ? [] : [row]));
    await putRows(client, { table: 'vendor_message' }, kept);
  },
};

export async function readVendorMessages(pool: Pool): Promise<VendorMessage[]> {
  return readRows(
    pool,
    `select vendor_id, message_id, status, data, carries_display_messages, registered_at, registered_by
     from vendor_message order by vendor_id, message_id nulls first`,
  );
}

export async function readTransfers(pool: Pool, stationId: string, limit: number): Promise<DataTransfer[]> {
  return readRows(
    pool,
    `select id, direction, vendor_id, message_id, data, data_length, status, answer, at
     from data_transfer where station_id = $1 order by id desc limit $2`,
    [stationId, limit],
  );
}
