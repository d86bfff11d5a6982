import './notifications-texts.ts';
import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { notificationApi } from '#contract/api/notifications.ts';
import type { Notification } from '#contract/automation/notification.ts';
import { call } from '../../api/call.ts';
import { usePrincipal } from '../../api/principal.ts';
import { useRead } from '../../api/queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { SignInLink } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useAdministers } from '../../parts/use-administers.ts';
import { useChange } from '../../parts/use-change.ts';
import { dayTime } from '../../text/time.ts';
import { SettingsForm } from './settings-form.tsx';
import { Webhooks } from './webhooks.tsx';

const route = getRouteApi('/notifications');

/** What one was told, and what one wants to be told. */
export function NotificationsPage() {
  const { t } = useTranslation();
  const { tab = 'list' } = route.useSearch();
  const navigate = route.useNavigate();
  const isSignedIn = usePrincipal() !== null;
  const administers = useAdministers();
  const tabs = ['list', 'settings', ...(administers ? (['webhooks'] as const) : [])] as const;
  if (!isSignedIn) {
    return (
      <>
        <PageHead title={t('notifications.title')} />
        <p>
          {t('notifications.signInFirst')} <SignInLink />
        </p>
      </>
    );
  }
  return (
    <>
      <PageHead title={t('notifications.title')} note={t('notifications.help')}>
        {tab === 'list' && <MarkRead />}
      </PageHead>
      <Tabs
        label={t('notifications.title')}
        tabs={tabs.map((name) => ({ name, title: t(`notifications.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'list' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'list' && <List />}
        {tab === 'settings' && <Settings />}
        {tab === 'webhooks' && <Webhooks />}
      </div>
    </>
  );
}

const useList = () => useRead(['notifications', 'list'], notificationApi.list, { query: { limit: 200 } });

function MarkRead() {
  const { t } = useTranslation();
  const unread = useList().data?.unread ?? 0;
  const markRead = useChange({
    send: () => call(notificationApi.markRead, { body: {} }),
    touches: ['notifications'],
    said: () => t('notifications.allRead'),
  });
  return (
    <Button
      variant="default"
      size="compact-md"
      fz="sm"
      loading={markRead.isPending}
      {...unlessBlocked(unread === 0 ? t('notifications.noneUnread') : undefined, () => markRead.mutate())}
    >
      {t('notifications.markRead')}
    </Button>
  );
}

function List() {
  const { t } = useTranslation();
  const { data, error } = useList();
  return (
    <DataTable
      label={t('notifications.title')}
      columns={useColumns()}
      rows={data?.notifications}
      problem={error}
      failed={t('notifications.readFailed')}
      idOf={({ id }) => id}
      isOver={({ readAt }) => readAt !== null}
      none={t('notifications.none')}
    />
  );
}

function Settings() {
  const { t } = useTranslation();
  const { data, error } = useRead(['notification-settings'], notificationApi.channels, {});
  return (
    <Card title={t('notifications.settings')}>
      {error !== null && <ProblemNote problem={error} />}
      {data !== undefined && <SettingsForm key={JSON.stringify(data)} channels={data} />}
    </Card>
  );
}

function useColumns(): readonly Column<Notification>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('notifications.what'),
      kind: 'main',
      cell: ({ text, readAt }) => {
        const said = text[i18n.language === 'pt-BR' ? 'pt-BR' : 'en'];
        return readAt === null ? <strong>{said}</strong> : said;
      },
    },
    {
      head: t('form.station'),
      cell: ({ stationId }) =>
        stationId === null ? (
          dash
        ) : (
          <TextLink to="/equipment/$id" params={{ id: stationId }}>
            {stationId}
          </TextLink>
        ),
    },
    { head: t('notifications.topic'), cell: ({ topic }) => <TopicLink topic={topic} /> },
    { head: t('notifications.when'), cell: ({ at }) => dayTime(at, i18n.language) },
  ];
}

const pages = {
  rules: '/rules',
  proposals: '/proposals',
  findings: '/health',
  money: '/money',
  partners: '/partners',
  campaigns: '/campaigns',
  tickets: '/tickets',
  energy: '/energy',
} as const;

/** Where one goes to do something about it. */
function TopicLink({ topic }: Pick<Notification, 'topic'>) {
  const { t } = useTranslation();
  const words = t(`notifications.topics.${topic}`);
  if (topic === 'stations' || topic === 'security') return words;
  return <TextLink to={pages[topic]}>{words}</TextLink>;
}
