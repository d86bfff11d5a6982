import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { Device } from '#contract/devices/device.ts';
import { call, send } from '../../api/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

type Props = { device: Device; onClose: () => void };

export function RenameDialog({ device, onClose }: Props) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ name: device.name });
  const name = draft.name.trim();
  const save = useChange({
    send: () => call(deviceApi.change, { params: { id: device.id }, body: { name } }),
    touches: ['devices'],
    said: (saved) => t('form.savedNamed', { name: saved.name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('devices.rename')}
      submit={t('form.save')}
      save={save}
      onClose={onClose}
      whyNot={name === '' ? t('devices.whyNot.name') : undefined}
    >
      <TextInput
        label={t('devices.field.name')}
        description={t('devices.renameHelp')}
        maxLength={60}
        {...text('name')}
      />
    </FormDialog>
  );
}

export function BlockDialog({ device: { id, name, state }, onClose }: Props) {
  const { t } = useTranslation();
  const isBlocked = state === 'blocked';
  const change = useChange({
    send: () => call(deviceApi.change, { params: { id }, body: { isBlocked: !isBlocked } }),
    touches: ['devices'],
    said: () => t(isBlocked ? 'devices.unblocked' : 'devices.blocked', { name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={name}
      submit={t(isBlocked ? 'devices.unblock' : 'devices.block')}
      save={change}
      onClose={onClose}
      explain={t(isBlocked ? 'devices.unblockExplain' : 'devices.blockExplain')}
      isGrave={!isBlocked}
    />
  );
}

export function RemoveDialog({ device: { id, name }, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const remove = useChange({
    send: () => send(deviceApi.remove, { params: { id } }),
    touches: ['devices'],
    said: () => t('devices.removed', { name }),
    onDone: () => navigate({ to: '/devices' }),
  });
  return (
    <FormDialog
      title={t('devices.removeTitle', { name })}
      submit={t('devices.remove')}
      save={remove}
      onClose={onClose}
      explain={t('devices.removeExplain')}
      isGrave
    />
  );
}
