import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SignedInBrowser } from '#contract/agents/person.ts';
import { accountApi } from '#contract/api/account.ts';
import { call } from '../../api/call.ts';
import { Card } from '../../parts/card.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { browserName } from './browser-name.ts';

/** Where one is signed in, to be ended one by one or all but this. */
export function SignInsCard({ signIns }: { signIns: readonly SignedInBrowser[] }) {
  const { t } = useTranslation();
  const end = useChange({
    send: (id: string) => call(accountApi.endSignIn, { params: { id } }),
    touches: ['account', 'me'],
    said: () => t('account.ended'),
  });
  const endOthers = useChange({
    send: () => call(accountApi.endOtherSignIns),
    touches: ['account'],
    said: ({ ended }) => t('people.signedOut', { count: ended }),
  });
  const problem = end.error ?? endOthers.error;
  return (
    <Card title={t('account.signIns')}>
      <DataTable
        label={t('account.signIns')}
        columns={useColumns((id) => end.mutate(id))}
        rows={signIns}
        idOf={({ id }) => id}
        none={t('account.noSignIns')}
      />
      {problem !== null && <ProblemNote problem={problem} />}
      {signIns.length > 1 && (
        <Group mt="sm">
          <Button variant="default" size="compact-sm" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('account.endOthers')}
          </Button>
        </Group>
      )}
    </Card>
  );
}

function useColumns(onEnd: (id: string) => void): readonly Column<SignedInBrowser>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('account.browser'),
      kind: 'main',
      cell: ({ browser, isThis }) => (
        <>
          {browser === null ? t('account.unknownBrowser') : browserName(browser)}
          {isThis && ` (${t('account.thisOne')})`}
        </>
      ),
    },
    { head: t('account.way'), cell: ({ way }) => t(`account.by.${way}`) },
    { head: t('account.address'), cell: ({ address }) => address ?? dash },
    {
      head: t('keys.lastUsed'),
      cell: ({ lastUsedAt, signedInAt }) => <Moment time={lastUsedAt ?? signedInAt} says="ago" />,
    },
    {
      head: '',
      kind: 'actions',
      cell: ({ id, isThis }) =>
        !isThis && (
          <Button variant="default" size="compact-sm" onClick={() => onEnd(id)}>
            {t('people.signOut')}
          </Button>
        ),
    },
  ];
}
