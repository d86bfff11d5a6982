import { PasswordInput, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Person } from '#contract/agents/person.ts';
import { accountApi } from '#contract/api/account.ts';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { CurrentPassword } from './current-password.tsx';

export function PasswordDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ password: '', currentPassword: '' });
  const { password, currentPassword } = draft;
  const save = useChange({
    send: () =>
      call(accountApi.setPassword, { body: { password, ...(currentPassword !== '' && { currentPassword }) } }),
    touches: ['account'],
    said: () => t('account.passwordSet'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t(person.hasPassword ? 'account.changePassword' : 'account.setPassword')}
      submit={t('form.save')}
      save={save}
      onClose={onClose}
      explain={t('account.passwordExplain')}
      whyNot={password.length < 12 ? t('account.passwordHelp') : undefined}
    >
      <Stack gap="md">
        <CurrentPassword problem={save.error} isAsked={person.hasPassword} {...text('currentPassword')} />
        <PasswordInput label={t('account.newPassword')} {...text('password')} autoComplete="new-password" />
      </Stack>
    </FormDialog>
  );
}
