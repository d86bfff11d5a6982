import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { Device } from '#contract/devices/device.ts';
import { call, send } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';

type Props = { device: Device; onClose: () => void };

export function RenameDialog({ device, onClose }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const [name, setName] = useState(device.name);
  const save = useMutation({
    mutationFn: () => call(deviceApi.change, { params: { id: device.id }, body: { name: name.trim() } }),
    onSuccess: (saved) => {
      tell(t('form.savedNamed', { name: saved.name }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  return (
    <FormDialog
      title={t('devices.rename')}
      isOpen
      onClose={onClose}
      onSubmit={() => save.mutate()}
      submit={t('form.save')}
      isSending={save.isPending}
      problem={save.error}
      whyNot={name.trim() === '' ? t('devices.whyNot.name') : undefined}
    >
      <TextInput
        label={t('devices.field.name')}
        description={t('devices.renameHelp')}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}

export function BlockDialog({ device, onClose }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const queries = useQueryClient();
  const isBlocked = device.state === 'blocked';
  const change = useMutation({
    mutationFn: () => call(deviceApi.change, { params: { id: device.id }, body: { isBlocked: !isBlocked } }),
    onSuccess: () => {
      tell(t(isBlocked ? 'devices.unblocked' : 'devices.blocked', { name: device.name }));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  return (
    <FormDialog
      title={device.name}
      isOpen
      onClose={onClose}
      onSubmit={() => change.mutate()}
      submit={t(isBlocked ? 'devices.unblock' : 'devices.block')}
      isSending={change.isPending}
      problem={change.error}
      isGrave={!isBlocked}
    >
      <Text size="sm">{t(isBlocked ? 'devices.unblockExplain' : 'devices.blockExplain')}</Text>
    </FormDialog>
  );
}

export function RemoveDialog({ device, onClose }: Props) {
  const { t } = useTranslation();
  const tell = useTell();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => send(deviceApi.remove, { params: { id: device.id } }),
    onSuccess: async () => {
      tell(t('devices.removed', { name: device.name }));
      await navigate({ to: '/devices' });
      await queries.invalidateQueries({ queryKey: ['devices'], exact: true });
    },
  });
  return (
    <FormDialog
      title={t('devices.removeTitle', { name: device.name })}
      isOpen
      onClose={onClose}
      onSubmit={() => remove.mutate()}
      submit={t('devices.remove')}
      isSending={remove.isPending}
      problem={remove.error}
      isGrave
    >
      <Text size="sm">{t('devices.removeExplain')}</Text>
    </FormDialog>
  );
}
