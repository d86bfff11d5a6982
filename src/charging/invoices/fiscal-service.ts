import type { Pool } from 'pg';
import type { Clock } from '#base/clock.ts';
import { asError } from '#base/errors.ts';
import { parsedJson } from '#base/json.ts';
import type { Log } from '#base/log.ts';
import { type Ledger, write } from '#ledger/ledger-types.ts';
import { amountOf } from '../decimal.ts';
import { type Invoice, type InvoiceLine, invoiceName } from './invoice.ts';
import { invoiceEvent } from './invoice-event.ts';
import { registeredInvoices } from './invoice-store.ts';

/** Who registers documents with the tax office, such as NFC-e or NFS-e: a service of others, or a program of yours. */
export type FiscalService = { url: string; secret: string };

export type FiscalNeeds = {
  pool: Pool;
  ledger: Pick<Ledger, 'commit'>;
  clock: Clock;
  log: Log;
  fiscal: FiscalService;
  get(id: string): Promise<Invoice>;
  linesOf(id: string): Promise<InvoiceLine[]>;
};

const atOnce = 20;
const patienceMs = 20_000;
const longestWaitMs = 3_600_000;

/** Whatever waits is sent under its own id, so that the service knows a repetition; its key and its document are stored. */
export async function registerDue(needs: FiscalNeeds): Promise<number> {
  const { rows } = await needs.pool.query<{ id: string }>(
    `select id from invoice where fiscal_state = 'waiting' and fiscal_next_at <= $1 order by issued_at, number limit $2`,
    [needs.clock.now(), atOnce],
  );
  for (const { id } of rows) await registerOne(needs, await needs.get(id));
  return rows.length;
}

async function registerOne(needs: FiscalNeeds, invoice: Invoice): Promise<void> {
  const { ledger, clock, log } = needs;
  const answer = await ask(needs, invoice).catch((error: unknown) => {
    log.warn({ invoice: invoiceName(invoice), err: asError(error) }, 'the fiscal service could not be asked');
    return undefined;
  });
  const fate = answer === undefined ? undefined : readAnswer(answer);
  if (fate === undefined) return waitLonger(needs, invoice, answer?.text ?? 'no answer');
  const at = clock.now();
  await ledger.commit({
    events: [
      invoiceEvent('invoice-registered', invoice, {
        at,
        key: `invoice-registered:${invoice.id}`,
        more: { state: fate.fiscalState, note: fate.fiscalNote },
      }),
    ],
    writes: [write(registeredInvoices, { id: invoice.id, ...fate })],
  });
}

type Answered = { status: number; text: string };

async function ask({ fiscal, linesOf }: FiscalNeeds, invoice: Invoice): Promise<Answered> {
  const response = await fetch(fiscal.url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'idempotency-key': invoice.id,
      ...(fiscal.secret !== '' && { authorization: `Bearer ${fiscal.secret}` }),
    },
    body: JSON.stringify(fiscalDocument(invoice, await linesOf(invoice.id))),
  });
  return { status: response.status, text: (await response.text()).slice(0, 10_000) };
}

/** What the service is given: the document, its taker, each place and what was charged there. */
export function fiscalDocument(invoice: Invoice, lines: readonly InvoiceLine[]): object {
  const { id, kind, correctsId, driverId, currency, total, tax, issuedAt, dueAt } = invoice;
  const money = (units: bigint) => amountOf(units, currency);
  return {
    id,
    number: invoiceName(invoice),
    kind,
    corrects: correctsId,
    taker: { driverId },
    currency,
    total: money(total),
    tax: money(tax),
    issuedAt: issuedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    lines: lines.map((line) => ({
      entryId: line.entryId,
      kind: line.kind,
      sessionId: line.sessionId,
      stationId: line.stationId,
      at: line.at.toISOString(),
      energyKwh: line.energyMwh === null ? null : Number(line.energyMwh) / 1e6,
      amount: money(line.amount),
      tax: money(line.tax),
      taxes: line.taxes,
    })),
  };
}

/** Undefined: it is asked again. A refusal is for a person. */
export function readAnswer({ status, text }: Answered) {
  const told = parsedJson(text) as { key?: unknown; url?: unknown; message?: unknown } | undefined | null;
  const texts = (value: unknown, max: number) =>
    typeof value === 'string' && value !== '' ? value.slice(0, max) : null;
  if (status === 200 || status === 201) {
    const key = texts(told?.key, 200);
    return key === null
      ? undefined
      : {
          fiscalState: 'registered' as const,
          fiscalKey: key,
          fiscalUrl: httpsOrNull(texts(told?.url, 500)),
          fiscalNote: null,
        };
  }
  if (status === 400 || status === 409 || status === 422)
    return {
      fiscalState: 'refused' as const,
      fiscalKey: null,
      fiscalUrl: null,
      fiscalNote: texts(told?.message, 300) ?? `the service answered ${status}`,
    };
  return undefined;
}

function httpsOrNull(url: string | null): string | null {
  return url !== null && /^https?:\/\//.test(url) && URL.canParse(url) ? url : null;
}

async function waitLonger({ pool, clock }: FiscalNeeds, { id }: Invoice, note: string): Promise<void> {
  await pool.query(
    `update invoice set fiscal_attempts = fiscal_attempts + 1, fiscal_note = $3,
       fiscal_next_at = $2::timestamptz + least($4, 60 * power(2, least(fiscal_attempts, 10))) * interval '1 second' where id = $1`,
    [id, clock.now(), note.slice(0, 300), longestWaitMs / 1_000],
  );
}
