import type { Payments, SettlementReport } from '#charging/payments/open-payments.ts';
import type { VatVerdict } from '#contract/billing/payment.ts';
import type { Handler } from '../../handler.ts';
import { decimalText } from '../../shared/decimal-text.ts';
import { stationTime } from '../../shared/station-time.ts';
import type { Messages } from '../messages.generated.ts';

type Request = Messages['NotifySettlement']['request'];

const meaning = {
  Settled: 'settled',
  Canceled: 'cancelled',
  Rejected: 'rejected',
  Failed: 'failed',
} satisfies Record<Request['status'], SettlementReport['status']>;

/** C19–C22: the payment was taken, given back or failed. */
export const onNotifySettlement: Handler<
  Messages['NotifySettlement'],
  {
    payments: Pick<Payments, 'recordSettlement'>;
    sessions: { findByRef(stationId: string, ref: string): Promise<{ id: string } | undefined> };
    guests: { receiptUrl(sessionId: string): string };
  }
> = async (request, { stationId, charging, receivedAt }) => {
  const { receiptId } = await charging.payments.recordSettlement({
    stationId,
    pspRef: request.pspRef,
    sessionRef: request.transactionId ?? null,
    status: meaning[request.status],
    statusInfo: request.statusInfo ?? null,
    amount: decimalText(request.settlementAmount),
    settledAt: stationTime(request.settlementTime, receivedAt),
    receiptId: request.receiptId ?? null,
    receiptUrl: request.receiptUrl ?? null,
    vatNumber: request.vatNumber ?? null,
    company: companyOf(request.vatCompany),
    receivedAt,
  });
  const session =
    request.status === 'Settled' && request.receiptUrl === undefined && request.transactionId !== undefined
      ? await charging.sessions.findByRef(stationId, request.transactionId)
      : undefined;
  return {
    ...(request.receiptId === undefined && { receiptId }),
    // Whoever paid at the terminal gets the receipt of the session by a link that nobody can guess (ReceiptByCSMS).
    ...(session !== undefined && { receiptUrl: charging.guests.receiptUrl(session.id) }),
  };
};

function companyOf(company: Request['vatCompany']): SettlementReport['company'] {
  if (company === undefined) return null;
  const { name, address1, address2, city, postalCode, country } = company;
  const address = address2 === undefined ? [address1] : [address1, address2];
  return { name, address, city, postalCode: postalCode ?? null, country };
}

const info = {
  'format-fits': { reasonCode: 'FormatOnly', additionalInfo: 'The form was checked, no register was asked' },
  'unknown-country': { reasonCode: 'UnknownCountry' },
  'wrong-format': { reasonCode: 'WrongFormat' },
  'wrong-check-digits': { reasonCode: 'WrongCheckDigits' },
} satisfies Record<VatVerdict['reason'], { reasonCode: string; additionalInfo?: string }>;

export const onVatNumberValidation: Handler<
  Messages['VatNumberValidation'],
  { payments: Pick<Payments, 'validateVat'> }
> = async ({ vatNumber, evseId }, { stationId, charging, receivedAt: at }) => {
  const { isAccepted, reason } = await charging.payments.validateVat({
    stationId,
    vatNumber,
    evseId: evseId ?? null,
    at,
  });
  return {
    vatNumber,
    ...(evseId !== undefined && { evseId }),
    status: isAccepted ? 'Accepted' : 'Rejected',
    statusInfo: info[reason],
  };
};
