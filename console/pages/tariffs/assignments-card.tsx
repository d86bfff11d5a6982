import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffAssignment, TariffDetail } from '#contract/billing/tariff.ts';
import { send } from '../../live/call.ts';
import { useAssignments } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import '../../parts/card.css';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useTell } from '../../parts/told.tsx';
import { exactTime } from '../../text/time.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { useAssignmentWords } from './assignment-words.ts';

/** Where this tariff holds. */
export function AssignmentsCard({ tariff }: { tariff: TariffDetail }) {
  const { t } = useTranslation();
  const { data, error } = useAssignments();
  const [isAdding, setIsAdding] = useState(false);
  const [ending, setEnding] = useState<TariffAssignment | null>(null);
  return (
    <section className="card" aria-labelledby="where-title">
      <div className="card-head">
        <h2 id="where-title">{t('tariff.tab.where')}</h2>
        <ActionButton
          scope="tariffs:change"
          whyNot={tariff.retiredAt === null ? undefined : t('tariff.isRetired')}
          onClick={() => setIsAdding(true)}
        >
          {t('tariff.assign')}
        </ActionButton>
      </div>
      <p className="quiet">{t('tariff.whereHelp')}</p>
      {error !== null && <ProblemNote problem={error} />}
      <DataTable
        label={t('tariff.tab.where')}
        columns={useColumns(setEnding)}
        rows={data?.assignments.filter(({ tariffId }) => tariffId === tariff.id)}
        idOf={({ id }) => id}
        none={t('tariff.whereNone')}
      />
      {isAdding && <AssignDialog tariffId={tariff.id} onClose={() => setIsAdding(false)} />}
      {ending !== null && <EndDialog assignment={ending} onClose={() => setEnding(null)} />}
    </section>
  );
}

function useColumns(onEnd: (assignment: TariffAssignment) => void): readonly Column<TariffAssignment>[] {
  const { t, i18n } = useTranslation();
  const words = useAssignmentWords();
  return [
    {
      name: 'place',
      head: t('tariff.place'),
      kind: 'main',
      cell: (assignment) => <strong>{words.place(assignment)}</strong>,
    },
    { name: 'who', head: t('tariff.who'), cell: words.who },
    {
      name: 'when',
      head: t('tariff.when'),
      cell: ({ validFrom, validTo }) => {
        const from = validFrom === null ? '' : exactTime(validFrom, i18n.language);
        const to = validTo === null ? '' : exactTime(validTo, i18n.language);
        return from === '' && to === '' ? t('tariff.always') : `${from} – ${to}`;
      },
    },
    {
      name: 'actions',
      head: '',
      kind: 'actions',
      cell: (assignment) => (
        <ActionButton
          scope="tariffs:change"
          variant="default"
          size="compact-sm"
          aria-label={t('tariff.unassignNamed', { place: words.place(assignment) })}
          onClick={() => onEnd(assignment)}
        >
          {t('tariff.unassign')}
        </ActionButton>
      ),
    },
  ];
}

function EndDialog({ assignment, onClose }: { assignment: TariffAssignment; onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const place = useAssignmentWords().place(assignment);
  const end = useMutation({
    mutationFn: () => send(tariffApi.unassign, { params: { id: assignment.id } }),
    onSuccess: () => {
      tell(t('tariff.unassigned', { name: assignment.tariffId, place }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['assignments'] }),
  });
  return (
    <FormDialog
      title={t('tariff.unassignTitle', { place })}
      isOpen
      onClose={onClose}
      onSubmit={() => end.mutate()}
      submit={t('tariff.unassign')}
      isSending={end.isPending}
      problem={end.error}
      isGrave
    >
      <Text size="sm">{t('tariff.unassignExplain')}</Text>
    </FormDialog>
  );
}
