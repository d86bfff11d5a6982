import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { AddedServer } from '#contract/devices/device.ts';
import { call } from '../../live/call.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { nameAsId } from '../../parts/name-as-id.ts';

/** A server of one's own: it dials in at an address that is shown once. */
export function ServerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const id = nameAsId(name).slice(0, 40);
  const add = useMutation({
    mutationFn: () => call(deviceApi.addServer, { body: { id, name: name.trim() } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  if (add.data !== undefined) return <AddressDialog server={add.data} onClose={onClose} />;
  return (
    <FormDialog
      title={t('devices.serverTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => add.mutate()}
      submit={t('devices.addServer')}
      isSending={add.isPending}
      problem={add.error}
      whyNot={id === '' ? t('devices.whyNot.name') : undefined}
    >
      <Text size="sm">{t('devices.serverHelp')}</Text>
      <TextInput
        label={t('devices.field.name')}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </FormDialog>
  );
}

export function AddressDialog({ server, onClose }: { server: AddedServer; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={server.name}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('devices.addressOnce')}</Text>
        <CopyLine value={server.address} what={t('devices.address')} />
        <Button w="fit-content" onClick={onClose}>
          {t('devices.addressKept')}
        </Button>
      </Stack>
    </Modal>
  );
}
