import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceApi } from '#contract/api/devices.ts';
import { call } from '../../live/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useTell } from '../../parts/told.tsx';

/** Lets a device in by the code on its display: whoever reads it stands before the device. */
export function ActivateDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const tell = useTell();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  const [name, setName] = useState('');
  const [secret, setSecret] = useState('');
  const digits = code.replace(/\s/g, '');
  const activate = useMutation({
    mutationFn: () =>
      call(deviceApi.activate, {
        body: {
          code: digits,
          ...(name.trim() !== '' && { name: name.trim() }),
          ...(secret.trim() !== '' && { secret: secret.trim() }),
        },
      }),
    onSuccess: (device) => {
      tell(t(device.isProofAwaited ? 'devices.proofAwaited' : 'devices.activated', { name: device.name }));
      onClose();
      void navigate({ to: '/devices/$id', params: { id: device.id } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  const isCode = /^\d{6}$/.test(digits);
  const isSecret = secret.trim() === '' || /^[0-9a-f]{64}$/i.test(secret.trim());
  const whyNot = isCode ? (isSecret ? undefined : t('devices.whyNot.secret')) : t('devices.whyNot.code');
  return (
    <FormDialog
      title={t('devices.activateTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => activate.mutate()}
      submit={t('devices.activate')}
      isSending={activate.isPending}
      problem={activate.error}
      whyNot={whyNot}
    >
      <Text size="sm">{t('devices.activateHelp')}</Text>
      <TextInput
        label={t('devices.field.code')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        value={code}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <TextInput
        label={t('devices.field.name')}
        description={t('devices.field.nameHelp')}
        maxLength={60}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <details className="form-more">
        <summary>{t('form.moreFields')}</summary>
        <PasswordInput
          label={t('devices.field.secret')}
          description={t('devices.field.secretHelp')}
          autoComplete="off"
          maxLength={64}
          value={secret}
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
      </details>
    </FormDialog>
  );
}
