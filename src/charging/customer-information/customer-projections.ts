import type { Projection } from '#ledger/ledger-types.ts';

export type RequestRow = {
  stationId: string;
  requestId: number;
  about: 'token' | 'customer' | 'certificate';
  reference: string;
  isReport: boolean;
  isClear: boolean;
  askedAt: Date;
};

export const customerRequests: Projection<RequestRow> = {
  name: 'customer information requests',
  identity: (row) => `${row.stationId}\n${row.requestId}`,
  merge: (_earlier, later) => later,
  async write(client, rows) {
    await client.query(
      `insert into customer_information_request (station_id, request_id, about, reference, is_report, is_clear, asked_at)
       select "stationId", "requestId", about, reference, "isReport", "isClear", "askedAt"
       from jsonb_to_recordset($1) as row ("stationId" text, "requestId" integer, about text, reference text,
         "isReport" boolean, "isClear" boolean, "askedAt" timestamptz)
       on conflict do nothing`,
      [JSON.stringify(rows)],
    );
  },
};

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
      [
        rows.map((row) => row.stationId),
        rows.map((row) => row.requestId),
        rows.map((row) => row.seqNo),
        rows.map((row) => row.sealedText),
        rows.map((row) => row.isLast),
        rows.map((row) => row.generatedAt.toISOString()),
      ],
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
