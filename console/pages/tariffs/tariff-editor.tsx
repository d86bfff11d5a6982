import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Body } from '#contract/api/define-api.ts';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { Tariff } from '#contract/billing/tariff.ts';
import type { TariffTerms } from '#contract/billing/tariff-terms.ts';
import { call } from '../../api/call.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { SimpleForm } from './simple-form.tsx';
import { type RowNames, type SimpleDraft, termsOf, whyNotTariff } from './simple-tariff.ts';
import { TariffProblems } from './tariff-problems.tsx';
import { WeekChart } from './week-chart.tsx';

type Props = {
  draft: SimpleDraft;
  onDraft: (draft: SimpleDraft) => void;
  id: string;
  /** Kept from the version before: what drivers are shown is not part of the form. */
  kept?: Pick<TariffTerms, 'texts'>;
  submit: string;
  whyNot?: string | undefined;
  onSaved: (tariff: Tariff) => Promise<void> | void;
  /** Above the prices: its name, and under them where it holds. */
  above?: ReactNode;
  below?: ReactNode;
};

/** The form at the left, and what comes of it at the right while one types. */
export function TariffEditor({ draft, onDraft, id, kept, submit, whyNot, onSaved, above, below }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const names = useRowNames();
  const reason = whyNotTariff(draft);
  const terms = reason === null ? { ...termsOf(draft, names), ...kept } : null;
  const save = useMutation({
    mutationFn: (made: Body<typeof tariffApi.add>) => call(tariffApi.add, { body: made }),
    onSuccess: async (tariff) => {
      await queries.invalidateQueries({ queryKey: ['tariffs'] });
      await onSaved(tariff);
    },
  });
  const told = reason === null ? whyNot : t(`tariff.whyNot.${reason}`);
  return (
    <form
      className="columns-two tariff-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (terms !== null && whyNot === undefined) save.mutate({ ...terms, id });
      }}
    >
      <section className="card">
        {above}
        <SimpleForm draft={draft} onChange={(part) => onDraft({ ...draft, ...part })} />
        {below}
        {save.error !== null && <TariffProblems problem={save.error} />}
        <SubmitButton whyNot={told} isSending={save.isPending}>
          {submit}
        </SubmitButton>
      </section>
      <Card title={t('tariff.preview')}>
        {terms === null ? <p className="quiet">{t('tariff.previewWaits')}</p> : <WeekChart terms={terms} />}
      </Card>
    </form>
  );
}

export function useRowNames(): RowNames {
  const { t } = useTranslation();
  return { day: t('tariff.day'), night: t('tariff.night'), tax: t('tariff.form.taxNameHint') };
}

type SubmitProps = { whyNot: string | undefined; isSending: boolean; children: ReactNode };

/** Sends the form it stands in, unless there is a reason not to, which stands beside it. */
export function SubmitButton({ whyNot, isSending, children }: SubmitProps) {
  return (
    <div className="tariff-submit">
      <Button type="submit" loading={isSending} {...unlessBlocked(whyNot)}>
        {children}
      </Button>
      {whyNot !== undefined && <span className="form-why-not">{whyNot}</span>}
    </div>
  );
}
