import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeInvitation, Person } from '#contract/agents/person.ts';
import { peopleApi } from '#contract/api/people.ts';
import { call, send } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { GrantsField } from '../../parts/grants.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

type Props = { person: Person; onClose: () => void; onLink: (made: MadeInvitation) => void };

/** What a person may do, and whether they may come in at all. */
export function PersonDialog({ person, onClose, onLink }: Props) {
  const { t } = useTranslation();
  const { id, name: known, state } = person;
  const isSelf = usePrincipal()?.id === id;
  const { draft, text, choice } = useDraft({ name: known, grants: person.grants });
  const [isRemoving, setIsRemoving] = useState(false);
  const params = { id };
  const save = useChange({
    send: () => call(peopleApi.change, { params, body: { name: draft.name.trim(), grants: draft.grants } }),
    touches: ['people', 'me'],
    said: ({ name }) => t('form.savedNamed', { name }),
    onDone: onClose,
  });
  const toggle = useChange({
    send: () => call(peopleApi.change, { params, body: { state: state === 'active' ? 'disabled' : 'active' } }),
    touches: ['people'],
    said: ({ name }) => t('form.savedNamed', { name }),
    onDone: onClose,
  });
  const link = useChange({
    send: () => call(peopleApi.link, { params }),
    touches: ['invitations'],
    onDone: (made) => {
      onClose();
      onLink(made);
    },
  });
  const signOut = useChange({
    send: () => call(peopleApi.endSignIns, { params }),
    touches: ['account'],
    said: ({ ended }) => t('people.signedOut', { count: ended }),
    onDone: onClose,
  });
  const { value: grants, onChange } = choice('grants');
  if (isRemoving) return <RemoveDialog person={person} onClose={onClose} />;
  const problem = toggle.error ?? link.error ?? signOut.error;
  return (
    <FormDialog
      title={known}
      submit={t('form.save')}
      save={save}
      onClose={onClose}
      whyNot={draft.name.trim() === '' ? t('people.needsName') : undefined}
      size="lg"
    >
      <Stack gap="md">
        <TextInput label={t('people.name')} maxLength={80} {...text('name')} />
        <GrantsField grants={grants} onChange={onChange} />
        {problem !== null && <ProblemNote problem={problem} />}
        <Group gap="xs">
          <Button variant="default" size="compact-sm" loading={link.isPending} onClick={() => link.mutate()}>
            {t('people.newLink')}
          </Button>
          <Button variant="default" size="compact-sm" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            {t('people.signOut')}
          </Button>
          {!isSelf && (
            <>
              <Button variant="default" size="compact-sm" loading={toggle.isPending} onClick={() => toggle.mutate()}>
                {t(state === 'active' ? 'people.disable' : 'people.enable')}
              </Button>
              <Button variant="outline" color="red" size="compact-sm" onClick={() => setIsRemoving(true)}>
                {t('people.remove')}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </FormDialog>
  );
}

function RemoveDialog({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useChange({
    send: () => send(peopleApi.remove, { params: { id } }),
    touches: ['people'],
    said: () => t('people.removed', { name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('people.removeTitle', { name })}
      submit={t('people.remove')}
      save={remove}
      onClose={onClose}
      explain={t('people.removeExplain')}
      isGrave
    />
  );
}
