import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CreatedKey, type Principal, principalKind, role } from '#contract/agents/principal.ts';
import { keyApi } from '#contract/api/keys.ts';
import { call } from '../../api/call.ts';
import { useSites } from '../../api/site-queries.ts';
import { byName, Choice } from '../../parts/choice.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { Dialog, FormDialog } from '../../parts/form-dialog.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';

const scopesOffered = [
  ...['stations', 'stations:read', 'stations:command', 'sessions', 'sessions:read', 'reports:read', 'events:read'],
  ...[
    'tariffs',
    'tariffs:read',
    'drivers:read',
    'tokens',
    'tokens:read',
    'reservations',
    'sites:read',
    'payments:read',
  ],
  ...['devices', 'vehicles', 'books', 'metrics:read', 'personal:read'],
];
const lasts = { week: 7, month: 30, year: 365, ever: null } as const;
type Lasting = keyof typeof lasts;
type Draft = {
  name: string;
  kind: Principal['kind'];
  role: Principal['role'];
  scopes: string[];
  sites: string[];
  lasts: Lasting;
};

/** Makes a key for a program or an agent: what it may do, where, and for how long. */
export function KeyDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (created: CreatedKey) => void }) {
  const { t } = useTranslation();
  const first: Draft = { name: '', kind: 'agent', role: 'operator', scopes: [], sites: [], lasts: 'year' };
  const { draft, text, choice } = useDraft(first);
  const sites = byName(useSites().data?.sites);
  const days = lasts[draft.lasts];
  const create = useChange({
    send: () => {
      const { lasts: _inWords, name, ...wanted } = draft;
      const expiresAt = days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString();
      return call(keyApi.create, { body: { ...wanted, name: name.trim(), expiresAt } });
    },
    touches: ['keys'],
    onDone: (created) => {
      onClose();
      onCreated(created);
    },
  });
  const roles = role.options.filter((value) => draft.kind !== 'agent' || value !== 'administrator');
  return (
    <FormDialog
      title={t('keys.create')}
      submit={t('keys.make')}
      save={create}
      onClose={onClose}
      whyNot={draft.name.trim() === '' ? t('people.needsName') : undefined}
      size="lg"
    >
      <Stack gap="md">
        <TextInput
          label={t('people.name')}
          description={t('keys.nameHelp')}
          maxLength={80}
          data-autofocus
          {...text('name')}
        />
        <div className="form-row">
          <Choice
            label={t('keys.kind')}
            options={principalKind.options.map((value) => ({ value, label: t(`keys.is.${value}`) }))}
            {...choice('kind')}
          />
          <Choice
            label={t('people.role')}
            options={roles.map((value) => ({ value, label: t(`role.${value}`) }))}
            {...choice('role')}
          />
        </div>
        <MultiSelect
          label={t('keys.sites')}
          description={t('keys.sitesHelp')}
          data={sites}
          searchable
          {...choice('sites')}
        />
        <MultiSelect
          label={t('keys.scopes')}
          description={t('keys.scopesHelp')}
          data={scopesOffered}
          searchable
          {...choice('scopes')}
        />
        <Choice
          label={t('people.expires')}
          options={(Object.keys(lasts) as Lasting[]).map((value) => ({ value, label: t(`keys.lasts.${value}`) }))}
          {...choice('lasts')}
        />
      </Stack>
    </FormDialog>
  );
}

export function CreatedKeyDialog({ created, onClose }: { created: CreatedKey; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('keys.madeTitle', { name: created.key.name })} onClose={onClose} size="lg" isKept>
      <Stack gap="md">
        <Text size="sm">{t('keys.madeHelp')}</Text>
        <CopyLine value={created.secret} what={t('signIn.key')} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('shell.close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
