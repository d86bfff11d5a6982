import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoiceApi } from '#contract/api/invoices.ts';
import type { Invoice } from '#contract/billing/invoice.ts';
import { linkTo } from '../../api/call.ts';
import { useInvoices } from '../../api/money-queries.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FileLink } from '../../parts/file-link.tsx';
import type { Tone } from '../../parts/tones.ts';
import { dayTime } from '../../text/time.ts';
import { CreditDialog, MakeDialog, PayDialog } from './invoice-dialogs.tsx';
import { Sum } from './sum.tsx';

type Asked = { what: 'make' } | { what: 'pay' | 'credit'; invoice: Invoice };

/** Invoices and credit notes of drivers with an account. */
export function InvoicesTab() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked>();
  const { data, error } = useInvoices();
  const onClose = () => setAsked(undefined);
  return (
    <>
      <div className="filter-row">
        <ActionButton scope="payments:change" onClick={() => setAsked({ what: 'make' })}>
          {t('invoices.make')}
        </ActionButton>
        <FileLink href={linkTo(invoiceApi.export, { query: { format: 'csv' } })} isQuiet>
          {t('invoices.export')}
        </FileLink>
      </div>
      <DataTable
        label={t('money.tab.invoices')}
        columns={useColumns(setAsked)}
        rows={data?.invoices}
        problem={error}
        failed={t('money.readFailed')}
        idOf={({ id }) => id}
        isOver={({ state }) => state === 'credited'}
        none={t('invoices.none')}
      />
      {asked?.what === 'make' && <MakeDialog onClose={onClose} />}
      {asked?.what === 'pay' && <PayDialog invoice={asked.invoice} onClose={onClose} />}
      {asked?.what === 'credit' && <CreditDialog invoice={asked.invoice} onClose={onClose} />}
    </>
  );
}

const tones = {
  open: 'held',
  overdue: 'bad',
  paid: 'good',
  credited: 'rest',
  credit: 'busy',
} as const satisfies Record<Invoice['state'], Tone>;

function useColumns(ask: (asked: Asked) => void): readonly Column<Invoice>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('invoices.number'),
      kind: 'main',
      cell: ({ id, name }) => (
        <FileLink
          href={linkTo(invoiceApi.get, {
            params: { id },
            query: { format: 'html', language: i18n.language === 'pt-BR' ? 'pt-BR' : 'en' },
          })}
          isPage
          isQuiet
        >
          {name}
        </FileLink>
      ),
    },
    { head: t('invoices.driver'), cell: ({ driver }) => driver ?? dash },
    { head: t('money.state'), cell: ({ state }) => <Chip tone={tones[state]}>{t(`invoices.states.${state}`)}</Chip> },
    {
      head: t('invoices.total'),
      kind: 'number',
      cell: ({ total, currency }) => <Sum amount={total} currency={currency} />,
    },
    {
      head: t('invoices.open'),
      kind: 'number',
      cell: ({ open, currency }) => <Sum amount={open} currency={currency} />,
    },
    {
      head: t('invoices.dueAt'),
      cell: ({ dueAt, kind }) => (kind === 'invoice' ? dayTime(dueAt, i18n.language) : dash),
    },
    { head: t('invoices.fiscal'), cell: ({ fiscal }) => fiscal.key ?? fiscal.note ?? dash },
    {
      head: '',
      kind: 'actions',
      cell: (invoice) => <Actions invoice={invoice} ask={ask} />,
    },
  ];
}

function Actions({ invoice, ask }: { invoice: Invoice; ask: (asked: Asked) => void }) {
  const { t } = useTranslation();
  const { name, state, kind, open, due } = invoice;
  if (state === 'credited' || state === 'paid') return null;
  return (
    <>
      <RowButton
        scope="payments:change"
        aria-label={t('invoices.payNamed', { name })}
        onClick={() => ask({ what: 'pay', invoice })}
      >
        {t('invoices.pay')}
      </RowButton>{' '}
      {kind === 'invoice' && open === due && (
        <RowButton
          scope="payments:change"
          aria-label={t('invoices.creditNamed', { name })}
          onClick={() => ask({ what: 'credit', invoice })}
        >
          {t('invoices.credit')}
        </RowButton>
      )}
    </>
  );
}
