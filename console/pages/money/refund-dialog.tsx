import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { moneyApi } from '#contract/api/money.ts';
import type { MoneyPayment } from '#contract/money/payment.ts';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { moneyText, typedAmount } from '../../text/money.ts';

/** What is kept and could go back. */
export function leftOf({ received, refundOwed, clawedBack }: MoneyPayment): number {
  return Math.round((Number(received) - Number(refundOwed) - Number(clawedBack)) * 10_000) / 10_000;
}

export function RefundDialog({ payment, onClose }: { payment: MoneyPayment; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { id, currency } = payment;
  const { draft, text } = useDraft({ amount: '', reason: '' });
  const amount = typedAmount(draft.amount);
  const save = useChange({
    send: () => call(moneyApi.refund, { params: { id }, body: { amount: amount ?? '', reason: draft.reason.trim() } }),
    touches: ['money'],
    said: () => t('money.given', { amount: moneyText(amount ?? '0', currency, i18n.language) }),
    onDone: onClose,
  });
  const left = moneyText(String(leftOf(payment)), currency, i18n.language);
  const whyNot =
    amount === null ? t('money.needAmount') : draft.reason.trim().length < 3 ? t('money.needReason') : undefined;
  return (
    <FormDialog
      title={t('money.refundTitle')}
      explain={t('money.refundHelp', { left })}
      submit={t('money.refund')}
      save={save}
      onClose={onClose}
      whyNot={whyNot}
    >
      <TextInput label={t('money.amount')} inputMode="decimal" maxLength={14} {...text('amount')} />
      <TextInput label={t('money.reason')} maxLength={200} {...text('reason')} />
    </FormDialog>
  );
}
