import { Alert, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAssignments, useGroups, useSites } from '../../api/queries.ts';
import { byName, Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { assignTariff, rivalOf } from './assign-tariff.ts';
import { useAssignmentWords } from './assignment-words.ts';

/** Lets a tariff hold at a place; the most exact place wins. */
export function AssignDialog({ tariffId, onClose }: { tariffId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const sites = useSites().data?.sites ?? [];
  const { draft, text, choice } = useDraft({
    kind: 'everywhere' as 'everywhere' | 'site' | 'station',
    ...{ site: '', stationId: '', evse: '', groupId: '' },
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
