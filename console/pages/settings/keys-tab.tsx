import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedKey, Key } from '#contract/agents/principal.ts';
import { keyApi } from '#contract/api/keys.ts';
import { call } from '../../api/call.ts';
import { useKeys } from '../../api/people.ts';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { GrantList } from '../../parts/grants.tsx';
import { DayOf, Moment } from '../../parts/moment.tsx';
import { useChange } from '../../parts/use-change.ts';
import { CreatedKeyDialog, KeyDialog } from './key-dialog.tsx';

/** Keys of programs and agents, and of people who came before they were persons here. */
export function KeysTab() {
  const { t } = useTranslation();
  const { data, error } = useKeys();
  const [isMaking, setIsMaking] = useState(false);
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const [ending, setEnding] = useState<Key | null>(null);
  return (
    <Stack gap="md">
      <Group justify="flex-end">
        <Button size="compact-md" fz="sm" onClick={() => setIsMaking(true)}>
          {t('keys.create')}
        </Button>
      </Group>
      <DataTable
        label={t('settings.tab.keys')}
        columns={useColumns(setEnding)}
        rows={data?.keys}
        problem={error}
        idOf={({ id }) => id}
        isOver={(key) => stateOf(key) !== 'valid'}
        none={t('keys.none')}
      />
      {isMaking && <KeyDialog onClose={() => setIsMaking(false)} onCreated={setCreated} />}
      {created !== null && <CreatedKeyDialog created={created} onClose={() => setCreated(null)} />}
      {ending !== null && <RevokeDialog apiKey={ending} onClose={() => setEnding(null)} />}
    </Stack>
  );
}

function stateOf({ revokedAt, expiresAt }: Key): 'valid' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid';
}

function useColumns(onEnd: (key: Key) => void): readonly Column<Key>[] {
  const { t } = useTranslation();
  return [
    { head: t('people.name'), value: ({ name }) => name, kind: 'main', cell: ({ name }) => name },
    { head: t('keys.kind'), value: ({ kind }) => t(`keys.is.${kind}`), cell: ({ kind }) => t(`keys.is.${kind}`) },
    {
      head: t('people.roles'),
      cell: ({ role, grants }) => <GrantList grants={grants ?? [{ role, siteId: null }]} />,
    },
    { head: t('keys.scopes'), cell: ({ scopes }) => (scopes.length === 0 ? t('keys.everything') : scopes.join(', ')) },
    {
      head: t('people.expires'),
      value: ({ expiresAt }) => expiresAt,
      cell: ({ expiresAt }) => (expiresAt === null ? t('keys.never') : <DayOf time={expiresAt} />),
    },
    {
      head: t('keys.lastUsed'),
      value: ({ lastUsedAt }) => lastUsedAt,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? dash : <Moment time={lastUsedAt} says="ago" />),
    },
    {
      head: t('people.state'),
      value: (key) => t(`keys.state.${stateOf(key)}`),
      cell: (key) => <Chip tone={stateOf(key) === 'valid' ? 'good' : 'rest'}>{t(`keys.state.${stateOf(key)}`)}</Chip>,
    },
    {
      head: '',
      kind: 'actions',
      cell: (key) =>
        stateOf(key) === 'valid' && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('keys.revokeNamed', { name: key.name })}
            onClick={() => onEnd(key)}
          >
            {t('keys.revoke')}
          </Button>
        ),
    },
  ];
}

function RevokeDialog({ apiKey: { id, name }, onClose }: { apiKey: Key; onClose: () => void }) {
  const { t } = useTranslation();
  const revoke = useChange({
    send: () => call(keyApi.revoke, { params: { id } }),
    touches: ['keys'],
    said: () => t('keys.revoked', { name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('keys.revokeNamed', { name })}
      submit={t('keys.revoke')}
      save={revoke}
      onClose={onClose}
      explain={t('keys.revokeExplain')}
      isGrave
    />
  );
}
