import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { moneyApi } from '#contract/api/money.ts';
import type { reconciliation } from '#contract/money/payment.ts';
import { call } from '../../api/call.ts';
import { useMoneyProviders, useReconciliations } from '../../api/money-queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { moneyText } from '../../text/money.ts';

type Day = z.infer<typeof reconciliation>;

/** Our books and the statements of providers, day by day. */
export function DaysTab() {
  const { t } = useTranslation();
  const [isComparing, setIsComparing] = useState(false);
  const { data, error } = useReconciliations();
  const names = useMoneyProviders().data?.providers.map(({ name }) => name) ?? [];
  return (
    <>
      <div className="filter-row">
        <ActionButton
          scope="payments:change"
          whyNot={names.length === 0 ? t('money.noProvider') : undefined}
          onClick={() => setIsComparing(true)}
        >
          {t('money.compare')}
        </ActionButton>
      </div>
      <DataTable
        label={t('money.tab.days')}
        columns={useColumns()}
        rows={data?.reconciliations}
        problem={error}
        failed={t('money.readFailed')}
        idOf={({ provider, day }) => `${provider} ${day}`}
        none={t('money.noDays')}
      />
      {isComparing && <CompareDialog names={names} onClose={() => setIsComparing(false)} />}
    </>
  );
}

function useColumns(): readonly Column<Day>[] {
  const { t, i18n } = useTranslation();
  const sums = (amounts: Record<string, string>) =>
    Object.entries(amounts)
      .map(([currency, amount]) => moneyText(amount, currency, i18n.language))
      .join(' + ') || '0';
  return [
    { head: t('money.day'), kind: 'main', cell: ({ day }) => day },
    { head: t('money.provider'), cell: ({ provider }) => provider },
    { head: t('money.ours'), kind: 'number', cell: ({ ours }) => sums(ours) },
    { head: t('money.theirs'), kind: 'number', cell: ({ theirs }) => sums(theirs) },
    { head: t('money.lines'), kind: 'number', cell: ({ lines }) => lines },
    {
      head: t('money.differences'),
      cell: ({ differences }) => <Chip tone={differences === 0 ? 'good' : 'bad'}>{differences}</Chip>,
    },
  ];
}

function CompareDialog({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const { draft, text, choice } = useDraft({ provider: names[0] ?? '', day: today });
  const save = useChange({
    send: () => call(moneyApi.reconcile, { body: draft }),
    touches: ['money'],
    said: ({ day, differences }) => t('money.compared', { day, count: differences }),
    onDone: onClose,
  });
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(draft.day);
  return (
    <FormDialog
      title={t('money.compare')}
      submit={t('money.compareNow')}
      save={save}
      onClose={onClose}
      whyNot={isDay ? undefined : t('money.day')}
    >
      <Choice
        label={t('money.provider')}
        options={names.map((name) => ({ value: name, label: name }))}
        {...choice('provider')}
      />
      <TextInput label={t('money.day')} placeholder="2026-11-18" maxLength={10} {...text('day')} />
    </FormDialog>
  );
}
