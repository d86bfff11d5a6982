import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffAssignment, TariffDetail } from '#contract/billing/tariff.ts';
import { send } from '../../api/call.ts';
import { useAssignments } from '../../api/queries.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
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
    <Card
      title={t('tariff.tab.where')}
      actions={
        <ActionButton
          scope="tariffs:change"
          whyNot={tariff.retiredAt === null ? undefined : t('tariff.isRetired')}
          onClick={() => setIsAdding(true)}
        >
          {t('tariff.assign')}
        </ActionButton>
      }
    >
      <p className="quiet">{t('tariff.whereHelp')}</p>
      <DataTable
        label={t('tariff.tab.where')}
        columns={useColumns(setEnding)}
        rows={data?.assignments.filter(({ tariffId }) => tariffId === tariff.id)}
        problem={error}
        idOf={({ id }) => id}
        none={t('tariff.whereNone')}
      />
      {isAdding && <AssignDialog tariffId={tariff.id} onClose={() => setIsAdding(false)} />}
      {ending !== null && <EndDialog assignment={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

function useColumns(onEnd: (assignment: TariffAssignment) => void): readonly Column<TariffAssignment>[] {
  const { t, i18n } = useTranslation();
  const words = useAssignmentWords();
  return [
    { head: t('tariff.place'), kind: 'main', cell: (assignment) => <strong>{words.place(assignment)}</strong> },
    { head: t('tariff.who'), cell: words.who },
    {
      head: t('tariff.when'),
      cell: ({ validFrom, validTo }) => {
        const from = validFrom === null ? '' : exactTime(validFrom, i18n.language);
        const to = validTo === null ? '' : exactTime(validTo, i18n.language);
        return from === '' && to === '' ? t('tariff.always') : `${from} – ${to}`;
      },
    },
    {
      head: '',
      kind: 'actions',
      cell: (assignment) => (
        <RowButton
          scope="tariffs:change"
          aria-label={t('tariff.unassignNamed', { place: words.place(assignment) })}
          onClick={() => onEnd(assignment)}
        >
          {t('tariff.unassign')}
        </RowButton>
      ),
    },
  ];
}

function EndDialog({ assignment, onClose }: { assignment: TariffAssignment; onClose: () => void }) {
  const { t } = useTranslation();
  const place = useAssignmentWords().place(assignment);
  const end = useChange({
    send: () => send(tariffApi.unassign, { params: { id: assignment.id } }),
    touches: ['assignments'],
    said: () => t('tariff.unassigned', { name: assignment.tariffId, place }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('tariff.unassignTitle', { place })}
      submit={t('tariff.unassign')}
      save={end}
      onClose={onClose}
      explain={t('tariff.unassignExplain')}
      isGrave
    />
  );
}
