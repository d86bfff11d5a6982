import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeHalt } from '../live/use-halt.ts';
import { FormDialog } from './form-dialog.tsx';

/** Halts all commands to stations, or lets them go on. */
export function HaltDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [why, setWhy] = useState('');
  const change = useChangeHalt(onClose);
  return (
    <FormDialog
      title={t(isOn ? 'halt.onTitle' : 'halt.offTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => change.mutate({ isOn, ...(why.trim() !== '' && { why: why.trim() }) })}
      submit={t(isOn ? 'halt.halt' : 'halt.lift')}
      isSending={change.isPending}
      problem={change.error}
      isGrave={isOn}
    >
      <Text size="sm">{t(isOn ? 'halt.onExplain' : 'halt.offExplain')}</Text>
      <TextInput
        label={t('halt.reason')}
        maxLength={300}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
    </FormDialog>
  );
}
