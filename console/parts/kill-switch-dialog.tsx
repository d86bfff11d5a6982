import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChangeKillSwitch } from '../api/use-kill-switch.ts';
import { FormDialog } from './form-dialog.tsx';
import { useDraft } from './use-draft.ts';

/** Switches the kill switch on or off. */
export function KillSwitchDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ why: '' });
  const change = useChangeKillSwitch(onClose);
  const why = draft.why.trim();
  return (
    <FormDialog
      title={t(isOn ? 'killSwitch.onTitle' : 'killSwitch.offTitle')}
      submit={t(isOn ? 'killSwitch.switchOn' : 'killSwitch.lift')}
      save={{ ...change, mutate: () => change.mutate({ isOn, ...(why !== '' && { why }) }) }}
      onClose={onClose}
      explain={t(isOn ? 'killSwitch.onExplain' : 'killSwitch.offExplain')}
      isGrave={isOn}
    >
      <TextInput label={t('killSwitch.reason')} maxLength={300} {...text('why')} />
    </FormDialog>
  );
}
