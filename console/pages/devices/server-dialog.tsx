import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import type { AddedServer } from '#contract/devices/device.ts';
import { call } from '../../api/call.ts';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { nameAsId } from '../../parts/name-as-id.ts';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

/** A server of one's own: it dials in at an address that is shown once. */
export function ServerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ name: '' });
  const id = nameAsId(draft.name).slice(0, 40);
  const add = useChange({
    send: () => call(deviceApi.addServer, { body: { id, name: draft.name.trim() } }),
    touches: ['devices'],
  });
  if (add.data !== undefined) return <AddressDialog server={add.data} onClose={onClose} />;
  return (
    <FormDialog
      title={t('devices.serverTitle')}
      submit={t('devices.addServer')}
      save={add}
      onClose={onClose}
      explain={t('devices.serverHelp')}
      whyNot={id === '' ? t('devices.whyNot.name') : undefined}
    >
      <TextInput label={t('devices.field.name')} maxLength={60} {...text('name')} />
    </FormDialog>
  );
}

export function AddressDialog({ server, onClose }: { server: AddedServer; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={server.name} onClose={onClose} size="lg">
      <Stack gap="md">
        <Text size="sm">{t('devices.addressOnce')}</Text>
        <CopyLine value={server.address} what={t('devices.address')} />
        <Button w="fit-content" onClick={onClose}>
          {t('devices.addressKept')}
        </Button>
      </Stack>
    </Dialog>
  );
}
