import { Alert, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssignments, useGroups, useSites } from '../../live/queries.ts';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useTell } from '../../parts/told.tsx';
import { assignTariff } from './assign-tariff.ts';
import { useAssignmentWords } from './assignment-words.ts';
import { rivalOf } from './rival-of.ts';

/** Lets a tariff hold at a place; the most exact place wins. */
export function AssignDialog({ tariffId, onClose }: { tariffId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const sites = useSites().data?.sites ?? [];
  const groups = useGroups().data?.groups ?? [];
  const [kind, setKind] = useState<'everywhere' | 'site' | 'station'>('everywhere');
  const [chosenSite, setChosenSite] = useState('');
  const [stationId, setStationId] = useState('');
  const [evse, setEvse] = useState('');
  const [groupId, setGroupId] = useState('');
  const siteId = chosenSite === '' ? (sites[0]?.id ?? '') : chosenSite;
  const evseId = /^[1-9]\d{0,3}$/.test(evse.trim()) ? Number(evse.trim()) : null;
  const words = useAssignmentWords();
  const wanted = {
    ...(groupId === '' ? {} : { groupId }),
    ...(kind === 'site' ? { siteId } : {}),
    ...(kind === 'station' ? { stationId: stationId.trim() } : {}),
    ...(kind === 'station' && evseId !== null ? { evseId } : {}),
  };
  const other = rivalOf(useAssignments().data?.assignments ?? [], wanted);
  const save = useMutation({
    mutationFn: () => assignTariff({ tariffId, ...wanted }, other),
    onSuccess: () => {
      tell(t('tariff.assigned', { name: tariffId }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['assignments'] }),
  });
  const whyNot =
    kind === 'station' && stationId.trim() === ''
      ? t('try.needStation')
      : kind === 'station' && evse.trim() !== '' && evseId === null
        ? t('tariff.whyNot.evse')
        : kind === 'site' && siteId === ''
          ? t('tariff.whyNot.noSite')
          : other?.tariffId === tariffId
            ? t('tariff.holdsThere')
            : undefined;
  return (
    <FormDialog
      title={t('tariff.assignTitle', { name: tariffId })}
      isOpen
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t(other === undefined ? 'tariff.assignSubmit' : 'tariff.replaceSubmit')}
      isSending={save.isPending}
      problem={save.error}
      whyNot={whyNot}
    >
      <Choice
        label={t('tariff.place')}
        value={kind}
        options={[
          { value: 'everywhere', label: t('access.everywhere') },
          { value: 'site', label: t('tariff.atSite') },
          { value: 'station', label: t('tariff.atStation') },
        ]}
        onChange={(value) => setKind(value === 'site' || value === 'station' ? value : 'everywhere')}
      />
      {kind === 'site' && (
        <Choice
          label={t('tariff.site')}
          value={siteId}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosenSite}
        />
      )}
      {kind === 'station' && (
        <div className="form-row">
          <StationField value={stationId} onChange={setStationId} />
          <TextInput
            label={t('tariff.evse')}
            placeholder={t('tariff.evseAll')}
            inputMode="numeric"
            value={evse}
            onChange={({ currentTarget }) => setEvse(currentTarget.value)}
          />
        </div>
      )}
      <Choice
        label={t('tariff.who')}
        value={groupId}
        options={[
          { value: '', label: t('tariff.forAll') },
          ...groups.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={setGroupId}
      />
      {other !== undefined && other.tariffId !== tariffId && (
        <Alert color="copper" variant="light" title={t('tariff.otherHolds', { other: other.tariffId })}>
          {t('tariff.otherHoldsHelp', { place: words.place(other), who: words.who(other) })}
        </Alert>
      )}
    </FormDialog>
  );
}
