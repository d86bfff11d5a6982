import type { Pool } from 'pg';
import { columnOf, inColumns } from '#database/columns.ts';
import { apart, Overtaken, type Projection } from '#ledger/ledger-types.ts';
import type { Movement } from '../providers/payment-provider.ts';
import type { PaymentBook } from './absorb-reading.ts';
import type { Payment, PaymentOperation, PaymentPurpose, PaymentState } from './payment.ts';

const bigints = [
  'consent',
  'authorized',
  'received',
  'refunded',
  'refundOwed',
  'clawedBack',
  'allocated',
  'fees',
] as const;

const fields = [
  ...(['id', 'key', 'purpose', 'subject', 'provider', 'method', 'payer', 'currency', 'description'] as const),
  ...(['returnUrl', 'instrument', 'state', 'status', 'version', 'reference', 'action', 'receivable'] as const),
  ...(['citesKind', 'citesId', 'trouble', 'holdUntil', 'expiresAt', 'nextLookAt', 'attempts', 'createdAt'] as const),
  ...(['changedAt', 'settledAt', 'target'] as const),
  ...bigints,
];

/** As columns of the database are read: whole numbers that may be large come as text. */
function selected(names: readonly string[], from: string): string {
  return names.map((name) => `${from}.${columnOf(name)} as "${name}"`).join(', ');
}

type Stored = Record<string, unknown>;

function paymentOf(row: Stored): Payment {
  const amounts = Object.fromEntries(bigints.map((name) => [name, BigInt(row[name] as string)]));
  const target = row['target'] === null ? null : BigInt(row['target'] as string);
  return { ...(row as unknown as Payment), ...amounts, target, version: Number(row['version']) };
}

const paymentColumns = selected(fields, 'money_payment');

export async function readPaymentBy(
  pool: Pick<Pool, 'query'>,
  by: 'id' | 'key',
  value: string,
): Promise<Payment | undefined> {
  const { rows } = await pool.query<Stored>(`select ${paymentColumns} from money_payment where ${by} = $1`, [value]);
  return rows[0] && paymentOf(rows[0]);
}

export type PaymentQuery = {
  purpose?: PaymentPurpose | undefined;
  subject?: string | undefined;
  payer?: string | undefined;
  states?: readonly PaymentState[] | undefined;
  /** The id of the last one of the page before. */
  after?: string | undefined;
  limit: number;
};

/** The newest first. */
export async function readPayments(pool: Pool, query: PaymentQuery): Promise<Payment[]> {
  const { rows } = await pool.query<Stored>(
    `select ${paymentColumns} from money_payment
     where ($1::text is null or purpose = $1) and ($2::text is null or subject = $2) and ($3::text is null or payer = $3)
       and ($4::text[] is null or state = any($4)) and ($5::uuid is null or id < $5) order by id desc limit $6`,
    [
      query.purpose ?? null,
      query.subject ?? null,
      query.payer ?? null,
      query.states ?? null,
      query.after ?? null,
      query.limit,
    ],
  );
  return rows.map(paymentOf);
}

type StoredOperation = Omit<PaymentOperation, 'amount'> & { amount: string };

const operationColumns = selected(
  ['id', 'paymentId', 'kind', 'amount', 'movementId', 'state', 'why', 'askedAt', 'endedAt'],
  'money_operation',
);

