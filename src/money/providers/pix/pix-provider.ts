import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#base/clock.ts';
import { minorOf, minorText } from '#base/currency.ts';
import {
  type Answer,
  compactId,
  idOfCompact,
  type Movement,
  type PaymentProvider,
  type Reading,
  type StatementLine,
} from '../payment-provider.ts';
import { brCode } from './br-code.ts';
import { type Pix, type PixAccess, type PixCharge, type PixRefund, PixRefusal, pixApi } from './pix-api.ts';

export type PixGiven = PixAccess & {
  clock: Clock;
  /** Who is paid, as the payer's bank knows them. */
  key: string;
  merchantName: string;
  merchantCity: string;
  /** The last part of the address that the provider calls. */
  webhookSecret: string;
};

const currency = 'BRL';
const refundDays = 90;
const dayMs = 86_400_000;

const event = z.looseObject({
  pix: z.array(z.looseObject({ endToEndId: z.string().max(64), txid: z.string().max(64).optional() })).max(1_000),
});

/**
 * Pix: the payer pays at once, and what was not used goes back. Our id of a payment is the txid and our id of an operation that of a
 * refund, so that whatever is asked twice is done once. An expired charge stays active at the provider until it is removed.
 */
export function pixProvider(given: PixGiven): PaymentProvider {
  const api = pixApi(given);

  async function answered(work: () => Promise<unknown>): Promise<Answer> {
    try {
      await work();
      return { result: 'done' };
    } catch (error) {
      if (error instanceof PixRefusal) return { result: 'refused', why: error.message };
      throw error;
    }
  }

  return {
    name: 'pix',
    method: 'pix',
    capabilities: {
      hold: false,
      increase: false,
      partialCapture: false,
      refundDays,
      refundsAreAsync: true,
      currencies: [currency],
      isTrial: false,
    },
    begin: ({ id, amount, description, expiresAt }) =>
      answered(() =>
        api.putCharge(compactId(id), {
          calendario: {
            expiracao: Math.max(1, Math.round((expiresAt.getTime() - given.clock.now().getTime()) / 1_000)),
          },
          valor: { original: minorText(amount, currency) },
          chave: given.key,
          solicitacaoPagador: description.slice(0, 140),
        }),
      ),
    capture: () => Promise.resolve({ result: 'refused', why: 'Pix holds nothing' }),
    increase: () => Promise.resolve({ result: 'refused', why: 'Pix holds nothing' }),
    cancel: ({ id }) => answered(() => api.removeCharge(compactId(id))),
    refund: (_ref, { operationId, amount, movementId }) =>
      answered(() => api.putRefund(movementId, compactId(operationId), minorText(amount, currency))),
    async read({ id }) {
      const charge = await api.charge(compactId(id));
      return charge === undefined ? absent : readingOf(charge, given);
    },
    async *list({ from, to }) {
      const isWithin = ({ at }: Movement) => at >= from && at < to;
      for await (const pix of api.received({ from, to }))
        yield* linesOf(pix).filter((line) => line.kind === 'in' && isWithin(line));
      // A refund may be of a payment of long ago.
      const since = new Date(from.getTime() - refundDays * dayMs);
      for await (const pix of api.received({ from: since, to, isWithRefund: true }))
        yield* linesOf(pix).filter((line) => line.kind !== 'in' && isWithin(line));
    },
    parseEvent({ body, path }) {
      if (!isSame(path.split('/')[0] ?? '', given.webhookSecret)) return Promise.resolve(undefined);
      try {
        const { pix } = event.parse(JSON.parse(body.toString()));
        return Promise.resolve(pix.map(({ txid }) => ({ id: txid ?? null, reference: null })));
      } catch {
        return Promise.resolve(undefined);
      }
    },
  };
}

const absent: Reading = {
  status: 'absent',
  reference: null,
  authorized: 0n,
  movements: [],
  refunds: [],
  action: null,
  holdUntil: null,
  why: null,
};

function readingOf(charge: PixCharge, { merchantName, merchantCity }: PixGiven): Reading {
  const { txid, status, pix } = charge;
  const location = charge.loc?.location ?? charge.location;
  const text =
    charge.pixCopiaECola ?? (location === undefined ? null : brCode({ location, merchantName, merchantCity }));
  return {
    ...absent,
    status: statusOf(status, pix.length > 0),
    reference: txid,
    movements: pix.flatMap(movementsOf),
    refunds: pix.flatMap(({ devolucoes }) =>
      devolucoes.flatMap((one) => {
        const operationId = isClawBack(one) ? null : idOfCompact(one.id);
        return operationId === null ? [] : [{ operationId, status: refundStatus(one), why: one.motivo ?? null }];
      }),
    ),
    action: text === null ? null : { kind: 'code', format: 'br-code', text },
  };
}

/** Whoever has paid has paid, whatever else became of the charge. */
function statusOf(status: string, isPaid: boolean): Reading['status'] {
  if (isPaid || status === 'CONCLUIDA') return 'taken';
  if (status === 'ATIVA') return 'open';
  if (status.startsWith('REMOVIDA')) return 'canceled';
  throw new Error('The Pix provider shows a charge in a state that nobody knows.');
}

function refundStatus({ status }: PixRefund): 'pending' | 'done' | 'refused' {
  if (status === 'DEVOLVIDO') return 'done';
  return status === 'NAO_REALIZADO' ? 'refused' : 'pending';
}

/** Fraud and faults of operation are given back by the banks themselves (MED). Whoever has another id than ours was not asked for by us. */
function isClawBack({ id, natureza }: PixRefund): boolean {
  return natureza?.startsWith('MED') === true || idOfCompact(id) === null;
}

function movementsOf({ endToEndId, valor, horario, devolucoes }: Pix): Movement[] {
  const paid: Movement = {
    id: endToEndId,
    kind: 'in',
    amount: amountOf(valor),
    at: new Date(horario),
    operationId: null,
    of: null,
  };
  const back = devolucoes
    .filter((one) => refundStatus(one) === 'done')
    .map((one): Movement => {
      const kind = isClawBack(one) ? 'claw-back' : 'refund';
      const at = new Date(one.horario?.liquidacao ?? one.horario?.solicitacao ?? horario);
      const operationId = kind === 'refund' ? idOfCompact(one.id) : null;
      return { id: `${endToEndId}:${one.id}`, kind, amount: amountOf(one.valor), at, operationId, of: endToEndId };
    });
  return [paid, ...back];
}

function linesOf(pix: Pix): StatementLine[] {
  const paymentId = pix.txid === undefined ? null : idOfCompact(pix.txid);
  return movementsOf(pix).map((movement) => ({ ...movement, paymentId, reference: pix.txid ?? null, currency }));
}

function amountOf(valor: string): bigint {
  const amount = minorOf(valor, currency);
  if (amount === undefined || amount <= 0n) throw new Error('The Pix provider shows an amount that is none.');
  return amount;
}

function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return secret !== '' && one.length === other.length && timingSafeEqual(one, other);
}
