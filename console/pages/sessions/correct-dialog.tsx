import { SegmentedControl, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { billApi } from '#contract/api/bills.ts';
import type { Bill } from '#contract/billing/bill.ts';
import { call } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';
import { decimalText, isPayable, leastAmount, moneyText, typedAmount } from '../../text/money.ts';

/** Books a correction beside what was booked: nothing is changed, and who did it and why stays visible. */
export function CorrectDialog({ bill, onClose }: { bill: Bill; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const [way, setWay] = useState<'back' | 'more'>('back');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const currency = bill.currency ?? '';
  const amount = typedAmount(typed);
  const correct = useMutation({
    mutationFn: () =>
      call(billApi.correct, {
        params: { id: bill.sessionId },
        body: {
          amount: way === 'back' ? `-${amount ?? '0'}` : (amount ?? '0'),
          reason: reason.trim(),
        },
      }),
    onSuccess: (after) => {
      queries.setQueryData(['session', bill.sessionId, 'bill'], after);
      tell(t('bill.corrected', { total: moneyText(after.total ?? '0', currency, i18n.language) }));
      onClose();
    },
  });
  const whyNot =
    amount === null || Number(amount) === 0
      ? t('form.notAnAmount')
      : !isPayable(amount, currency)
        ? t('bill.tooFine', { currency, least: decimalText(leastAmount(currency), i18n.language) })
        : reason.trim().length < 3
          ? t('reports.needReason')
          : undefined;
  return (
    <FormDialog
      title={t('bill.correctTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => correct.mutate()}
      submit={t('bill.correctSubmit')}
      isSending={correct.isPending}
      problem={correct.error}
      whyNot={whyNot}
    >
      <Text size="sm">
        {t('bill.correctExplain', { total: moneyText(bill.total ?? '0', currency, i18n.language) })}
      </Text>
      <SegmentedControl
        value={way}
        onChange={(value) => setWay(value === 'more' ? 'more' : 'back')}
        data={[
          { value: 'back', label: t('bill.giveBack') },
          { value: 'more', label: t('bill.chargeMore') },
        ]}
      />
      <TextInput
        label={t('bill.amount', { currency })}
        inputMode="decimal"
        data-autofocus
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <TextInput
        label={t('reports.reason')}
        description={t('bill.reasonHelp')}
        maxLength={300}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