export async function readOperations(pool: Pool, paymentId: string): Promise<PaymentOperation[]> {
  const { rows } = await pool.query<StoredOperation>(
    `select ${operationColumns} from money_operation where payment_id = $1 order by asked_at, id`,
    [paymentId],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export async function readMovements(pool: Pool, paymentId: string): Promise<Movement[]> {
  const { rows } = await pool.query<Omit<Movement, 'amount'> & { amount: string }>(
    `select id, kind, amount, at, operation_id as "operationId", of_movement as "of" from money_movement
     where payment_id = $1 order by at, id`,
    [paymentId],
  );
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

export async function readBook(pool: Pool, id: string): Promise<PaymentBook | undefined> {
  const [payment, operations, movements] = await Promise.all([
    readPaymentBy(pool, 'id', id),
    readOperations(pool, id),
    readMovements(pool, id),
  ]);
  if (payment === undefined) return undefined;
  const refusals = { begin: 0, capture: 0, increase: 0, cancel: 0, refund: 0 };
  for (const { kind, state } of operations) if (state === 'refused') refusals[kind] += 1;
  return { payment, operation: operations.find(({ state }) => state === 'asked') ?? null, movements, refusals };
}

export async function readDuePayments(pool: Pool, { now, limit }: { now: Date; limit: number }): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from money_payment where next_look_at <= $1 and (leased_until is null or leased_until <= $1)
     order by next_look_at limit $2`,
    [now, limit],
  );
  return rows.map(({ id }) => id);
}

/** One writer per payment, in whichever process. Whoever dies over it loses it after a while. */
export async function leasePayment(
  pool: Pool,
  { id, lease, now, until }: { id: string; lease: string; now: Date; until: Date },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update money_payment set lease = $2, leased_until = $4 where id = $1 and (leased_until is null or leased_until <= $3)`,
    [id, lease, now, until],
  );
  return rowCount === 1;
}

export async function releasePayment(pool: Pool, { id, lease }: { id: string; lease: string }): Promise<void> {
  await pool.query('update money_payment set lease = null, leased_until = null where id = $1 and lease = $2', [
    id,
    lease,
  ]);
}

/** When it is looked at next, where nothing else has changed. */
export async function scheduleLook(
  pool: Pool,
  { id, version, at, attempts }: { id: string; version: number; at: Date | null; attempts: number },
): Promise<void> {
  await pool.query('update money_payment set next_look_at = $3, attempts = $4 where id = $1 and version = $2', [
    id,
    version,
    at,
    attempts,
  ]);
}

export async function wakePayments(pool: Pool, ids: readonly string[], now: Date): Promise<void> {
  await pool.query(
    `update money_payment set next_look_at = $2 where id = any($1::uuid[]) and (next_look_at is null or next_look_at > $2)`,
    [ids, now],
  );
}

/** Of what an event or a statement names: those that we know. */
export async function readPaymentIds(
  pool: Pool,
  { provider, ids, references }: { provider: string; ids: readonly string[]; references: readonly string[] },
): Promise<{ id: string; reference: string | null }[]> {
  const { rows } = await pool.query<{ id: string; reference: string | null }>(
    `select id, reference from money_payment where provider = $1 and (id = any($2::uuid[]) or reference = any($3::text[]))`,
    [provider, ids, references],
  );
  return rows;
}

/** A payment as it was decided to be; it is written only if nobody else has written it since it was read. */
export const moneyPayments: Projection<Payment> = {
  name: 'money payments',
  identity: apart,
  async write(client, rows) {
    for (const row of rows) {
      const { rowCount } = await client.query(row.version === 1 ? insertPayment : updatePayment, [rowText(row)]);
      if (rowCount !== 1) throw new Overtaken(`Payment ${row.id} has changed meanwhile.`);
    }
  },
};

const columns = fields.map(columnOf);
const fromJson = 'jsonb_populate_record(null::money_payment, $1::jsonb) as given';
const insertPayment = `insert into money_payment (${columns.join(', ')})
  select ${columns.map((name) => `given.${name}`).join(', ')} from ${fromJson} on conflict (key) do nothing`;
const updatePayment = `update money_payment set ${columns
  .filter((name) => name !== '"id"')
  .map((name) => `${name} = given.${name}`)
  .join(', ')} from ${fromJson} where money_payment.id = given.id and money_payment.version = given.version - 1`;

function rowText(row: object): string {
  return JSON.stringify(inColumns(row as Record<string, unknown>), (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

const operationFields = ['id', 'paymentId', 'kind', 'amount', 'movementId', 'state', 'why', 'askedAt', 'endedAt'];
const operationNames = operationFields.map(columnOf).join(', ');

export const moneyOperations: Projection<PaymentOperation> = {
  name: 'money operations',
  identity: ({ id }) => id,
  async write(client, rows) {
    // What has ended first: there is one open operation at a time.
    for (const row of rows.toSorted((one, other) => Number(one.state === 'asked') - Number(other.state === 'asked')))
      await client.query(
        `insert into money_operation (${operationNames})
         select ${operationNames} from jsonb_populate_record(null::money_operation, $1::jsonb)
         on conflict (id) do update set state = excluded.state, why = excluded.why, ended_at = excluded.ended_at`,
        [rowText(row)],
      );
  },
};

type MovementRow = Movement & { provider: string; paymentId: string | null; currency: string; bookedAt: Date };

/** Once each, whoever learns of it first. */
export const moneyMovements: Projection<MovementRow> = {
  name: 'money movements',
  identity: ({ provider, id }) => `${provider}\n${id}`,
  async write(client, rows) {
    for (const { of, ...row } of rows)
      await client.query(
        `insert into money_movement (provider, id, payment_id, kind, currency, amount, at, operation_id, of_movement, booked_at)
         select provider, id, payment_id, kind, currency, amount, at, operation_id, of_movement, booked_at
         from jsonb_populate_record(null::money_movement, $1::jsonb)`,
        [rowText({ ...row, ofMovement: of })],
      );
  },
};
