import { Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notificationApi } from '#contract/api/notifications.ts';
import type { CreatedWebhook, Webhook } from '#contract/automation/notification.ts';
import { call, send } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import { ActionButton, RowButton } from '../../parts/action-button.tsx';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useAdministers } from '../../parts/use-administers.ts';
import { useChange } from '../../parts/use-change.ts';
import { clockTime, dayTime } from '../../text/time.ts';

/** Addresses that are told of events; for administrators. */
export function Webhooks() {
  const { t } = useTranslation();
  const administers = useAdministers();
  const list = useRead(['webhooks'], notificationApi.webhooks, {}, { enabled: administers, refetchInterval: 10_000 });
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const [removing, setRemoving] = useState<Webhook | null>(null);
  const columns = useColumns(setRemoving);
  if (!administers) return null;
  return (
    <Card
      title={t('notifications.webhooks')}
      actions={
        <ActionButton scope="notifications:webhooks" onClick={() => setIsAdding(true)}>
          {t('notifications.addWebhook')}
        </ActionButton>
      }
    >
      {created !== null && (
        <Stack gap="xs" mb="md" role="status">
          <Text size="sm">{t('notifications.secretOnce')}</Text>
          <CopyLine value={created.secret} what={t('notifications.secret')} />
        </Stack>
      )}
      <DataTable
        label={t('notifications.webhooks')}
        columns={columns}
        rows={list.data?.webhooks}
        problem={list.error}
        idOf={({ id }) => id}
        none={t('notifications.noWebhooks')}
      />
      {removing !== null && <RemoveDialog webhook={removing} onClose={() => setRemoving(null)} />}
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} onCreated={setCreated} />}
    </Card>
  );
}

function useColumns(onRemove: (webhook: Webhook) => void): readonly Column<Webhook>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('notifications.address'),
      kind: 'main',
      cell: ({ name, url, kinds }) => (
        <div>
          <strong>{name}</strong> <small className="wrap">{url}</small>
          <small>{kinds.join(', ')}</small>
        </div>
      ),
    },
    { head: t('notifications.waiting'), kind: 'number', cell: ({ waiting }) => waiting },
    {
      head: t('notifications.lastTaken'),
      cell: ({ deliveredAt, failingSince, nextAttemptAt, trouble }) => (
        <div>
          {failingSince === null ? (
            deliveredAt !== null && <Chip tone="good">{t('notifications.takes')}</Chip>
          ) : (
            <Chip tone="bad">{t('notifications.failingSince', { since: dayTime(failingSince, i18n.language) })}</Chip>
          )}
          {trouble !== null && <small>{trouble}</small>}
          {failingSince !== null && nextAttemptAt !== null && (
            <small>{t('notifications.nextAttempt', { at: clockTime(nextAttemptAt, i18n.language) })}</small>
          )}
          {deliveredAt !== null && (
            <small>{t('notifications.deliveredAt', { at: dayTime(deliveredAt, i18n.language) })}</small>
          )}
          {deliveredAt === null && failingSince === null && dash}
        </div>
      ),
    },
    {
      head: t('notifications.actions'),
      kind: 'actions',
      cell: (webhook) => (
        <RowButton
          scope="notifications:webhooks"
          onClick={() => onRemove(webhook)}
          aria-label={t('notifications.removeNamed', { name: webhook.name })}
        >
          {t('notifications.remove')}
        </RowButton>
      ),
    },
  ];
}

function RemoveDialog({ webhook: { id, name, waiting }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useChange({
    send: () => send(notificationApi.removeWebhook, { params: { id } }),
    touches: ['webhooks'],
    said: () => t('notifications.removed', { name }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('notifications.removeNamed', { name })}
      submit={t('notifications.remove')}
      save={remove}
      onClose={onClose}
      explain={t('notifications.removeExplain', { count: waiting })}
      isGrave
    />
  );
}

/** What most receivers want to hear of; any other kind can be added by its name. */
const usualKinds = [
  'station-went-offline',
  'station-connected',
  'connector-status',
  'finding-opened',
  'ticket-opened',
  'rule-ran',
  'security-event',
];

function AddDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (created: CreatedWebhook) => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState({ name: '', url: '' });
  const [kinds, setKinds] = useState(['station-went-offline', 'station-connected']);
  const save = useChange({
    send: () => call(notificationApi.addWebhook, { body: { name: draft.name.trim(), url: draft.url.trim(), kinds } }),
    touches: ['webhooks'],
    said: ({ webhook }) => t('notifications.added', { name: webhook.name }),
    onDone: (created) => {
      onCreated(created);
      onClose();
    },
  });
  const field = (name: keyof typeof draft) => ({
    label: t(`notifications.fields.${name}`),
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      setDraft((before) => ({ ...before, [name]: currentTarget.value })),
  });
  const whyNot =
    draft.name.trim() === ''
      ? t('notifications.needName')
      : !/^https?:\/\//.test(draft.url.trim()) || !URL.canParse(draft.url.trim())
        ? t('notifications.needUrl')
        : kinds.length === 0
          ? t('notifications.needKinds')
          : undefined;
  return (
    <FormDialog
      title={t('notifications.addWebhook')}
      submit={t('notifications.addWebhook')}
      save={save}
      whyNot={whyNot}
      onClose={onClose}
    >
      <TextInput {...field('name')} />
      <TextInput {...field('url')} placeholder="https://example.com/hooks/sigec" />
      <TagsInput
        label={t('notifications.fields.kinds')}
        description={t('notifications.kindsHelp')}
        data={usualKinds}
        value={kinds}
        onChange={setKinds}
        splitChars={[',', ' ']}
        acceptValueOnBlur
      />
    </FormDialog>
  );
}
