import type { NewEvent } from '#ledger/ledger-types.ts';
import { amountOf } from '../decimal.ts';
import { type Invoice, invoiceName } from './invoice.ts';

type Told = { at: Date; key: string; more: Record<string, unknown> };

/** Whose invoice it is stands as the id of the driver; nothing in it names them. */
export function invoiceEvent(
  kind: 'invoice-issued' | 'invoice-paid' | 'invoice-reminded' | 'invoice-registered',
  { id: invoiceId, driverId, currency, total, kind: what, ...named }: Invoice,
  { at, key, more }: Told,
): NewEvent {
  const body = {
    invoiceId,
    name: invoiceName(named),
    what,
    driverId,
    currency,
    total: amountOf(total, currency),
    ...more,
  };
  return { kind, stationId: null, key, happenedAt: at, body } as NewEvent;
}
