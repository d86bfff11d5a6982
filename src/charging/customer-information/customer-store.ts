import type { Pool } from 'pg';
import type { Outcome } from '#contract/commands/command.ts';
import type { CustomerInformationRequest } from '#contract/stations/customer-information.ts';

/** After this, what a station told about a customer is gone, read or not. */
const keepDays = 30;

type RequestRow = {
  request_id: number;
  about: CustomerInformationRequest['about'];
  reference: string;
  is_report: boolean;
  is_clear: boolean;
  asked_at: Date;
  read_at: Date | null;
  read_by: string | null;
  command_id: string | null;
  outcome: Outcome['status'] | null;
  parts: number;
  is_complete: boolean;
  generated_at: Date | null;
};

/** Newest first. */
export async function readRequests(pool: Pool, stationId: string): Promise<CustomerInformationRequest[]> {
  const { rows } = await pool.query<RequestRow>(
    `select request.*, command.id as command_id, command.status as outcome, part.*
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
  return rows.map(toRequest);
}

/** The sealed texts of a request in their order. */
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

function toRequest(row: RequestRow): CustomerInformationRequest {
  return {
    requestId: row.request_id,
    about: row.about,
    reference: row.reference,
    isReport: row.is_report,
    isClear: row.is_clear,
    askedAt: row.asked_at.toISOString(),
    commandId: row.command_id,
    outcome: row.outcome,
    parts: row.parts,
    isComplete: row.is_complete,
    generatedAt: row.generated_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    readBy: row.read_by,
  };
}
