import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceApi } from '#contract/api/invoices.ts';
import { type Invoice, month as monthOf } from '#contract/billing/invoice.ts';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';
import { moneyText, typedAmount } from '../../text/money.ts';

/** Those of a month, of all drivers. */
export function MakeDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [last] = useState(() => {
    const today = new Date();
    return new Date(Date.UTC(today.getFullYear(), today.getMonth() - 1, 1)).toISOString().slice(0, 7);
  });
  const { draft, text } = useDraft({ month: last });
  const save = useChange({
    send: () => call(invoiceApi.issue, { body: { month: draft.month.trim() } }),
    touches: ['money'],
    said: ({ invoices }) => t('invoices.made', { count: invoices.length }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('invoices.makeTitle')}
      explain={t('invoices.makeHelp')}
      submit={t('invoices.make')}
      save={save}
      onClose={onClose}
      whyNot={monthOf.safeParse(draft.month.trim()).success ? undefined : t('invoices.needMonth')}
    >
      <TextInput label={t('invoices.month')} maxLength={7} {...text('month')} />
    </FormDialog>
  );
}

type Props = { invoice: Invoice; onClose: () => void };

export function PayDialog({ invoice: { id, name, open, currency }, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { draft, text } = useDraft({ amount: open.replace('-', ''), reference: '' });
  const [key] = useState(() => crypto.randomUUID()); // pressed twice it is entered once
  const amount = typedAmount(draft.amount);
  const save = useChange({
    send: () =>
      call(invoiceApi.pay, {
        params: { id },
        body: { amount: amount ?? '', reference: typedOrNull(draft.reference), key },
      }),
    touches: ['money'],
    said: () => t('invoices.paid', { name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('invoices.payNamed', { name })}
      explain={t('invoices.payHelp', { open: moneyText(open, currency, i18n.language) })}
      submit={t('invoices.pay')}
      save={save}
      onClose={onClose}
      whyNot={amount === null ? t('money.needAmount') : undefined}
    >
      <TextInput label={t('money.amount')} inputMode="decimal" maxLength={14} {...text('amount')} />
      <TextInput label={t('invoices.reference')} maxLength={100} {...text('reference')} />
    </FormDialog>
  );
}

export function CreditDialog({ invoice: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  const save = useChange({
    send: () => call(invoiceApi.credit, { params: { id } }),
    touches: ['money'],
    said: (credit) => t('invoices.credited', { name: credit.name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('invoices.creditNamed', { name })}
      explain={t('invoices.creditHelp')}
      submit={t('invoices.credit')}
      save={save}
      onClose={onClose}
      isGrave
    />
  );
}
