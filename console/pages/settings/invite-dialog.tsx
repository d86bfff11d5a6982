import { Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MadeInvitation } from '#contract/agents/person.ts';
import type { Grant } from '#contract/agents/principal.ts';
import { invitationApi } from '#contract/api/people.ts';
import { call } from '../../api/call.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { GrantsField } from '../../parts/grants.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

type Props = { onClose: () => void; onMade: (made: MadeInvitation) => void };

export function InviteDialog({ onClose, onMade }: Props) {
  const { t } = useTranslation();
  const first: { email: string; name: string; grants: Grant[] } = {
    email: '',
    name: '',
    grants: [{ role: 'operator', siteId: null }],
  };
  const { draft, text, choice } = useDraft(first);
  const [email, name] = [draft.email.trim(), draft.name.trim()];
  const invite = useChange({
    send: () => call(invitationApi.create, { body: { email, grants: draft.grants, ...(name !== '' && { name }) } }),
    touches: ['invitations'],
    onDone: (made) => {
      onClose();
      onMade(made);
    },
  });
  const { value: grants, onChange } = choice('grants');
  return (
    <FormDialog
      title={t('people.inviteTitle')}
      submit={t('people.makeLink')}
      save={invite}
      onClose={onClose}
      explain={t('people.inviteHelp')}
      whyNot={email.includes('@') ? undefined : t('people.needsEmail')}
    >
      <Stack gap="md">
        <TextInput label={t('signIn.email')} type="email" data-autofocus maxLength={200} {...text('email')} />
        <TextInput label={t('people.name')} description={t('people.nameHelp')} maxLength={80} {...text('name')} />
        <GrantsField grants={grants} onChange={onChange} />
      </Stack>
    </FormDialog>
  );
}
