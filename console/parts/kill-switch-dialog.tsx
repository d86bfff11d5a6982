import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeKillSwitch } from '../live/use-kill-switch.ts';
import { FormDialog } from './form-dialog.tsx';

/** Switches the kill switch on or off. */
export function KillSwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const [why, setWhy] = useState('');
  const change = useChangeKillSwitch(onClose);
  return (
    <FormDialog
      title={t(isOn ? 'killSwitch.onTitle' : 'killSwitch.offTitle')}
      isOpen
      onClose={onClose}
      onSubmit={() => change.mutate({ isOn, ...(why.trim() !== '' && { why: why.trim() }) })}
      submit={t(isOn ? 'killSwitch.switchOn' : 'killSwitch.lift')}
      isSending={change.isPending}
      problem={change.error}
      isGrave={isOn}
    >
      <Text size="sm">{t(isOn ? 'killSwitch.onExplain' : 'killSwitch.offExplain')}</Text>
      <TextInput
        label={t('killSwitch.reason')}
        maxLength={300}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
    </FormDialog>
  );
}
