import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { SigecError } from '#base/errors.ts';
import type { CustomerInformationRequest } from '#contract/stations/customer-information.ts';
import { type Ledger, type Projection, write } from '#ledger/ledger-types.ts';
import { seal, unseal } from '#ledger/seal.ts';
import { type Actor, actorName } from '#principals/actor.ts';
import { auditOf } from '../change-entry.ts';
import { readRows, statementProjection, tableProjection } from '../rows.ts';

/** Whom a question is about; exactly one has to be said. */
export type CustomerNamed = {
  token: string | null;
  customerIdentifier: string | null;
  certificateSerialNumber: string | null;
};

export type CustomerQuestion = CustomerNamed & {
  stationId: string;
  requestId: number;
  isReport: boolean;
  isClear: boolean;
};

export type CustomerReportPart = {
  stationId: string;
  requestId: number;
  seqNo: number;
  text: string;
  isLast: boolean;
  generatedAt: Date;
};

export type CustomerInformation = ReturnType<typeof openCustomerInformation>;

export type CustomerInformationNeeds = {
  pool: Pool;
  ledger: Ledger;
  clock: Clock;
  installationKey: Buffer;
  hashToken(token: string): string;
};

export const customerInformationPurpose = 'customer information';

/** What stations keep about customers: asking for it, letting them forget it (use cases N09, N10), and reading it once. */
export function openCustomerInformation(needs: CustomerInformationNeeds) {
  const { pool, ledger, clock, installationKey } = needs;
  async function find(stationId: string): Promise<CustomerInformationRequest[]> {
    await deleteOldParts(pool, clock.now());
    return readRequests(pool, stationId);
  }
  return {
    find,
    async begin({ stationId, requestId, isReport, isClear, ...named }: CustomerQuestion): Promise<void> {
      const askedAt = clock.now();
      const request = { stationId, requestId, isReport, isClear, ...subjectOf(needs, named), askedAt };
      const { about, reference } = request;
      const body = { requestId, about, reference, isReport, isClear };
      await deleteOldParts(pool, askedAt);
      await ledger.commit({
        events: [{ kind: 'customer-information-asked', stationId, happenedAt: askedAt, body }],
        writes: [write(customerRequests, request)],
      });
    },
    /** The ledger, which never forgets, hears only that something was told. */
    async recordPart({ text, ...part }: CustomerReportPart): Promise<void> {
      const { stationId, requestId, seqNo, isLast, generatedAt } = part;
      const sealedText = seal(installationKey, customerInformationPurpose, Buffer.from(text));
      const kind = isLast ? 'customer-information-reported' : 'customer-information-progressed';
      await ledger.commit({
        events: [{ kind, stationId, happenedAt: generatedAt, body: { requestId, seqNo, characters: text.length } }],
        writes: [write(customerParts, { ...part, sealedText })],
        whenRefused: 'set-aside',
      });
    },
    /** Gives the text and removes it from here. */
    async read({
      stationId,
      requestId,
      actor,
    }: {
      stationId: string;
      requestId: number;
      actor: Actor;
    }): Promise<string> {
      const request = (await find(stationId)).find((one) => one.requestId === requestId);
      mustBeReadable(request, { stationId, requestId });
      const parts = await readParts(pool, stationId, requestId);
      const text = parts.map((part) => unseal(installationKey, customerInformationPurpose, part).toString()).join('');
      const at = clock.now();
      const by = actorName(actor);
      await ledger.commit({
        events: [{ kind: 'customer-information-read', stationId, happenedAt: at, principal: by, body: { requestId } }],
        writes: [write(readReports, { stationId, requestId, at, by })],
        audit: [auditOf('read-customer-information', stationId, actor, { requestId })],
      });
      return text;
    },
  };
}

function subjectOf(
  { hashToken }: CustomerInformationNeeds,
  { token, customerIdentifier, certificateSerialNumber }: CustomerNamed,
): Pick<RequestRow, 'about' | 'reference'> {
  const named = [
    { about: 'token' as const, value: token },
    { about: 'customer' as const, value: customerIdentifier },
    { about: 'certificate' as const, value: certificateSerialNumber },
  ].flatMap(({ about, value }) => (value === null ? [] : [{ about, reference: hashToken(value) }]));
  const [subject] = named;
  if (subject === undefined || named.length > 1) {
    throw new SigecError(
      'INVALID_INPUT',
      'Name the customer by exactly one of token, customerIdentifier, certificate.',
    );
  }
  return subject;
}

function mustBeReadable(
  request: CustomerInformationRequest | undefined,
  { stationId, requestId }: { stationId: string; requestId: number },
): void {
  if (request === undefined) {
    throw new SigecError(
      'NOT_FOUND',
      `${stationId} was not asked for customer information under ${requestId}; list its requests.`,
    );
  }
  if (request.readAt !== null) {
    throw new SigecError('CONFLICT', `It was read on ${request.readAt} and is not kept; ask the station again.`);
  }
  if (!request.isComplete) {
    throw new SigecError('CONFLICT', `Not all of it is here: ${request.parts} parts. Wait, or ask the station again.`);
  }
}

/** After this, what a station told about a customer is gone, read or not. */
const keepDays = 30;

type RequestRow = {
  stationId: string;
  requestId: number;
  about: 'token' | 'customer' | 'certificate';
  reference: string;
  isReport: boolean;
  isClear: boolean;
  askedAt: Date;
};

const customerRequests = tableProjection<RequestRow>({
  name: 'customer information requests',
  table: 'customer_information_request',
  key: ['stationId', 'requestId'],
  again: 'keep',
});

type PartRow = {
  stationId: string;
  requestId: number;
  seqNo: number;
  sealedText: Buffer;
  isLast: boolean;
  generatedAt: Date;
};

/** Only answers to a question of ours are kept, and none once it was read: nobody asked for the rest. */
const customerParts = statementProjection<PartRow>({
  name: 'customer information parts',
  key: ['stationId', 'requestId', 'seqNo'],
  again: 'keep',
  statement: `insert into customer_information_part (station_id, request_id, seq_no, sealed_text, is_last, generated_at)
     select part.* from unnest($1::text[], $2::integer[], $3::integer[], $4::bytea[], $5::boolean[], $6::timestamptz[])
       as part (station_id, request_id, seq_no, sealed_text, is_last, generated_at)
     join customer_information_request as request using (station_id, request_id)
     where request.is_report and request.read_at is null
     on conflict do nothing`,
  fields: ['stationId', 'requestId', 'seqNo', 'sealedText', 'isLast', 'generatedAt'],
});

type ReadRow = { stationId: string; requestId: number; at: Date; by: string };

const readReports: Projection<ReadRow> = {
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

async function readRequests(pool: Pool, stationId: string): Promise<CustomerInformationRequest[]> {
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

async function readParts(pool: Pool, stationId: string, requestId: number): Promise<Buffer[]> {
  const { rows } = await pool.query<{ sealed_text: Buffer }>(
    'select sealed_text from customer_information_part where station_id = $1 and request_id = $2 order by seq_no',
    [stationId, requestId],
  );
  return rows.map(({ sealed_text }) => sealed_text);
}

async function deleteOldParts(pool: Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from customer_information_part as part using customer_information_request as request
     where request.station_id = part.station_id and request.request_id = part.request_id
       and request.asked_at < $1::timestamptz - make_interval(days => $2)`,
    [now.toISOString(), keepDays],
  );
}
