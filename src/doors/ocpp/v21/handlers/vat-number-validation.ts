import type { Payments } from '#charging/payments/open-payments.ts';
import type { VatVerdict } from '#contract/billing/payment.ts';
import type { Handler } from '../../handler.ts';
import type { Messages } from '../messages.generated.ts';

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
