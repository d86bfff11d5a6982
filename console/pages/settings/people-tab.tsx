import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation, MadeInvitation, Person } from '#contract/agents/person.ts';
import { invitationApi } from '#contract/api/people.ts';
import { call } from '../../api/call.ts';
import { useInvitations, usePeople } from '../../api/people.ts';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { GrantList } from '../../parts/grants.tsx';
import { DayOf, Moment } from '../../parts/moment.tsx';
import { useChange } from '../../parts/use-change.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PersonDialog } from './person-dialog.tsx';
import { RolesCard } from './roles-card.tsx';

/** People who sign in here, and those who were invited. */
export function PeopleTab() {
  const { t } = useTranslation();
  const people = usePeople();
  const invitations = useInvitations();
  const [isInviting, setIsInviting] = useState(false);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const [changing, setChanging] = useState<Person | null>(null);
  const open = invitations.data?.invitations.filter(({ state }) => state === 'open');
  return (
    <Stack gap="md">
      <Group justify="flex-end">
        <Button size="compact-md" fz="sm" onClick={() => setIsInviting(true)}>
          {t('people.invite')}
        </Button>
      </Group>
      <DataTable
        label={t('people.title')}
        columns={usePersonColumns(setChanging)}
        rows={people.data?.people}
        problem={people.error}
        idOf={({ id }) => id}
        isOver={({ state }) => state === 'disabled'}
        none={t('people.none')}
      />
      {open !== undefined && open.length > 0 && <OpenInvitations invitations={open} />}
      <RolesCard />
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} onMade={setMade} />}
      {made !== null && <LinkDialog made={made} onClose={() => setMade(null)} />}
      {changing !== null && <PersonDialog person={changing} onClose={() => setChanging(null)} onLink={setMade} />}
    </Stack>
  );
}

function OpenInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className="section-heading">{t('people.invitations')}</h2>
      <DataTable
        label={t('people.invitations')}
        columns={useInvitationColumns()}
        rows={invitations}
        idOf={({ id }) => id}
        none={t('people.none')}
      />
    </>
  );
}

function usePersonColumns(onChange: (person: Person) => void): readonly Column<Person>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('people.name'),
      kind: 'main',
      cell: (person) => (
        <button type="button" className="row-link" onClick={() => onChange(person)}>
          {person.name}
        </button>
      ),
    },
    { head: t('signIn.email'), value: ({ email }) => email, cell: ({ email }) => email ?? dash },
    { head: t('people.roles'), cell: ({ grants }) => <GrantList grants={grants} /> },
    { head: t('people.signsIn'), cell: (person) => <Ways person={person} /> },
    {
      head: t('people.lastSignIn'),
      value: ({ signedInAt }) => signedInAt,
      cell: ({ signedInAt }) => (signedInAt === null ? dash : <Moment time={signedInAt} says="ago" />),
    },
    {
      head: t('people.state'),
      value: ({ state }) => t(`people.is.${state}`),
      cell: ({ state }) => <Chip tone={state === 'active' ? 'good' : 'rest'}>{t(`people.is.${state}`)}</Chip>,
    },
  ];
}

function Ways({ person }: { person: Person }) {
  const { t } = useTranslation();
  const ways = [
    person.passkeys > 0 ? t('people.way.passkey') : '',
    person.hasPassword ? t(person.hasTotp ? 'people.way.passwordAndCode' : 'people.way.password') : '',
    person.isOidc ? t('people.way.oidc') : '',
  ].filter((way) => way !== '');
  return ways.length === 0 ? dash : <>{ways.join(', ')}</>;
}

function useInvitationColumns(): readonly Column<Invitation>[] {
  const { t } = useTranslation();
  const revoke = useChange({
    send: (id: string) => call(invitationApi.revoke, { params: { id } }),
    touches: ['invitations'],
    said: () => t('people.revoked'),
  });
  return [
    { head: t('signIn.email'), value: ({ email }) => email, kind: 'main', cell: ({ email }) => email },
    { head: t('people.roles'), cell: ({ grants }) => <GrantList grants={grants} /> },
    { head: t('people.expires'), cell: ({ expiresAt }) => <DayOf time={expiresAt} /> },
    {
      head: '',
      kind: 'actions',
      cell: ({ id, email }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('people.revokeOf', { email })}
          onClick={() => revoke.mutate(id)}
        >
          {t('people.revoke')}
        </Button>
      ),
    },
  ];
}
