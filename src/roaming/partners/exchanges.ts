import type { Pool } from 'pg';
import { asError } from '#base/errors.ts';
import { every } from '#base/every.ts';
import type { Log } from '#base/log.ts';

/** One request and its answer, for people; tokens and what names drivers were hidden before. */
export type Exchange = {
  partnerId: string;
  at: Date;
  direction: 'in' | 'out';
  method: string;
  path: string;
  httpStatus: number | null;
  ocpiCode: number | null;
  tookMs: number;
  request: string | null;
  answer: string | null;
  failure: string | null;
};
export type RecordExchange = (exchange: Exchange) => void;

const keptOfEach = 1_000;
const maxWaiting = 2_000;

/** Written in the background: nobody waits for it, and what is too much is dropped. */
export function openExchanges({ pool, log }: { pool: Pool; log: Log }) {
  let waiting: Exchange[] = [];
  async function write(): Promise<void> {
    const rows = waiting;
    waiting = [];
    if (rows.length === 0) return;
    await pool
      .query(
        `insert into roaming_exchange (partner_id, at, direction, method, path, http_status, ocpi_code, took_ms, request, answer, failure)
         select given.* from jsonb_to_recordset($1) as given (partner_id uuid, at timestamptz, direction text, method text, path text,
           http_status integer, ocpi_code integer, took_ms integer, request text, answer text, failure text)
         join roaming_partner on roaming_partner.id = given.partner_id`,
        [
          JSON.stringify(
            rows.map((row) => ({
              partner_id: row.partnerId,
              at: row.at,
              direction: row.direction,
              method: row.method,
              path: row.path,
              http_status: row.httpStatus,
              ocpi_code: row.ocpiCode,
              took_ms: row.tookMs,
              request: storable(row.request),
              answer: storable(row.answer),
              failure: storable(row.failure),
            })),
          ),
        ],
      )
      .catch((error: unknown) => log.warn({ err: asError(error) }, 'exchanges with partners were not recorded'));
  }
  const writing = every({ task: 'record exchanges with partners', everyMs: 500, log, run: write });
  const tidying = every({
    task: 'forget old exchanges with partners',
    everyMs: 600_000,
    log,
    run: () =>
      pool.query(
        `delete from roaming_exchange where id in (
           select id from (select id, row_number() over (partition by partner_id order by id desc) as place from roaming_exchange) as ranked
           where place > $1)`,
        [keptOfEach],
      ),
  });
  return {
    record: ((exchange) => {
      if (waiting.length < maxWaiting) waiting.push(exchange);
    }) as RecordExchange,
    async list(
      partnerId: string,
      { limit, failuresOnly }: { limit: number; failuresOnly: boolean },
    ): Promise<Exchange[]> {
      await writing.now();
      const { rows } = await pool.query<Exchange>(
        `select partner_id as "partnerId", at, direction, method, path, http_status as "httpStatus", ocpi_code as "ocpiCode",
           took_ms as "tookMs", request, answer, failure
         from roaming_exchange
         where partner_id = $1 and (not $3 or failure is not null or http_status >= 400 or ocpi_code >= 2000)
         order by id desc limit $2`,
        [partnerId, limit, failuresOnly],
      );
      return rows;
    },
    async close(): Promise<void> {
      await tidying.close();
      await writing.now();
      await writing.close();
    },
  };
}

function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '').toWellFormed();
}
