import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, type Person, personLanguage } from '#contract/agents/person.ts';
import { accountApi } from '#contract/api/account.ts';
import { call } from '../../api/call.ts';
import { useAccount } from '../../api/people.ts';
import { Card } from '../../parts/card.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Fact } from '../../parts/facts.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { GrantList } from '../../parts/grants.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { AgentsTable } from '../consent/agents-table.tsx';
import { CurrentPassword } from './current-password.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SignInsCard } from './sign-ins-card.tsx';
import { TotpCard } from './totp-card.tsx';

/** Oneself: name, ways in, and where one is signed in. */
export function AccountPage() {
  const { t } = useTranslation();
  const { data, error } = useAccount();
  return (
    <>
      <PageHead title={t('account.title')} note={t('account.help')} />
      {error !== null && <ProblemNote problem={error} />}
      {data !== undefined && <Loaded account={data} />}
    </>
  );
}

function Loaded({ account }: { account: Account }) {
  const { person, principal } = account;
  return (
    <div className="columns-two">
      <Stack gap="md">
        {person === null ? <KeyOnly name={principal.name} /> : <PersonCard person={person} />}
        <SignInsCard signIns={account.signIns} />
        {principal.kind === 'person' && <AgentsCard />}
      </Stack>
      {person !== null && (
        <Stack gap="md">
          <PasskeysCard passkeys={account.passkeys} person={person} />
          <PasswordCard person={person} />
          <TotpCard person={person} recoveryCodes={account.recoveryCodes} />
        </Stack>
      )}
    </div>
  );
}

/** What acts in one's name over OAuth. */
function AgentsCard() {
  const { t } = useTranslation();
  return (
    <Card title={t('agents.title')}>
      <AgentsTable of="me" />
    </Card>
  );
}

function KeyOnly({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <Card title={name}>
      <Text size="sm">{t('account.keyOnly')}</Text>
    </Card>
  );
}

function PersonCard({ person }: { person: Person }) {
  const { t } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const edit = (
    <Button variant="default" size="compact-sm" onClick={() => setIsEditing(true)}>
      {t('form.edit')}
    </Button>
  );
  return (
    <Card title={t('account.about')} actions={edit}>
      <dl className="facts">
        <Fact name={t('people.name')}>{person.name}</Fact>
        <Fact name={t('signIn.email')}>{person.email}</Fact>
        <Fact name={t('people.roles')}>
          <GrantList grants={person.grants} />
        </Fact>
      </dl>
      {person.email === null && <Text size="sm">{t('account.needsEmail')}</Text>}
      {isEditing && <AboutDialog person={person} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

function AboutDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const spoken: '' | NonNullable<Person['language']> = person.language ?? '';
  const { draft, text, choice } = useDraft({
    name: person.name,
    email: person.email ?? '',
    currentPassword: '',
    language: spoken,
  });
  const { name, email, language, currentPassword } = draft;
  const save = useChange({
    send: () =>
      call(accountApi.change, {
        body: {
          name: name.trim(),
          ...(email.trim() !== '' && email.trim() !== person.email && { email: email.trim() }),
          ...(language !== '' && { language }),
          ...(currentPassword !== '' && { currentPassword }),
        },
      }),
    touches: ['account', 'me', 'people'],
    said: () => t('form.saved'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('account.about')}
      submit={t('form.save')}
      save={save}
      onClose={onClose}
      whyNot={name.trim() === '' ? t('people.needsName') : undefined}
    >
      <Stack gap="md">
        <TextInput label={t('people.name')} maxLength={80} {...text('name')} />
        <TextInput label={t('signIn.email')} type="email" maxLength={200} {...text('email')} />
        <Choice
          label={t('shell.language')}
          none={t('account.asBrowser')}
          options={personLanguage.options.map((value) => ({ value, label: t(`account.language.${value}`) }))}
          {...choice('language')}
        />
        <CurrentPassword problem={save.error} {...text('currentPassword')} />
      </Stack>
    </FormDialog>
  );
}

function PasswordCard({ person }: { person: Person }) {
  const { t } = useTranslation();
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Card title={t('signIn.password')}>
      <Text size="sm">{t(person.hasPassword ? 'account.hasPassword' : 'account.noPassword')}</Text>
      <Group mt="sm">
        <Button
          variant="default"
          size="compact-sm"
          disabled={person.email === null}
          onClick={() => setIsChanging(true)}
        >
          {t(person.hasPassword ? 'account.changePassword' : 'account.setPassword')}
        </Button>
      </Group>
      {isChanging && <PasswordDialog person={person} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}
