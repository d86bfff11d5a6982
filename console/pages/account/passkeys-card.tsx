import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey, Person } from '#contract/agents/person.ts';
import { accountApi } from '#contract/api/account.ts';
import { call } from '../../api/call.ts';
import { isDismissed, knowsPasskeys, makePasskey, useWays } from '../../api/people.ts';
import { Card } from '../../parts/card.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { CurrentPassword } from './current-password.tsx';

export function PasskeysCard({ passkeys, person }: { passkeys: readonly Passkey[]; person: Person }) {
  const { t } = useTranslation();
  const canUse = useWays().data?.passkeys === true && knowsPasskeys();
  const [isAdding, setIsAdding] = useState(false);
  const remove = useChange({
    send: (id: string) => call(accountApi.removePasskey, { params: { id } }),
    touches: ['account'],
    said: () => t('account.passkeyRemoved'),
  });
  const columns = useColumns((id) => remove.mutate(id));
  return (
    <Card title={t('account.passkeys')}>
      <Text size="sm">{t(canUse ? 'account.passkeysHelp' : 'account.passkeysNotHere')}</Text>
      {passkeys.length > 0 && (
        <DataTable label={t('account.passkeys')} columns={columns} rows={passkeys} idOf={({ id }) => id} none={dash} />
      )}
      {remove.error !== null && <ProblemNote problem={remove.error} />}
      {canUse && (
        <Group mt="sm">
          <Button variant="default" size="compact-sm" onClick={() => setIsAdding(true)}>
            {t('account.addPasskey')}
          </Button>
        </Group>
      )}
      {isAdding && <AddDialog person={person} onClose={() => setIsAdding(false)} />}
    </Card>
  );
}

function useColumns(onRemove: (id: string) => void): readonly Column<Passkey>[] {
  const { t } = useTranslation();
  return [
    { head: t('people.name'), kind: 'main', cell: ({ name }) => name },
    {
      head: t('keys.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? dash : <Moment time={lastUsedAt} says="ago" />),
    },
    {
      head: '',
      kind: 'actions',
      cell: ({ id, name }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('account.removePasskey', { name })}
          onClick={() => onRemove(id)}
        >
          {t('people.remove')}
        </Button>
      ),
    },
  ];
}

function AddDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text } = useDraft({ name: t('invitation.thisDevice'), currentPassword: '' });
  const { name, currentPassword } = draft;
  const add = useChange({
    send: async () => {
      const { options } = await call(accountApi.passkeyOptions);
      const passkey = await makePasskey(options);
      const proof = currentPassword === '' ? {} : { currentPassword };
      return call(accountApi.addPasskey, { body: { passkey, name: name.trim(), ...proof } });
    },
    touches: ['account'],
    said: () => t('account.passkeyAdded'),
    onDone: onClose,
  });
  const shown = {
    mutate: () => add.mutate(),
    isPending: add.isPending,
    error: isDismissed(add.error) ? null : add.error,
  };
  return (
    <FormDialog
      title={t('account.addPasskey')}
      submit={t('account.addPasskey')}
      save={shown}
      onClose={onClose}
      explain={t('account.addPasskeyHelp', { name: person.name })}
      whyNot={name.trim() === '' ? t('people.needsName') : undefined}
    >
      <Stack gap="md">
        <TextInput
          label={t('people.name')}
          description={t('account.passkeyNameHelp')}
          maxLength={80}
          {...text('name')}
        />
        <CurrentPassword problem={add.error} {...text('currentPassword')} />
      </Stack>
    </FormDialog>
  );
}
