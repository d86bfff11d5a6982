import { Alert, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tariffApi } from '#contract/api/tariffs.ts';
import type { TariffAssignment, TariffDetail } from '#contract/billing/tariff.ts';
import { useGroups } from '../../api/access-queries.ts';
import { send } from '../../api/call.ts';
import { useSites } from '../../api/site-queries.ts';
import { useAssignments } from '../../api/tariff-queries.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { byName, Choice } from '../../parts/choice.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { exactTime } from '../../text/time.ts';
import { assignTariff, rivalOf } from './assign-tariff.ts';
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
        const from = validFrom && exactTime(validFrom, i18n.language);
        const to = validTo && exactTime(validTo, i18n.language);
        if (from === null) return to === null ? t('tariff.always') : t('tariff.heldUntil', { to });
        return to === null ? t('tariff.heldSince', { from }) : `${from} – ${to}`;
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

/** Lets a tariff hold at a place; the most exact place wins. */
function AssignDialog({ tariffId, onClose }: { tariffId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const sites = useSites().data?.sites ?? [];
  const { draft, text, choice } = useDraft({
    kind: 'everywhere' as 'everywhere' | 'site' | 'station',
    site: '',
    stationId: '',
    evse: '',
    groupId: '',
  });
  const { kind, groupId } = draft;
  const siteId = draft.site || (sites[0]?.id ?? '');
  const [stationId, evse] = [draft.stationId.trim(), draft.evse.trim()];
  const evseId = /^[1-9]\d{0,3}$/.test(evse) ? Number(evse) : null;
  const words = useAssignmentWords();
  const wanted = {
    ...(groupId === '' ? {} : { groupId }),
    ...(kind === 'site' ? { siteId } : {}),
    ...(kind === 'station' ? { stationId } : {}),
    ...(kind === 'station' && evseId !== null ? { evseId } : {}),
  };
  const other = rivalOf(useAssignments().data?.assignments ?? [], wanted);
  const save = useChange({
    send: () => assignTariff({ tariffId, ...wanted }, other),
    touches: ['assignments'],
    said: () => t('tariff.assigned', { name: tariffId }),
    onDone: onClose,
  });
  const whyNot =
    kind === 'station' && stationId === ''
      ? t('try.needStation')
      : kind === 'station' && evse !== '' && evseId === null
        ? t('tariff.whyNot.evse')
        : kind === 'site' && siteId === ''
          ? t('tariff.whyNot.noSite')
          : other?.tariffId === tariffId
            ? t('tariff.holdsThere')
            : undefined;
  return (
    <FormDialog
      title={t('tariff.assignTitle', { name: tariffId })}
      submit={t(other === undefined ? 'tariff.assignSubmit' : 'tariff.replaceSubmit')}
      save={save}
      onClose={onClose}
      whyNot={whyNot}
    >
      <Choice
        label={t('tariff.place')}
        options={[
          { value: 'everywhere', label: t('access.everywhere') },
          { value: 'site', label: t('tariff.atSite') },
          { value: 'station', label: t('tariff.atStation') },
        ]}
        {...choice('kind')}
      />
      {kind === 'site' && (
        <Choice label={t('tariff.site')} options={byName(sites)} {...choice('site')} value={siteId} />
      )}
      {kind === 'station' && (
        <div className="form-row">
          <StationField {...choice('stationId')} />
          <TextInput label={t('tariff.evse')} placeholder={t('tariff.evseAll')} inputMode="numeric" {...text('evse')} />
        </div>
      )}
      <Choice
        label={t('tariff.who')}
        none={t('tariff.forAll')}
        options={byName(useGroups().data?.groups)}
        {...choice('groupId')}
      />
      {other !== undefined && other.tariffId !== tariffId && (
        <Alert color="copper" variant="light" title={t('tariff.otherHolds', { other: other.tariffId })}>
          {t('tariff.otherHoldsHelp', { place: words.place(other), who: words.who(other) })}
        </Alert>
      )}
    </FormDialog>
  );
}
