import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { moneyApi } from '#contract/api/money.ts';
import type { openItem } from '#contract/money/payment.ts';
import { call } from '../../api/call.ts';
import { useOpenItems } from '../../api/money-queries.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { Sum } from './sum.tsx';

type Item = z.infer<typeof openItem>;

/** What a person has to look at, until somebody has. */
export function OpenItemsTab() {
  const { t } = useTranslation();
  const [isClosedToo, setIsClosedToo] = useState(false);
  const [closing, setClosing] = useState<Item>();
  const { data, error } = useOpenItems(!isClosedToo);
  return (
    <>
      <div className="filter-row">
        <Button variant="default" size="compact-md" fz="sm" onClick={() => setIsClosedToo(!isClosedToo)}>
          {t(isClosedToo ? 'money.showOpen' : 'money.showClosed')}
        </Button>
      </div>
      <DataTable
        label={t('money.tab.open')}
        columns={useColumns(setClosing)}
        rows={data?.items}
        problem={error}
        failed={t('money.readFailed')}
        idOf={({ id }) => id}
        isOver={({ closedAt }) => closedAt !== null}
        none={t(isClosedToo ? 'money.noneEver' : 'money.noneOpen')}
      />
      {closing !== undefined && <CloseDialog item={closing} onClose={() => setClosing(undefined)} />}
    </>
  );
}

const known = {
  shortfall: true,
  'refund-refused': true,
  'capture-refused': true,
  'hold-ending': true,
  unsettled: true,
  'claw-back': true,
  'unknown-movement': true,
  'missing-movement': true,
  'different-amount': true,
  'unbilled-record': true,
  'terminal-failed': true,
  'terminal-differs': true,
};

function useColumns(close: (item: Item) => void): readonly Column<Item>[] {
  const { t } = useTranslation();
  const nameOf = ({ kind, details }: Item) =>
    kind in known ? t(`money.items.${kind as keyof typeof known}`) : details;
  return [
    {
      head: t('money.item'),
      kind: 'main',
      cell: (item) => (
        <div>
          {nameOf(item)}
          <small>{item.resolution ?? item.movementId ?? ''}</small>
        </div>
      ),
    },
    {
      head: t('money.payment'),
      cell: ({ paymentId }) =>
        paymentId === null ? (
          dash
        ) : (
          <TextLink to="/money/$id" params={{ id: paymentId }}>
            {paymentId.slice(0, 8)}
          </TextLink>
        ),
    },
    { head: t('money.provider'), cell: ({ provider }) => provider ?? dash },
    {
      head: t('money.amount'),
      kind: 'number',
      cell: ({ amount, currency }) => <Sum amount={amount} currency={currency} />,
    },
    { head: t('money.since'), cell: ({ openedAt }) => <Moment time={openedAt} says="ago" /> },
    {
      head: '',
      kind: 'actions',
      cell: (item) =>
        item.closedAt === null && (
          <RowButton
            scope="payments:change"
            aria-label={t('money.closeNamed', { name: nameOf(item) })}
            onClick={() => close(item)}
          >
            {t('money.close')}
          </RowButton>
        ),
    },
  ];
}

function CloseDialog({ item: { id }, onClose }: { item: Item; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ resolution: '' });
  const resolution = draft.resolution.trim();
  const save = useChange({
    send: () => call(moneyApi.closeItem, { params: { id }, body: { resolution } }),
    touches: ['money'],
    said: () => t('money.closed'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('money.closeTitle')}
      submit={t('money.close')}
      save={save}
      onClose={onClose}
      whyNot={resolution.length < 3 ? t('money.needReason') : undefined}
    >
      <TextInput label={t('money.resolution')} maxLength={500} {...text('resolution')} />
    </FormDialog>
  );
}
