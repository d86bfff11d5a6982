import { Group, NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { DeviceDetail } from '#contract/devices/device.ts';
import { call, send } from '../../api/call.ts';
import { useSites } from '../../api/queries.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { byName, Choice } from '../../parts/choice.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { StationField } from '../../parts/station-field.tsx';
import { useChange } from '../../parts/use-change.ts';
import { typedOrNull, useDraft } from '../../parts/use-draft.ts';

const touches = ['devices', 'sites'];

/** Where a device stands: agents and rules find it by its site, station and connector. */
export function PlaceDialog({ device, onClose }: { device: DeviceDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, name, place } = device;
  const sites = useSites().data?.sites ?? [];
  const { draft, change, text, choice } = useDraft({
    ...{ siteId: place?.siteId ?? '', stationId: place?.stationId ?? '', note: place?.note ?? '' },
    ...{ evseId: place?.evseId ?? null, connectorId: place?.connectorId ?? null },
  });
  const siteId = draft.siteId || (sites[0]?.id ?? '');
  const save = useChange({
    send: () => {
      const { evseId, connectorId } = draft;
      const texts = { stationId: typedOrNull(draft.stationId), note: typedOrNull(draft.note) };
      return call(deviceApi.place, { params: { id }, body: { siteId, ...texts, evseId, connectorId } });
    },
    touches,
    said: () => t('devices.placed', { name }),
    onDone: onClose,
  });
  const take = useChange({ send: () => send(deviceApi.takeAway, { params: { id } }), touches, onDone: onClose });
  const isHalf = draft.stationId.trim() === '' && (draft.evseId !== null || draft.connectorId !== null);
  const count = (field: 'evseId' | 'connectorId') => ({
    ...{ min: 1, allowDecimal: false, value: draft[field] ?? '' },
    onChange: (typed: string | number) => change({ [field]: typeof typed === 'number' ? typed : null }),
  });
  return (
    <FormDialog
      title={t('devices.placeTitle', { name })}
      submit={t('form.save')}
      save={{ ...save, error: save.error ?? take.error }}
      onClose={onClose}
      explain={t('devices.placeHelp')}
      whyNot={siteId === '' ? t('devices.whyNot.site') : isHalf ? t('devices.whyNot.station') : undefined}
    >
      <Choice label={t('devices.field.site')} options={byName(sites)} {...choice('siteId')} value={siteId} />
      <StationField {...choice('stationId')} />
      <Group grow>
        <NumberInput label={t('devices.field.evse')} {...count('evseId')} />
        <NumberInput label={t('devices.field.connector')} {...count('connectorId')} />
      </Group>
      <TextInput
        label={t('sites.field.note')}
        placeholder={t('sites.field.noteHint')}
        maxLength={200}
        {...text('note')}
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
