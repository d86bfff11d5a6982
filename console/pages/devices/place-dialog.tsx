import { Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceDetail } from '#contract/devices/device.ts';
import { call, send } from '../../live/call.ts';
import { useSites } from '../../live/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useTell } from '../../parts/told.tsx';

type Draft = { siteId: string; stationId: string; evseId: number | null; connectorId: number | null; note: string };

/** Where a device stands: agents and rules find it by its site, station and connector. */
export function PlaceDialog({ device, onClose }: { device: DeviceDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const { place } = device;
  const sites = useSites().data?.sites ?? [];
  const [draft, setDraft] = useState<Draft>({
    ...{ siteId: place?.siteId ?? '', stationId: place?.stationId ?? '', note: place?.note ?? '' },
    ...{ evseId: place?.evseId ?? null, connectorId: place?.connectorId ?? null },
  });
  const siteId = draft.siteId || (sites[0]?.id ?? '');
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const readAgain = async () => {
    await queries.invalidateQueries({ queryKey: ['devices'] });
    await queries.invalidateQueries({ queryKey: ['sites'] });
  };
  const save = useMutation({
    async mutationFn() {
      const { evseId, connectorId } = draft;
      await call(deviceApi.place, {
        params: { id: device.id },
        body: {
          siteId,
          stationId: draft.stationId.trim() || null,
          note: draft.note.trim() || null,
          ...{ evseId, connectorId },
        },
      });
    },
    onSuccess: () => {
      tell(t('devices.placed', { name: device.name }));
      onClose();
    },
    onSettled: readAgain,
  });
  const take = useMutation({
    mutationFn: () => send(deviceApi.takeAway, { params: { id: device.id } }),
    onSuccess: onClose,
    onSettled: readAgain,
  });
  const isHalf = draft.stationId.trim() === '' && (draft.evseId !== null || draft.connectorId !== null);
  return (
    <FormDialog
      title={t('devices.placeTitle', { name: device.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t('form.save')}
      isSending={save.isPending}
      problem={save.error ?? take.error}
      whyNot={siteId === '' ? t('devices.whyNot.site') : isHalf ? t('devices.whyNot.station') : undefined}
    >
      <Text size="sm">{t('devices.placeHelp')}</Text>
      <Choice
        label={t('devices.field.site')}
        value={siteId}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => change({ siteId: value })}
      />
      <StationField value={draft.stationId} onChange={(stationId) => change({ stationId })} />
      <Group grow>
        <Count label={t('devices.field.evse')} value={draft.evseId} onChange={(evseId) => change({ evseId })} />
        <Count
          label={t('devices.field.connector')}
          value={draft.connectorId}
          onChange={(connectorId) => change({ connectorId })}
        />
      </Group>
      <TextInput
        label={t('sites.field.note')}
        placeholder={t('sites.field.noteHint')}
        maxLength={200}
        value={draft.note}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      {place !== null && (
        <ActionButton
          scope="sites:change"
          variant="outline"
          color="red"
          w="fit-content"
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t('devices.unplace')}
        </ActionButton>
      )}
    </FormDialog>
  );
}

type CountProps = { label: string; value: number | null; onChange: (value: number | null) => void };

function Count({ label, value, onChange }: CountProps) {
  return (
    <NumberInput
      label={label}
      min={1}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(given) => onChange(typeof given === 'number' ? given : null)}
    />
  );
}
