import type { Pool } from 'pg';
import type { CustomerInformationRequest } from '#contract/stations/customer-information.ts';
import type { Projection } from '#ledger/ledger-types.ts';
import { listsOf, readRows, tableProjection } from '../rows.ts';

/** After this, what a station told about a customer is gone, read or not. */
const keepDays = 30;

export type RequestRow = {
  stationId: string;
  requestId: number;
  about: 'token' | 'customer' | 'certificate';
  reference: string;
  isReport: boolean;
  isClear: boolean;
  askedAt: Date;
};

export const customerRequests = tableProjection<RequestRow>({
  name: 'customer information requests',
  table: 'customer_information_request',
  key: ['stationId', 'requestId'],
  again: 'keep',
});

export type PartRow = {
  stationId: string;
  requestId: number;
  seqNo: number;
  sealedText: Buffer;
  isLast: boolean;
  generatedAt: Date;
};

/** Only answers to a question of ours are kept, and none once it was read: nobody asked for the rest. */
export const customerParts: Projection<PartRow> = {
  name: 'customer information parts',
  identity: (row) => `${row.stationId}\n${row.requestId}\n${row.seqNo}`,
  merge: (earlier) => earlier,
  async write(client, rows) {
    await client.query(
      `insert into customer_information_part (station_id, request_id, seq_no, sealed_text, is_last, generated_at)
       select part.* from unnest($1::text[], $2::integer[], $3::integer[], $4::bytea[], $5::boolean[], $6::timestamptz[])
         as part (station_id, request_id, seq_no, sealed_text, is_last, generated_at)
       join customer_information_request as request using (station_id, request_id)
       where request.is_report and request.read_at is null
       on conflict do nothing`,
      listsOf(rows, 'stationId', 'requestId', 'seqNo', 'sealedText', 'isLast', 'generatedAt'),
    );
  },
};

export type ReadRow = { stationId: string; requestId: number; at: Date; by: string };

export const readReports: Projection<ReadRow> = {
  name: 'read customer information',
  identity: (row) => `${row.stationId}\n${row.requestId}`,
  merge: (earlier) => earlier,
  async write(client, rows) {
    const read = `jsonb_to_recordset($1) as read ("stationId" text, "requestId" integer, at timestamptz, by text)`;
    const isRead = 'station_id = read."stationId" and request_id = read."requestId"';
    const given = [JSON.stringify(rows)];
    await client.query(`delete from customer_information_part using ${read} where ${isRead}`, given);
    await client.query(
      `update customer_information_request set read_at = read.at, read_by = read.by from ${read} where ${isRead}`,
      given,
    );
  },
};

export async function readRequests(pool: Pool, stationId: string): Promise<CustomerInformationRequest[]> {
  return readRows(
    pool,
    `select request_id, about, reference, is_report, is_clear, request.asked_at, command.id as command_id, command.status as outcome,
       part.*, read_at, read_by
     from customer_information_request as request
     left join command using (station_id, request_id)
     cross join lateral (
       select count(*) as parts, coalesce(count(*) = max(seq_no) filter (where is_last) + 1, false) as is_complete,
         max(generated_at) as generated_at
       from customer_information_part as part
       where part.station_id = request.station_id and part.request_id = request.request_id
     ) as part
     where station_id = $1 order by request.asked_at desc limit 100`,
    [stationId],
  );
}

export async function readParts(pool: Pool, stationId: string, requestId: number): Promise<Buffer[]> {
  const { rows } = await pool.query<{ sealed_text: Buffer }>(
    'select sealed_text from customer_information_part where station_id = $1 and request_id = $2 order by seq_no',
    [stationId, requestId],
  );
  return rows.map(({ sealed_text }) => sealed_text);
}

export async function deleteOldParts(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from customer_information_part as part using customer_information_request as request
     where request.station_id = part.station_id and request.request_id = part.request_id
       and request.asked_at < $1::timestamptz - make_interval(days => $2)`,
    [now.toISOString(), keepDays],
  );
}
