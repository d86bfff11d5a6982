import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '#contract/campaigns/campaign.ts';
import { useCampaigns } from '../../api/campaign-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { dayTime, exactTime } from '../../text/time.ts';
import { CampaignChip } from './campaign-chip.tsx';
import './campaign-texts.ts';
import { CatalogueTab } from './catalogue-tab.tsx';
import { ImageDialog } from './image-dialog.tsx';
import { StartDialog } from './start-dialog.tsx';

const route = getRouteApi('/campaigns');
const tabs = ['campaigns', 'catalogue'] as const;

/** Firmware, settings and certificates on their way to many stations. */
export function CampaignsPage() {
  const { t } = useTranslation();
  const { tab = 'campaigns' } = route.useSearch();
  const choose = route.useNavigate();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'start' | 'image' | null>(null);
  const isCatalogue = tab === 'catalogue';
  return (
    <>
      <PageHead title={t('campaigns.title')} note={t('campaigns.help')}>
        <MayNote scope="campaigns:change" />
        {isCatalogue && (
          <ActionButton scope="firmware:change" variant="default" onClick={() => setOpened('image')}>
            {t('campaigns.addImage')}
          </ActionButton>
        )}
        <ActionButton scope="campaigns:change" onClick={() => setOpened('start')}>
          {t('campaigns.start')}
        </ActionButton>
      </PageHead>
      <Tabs
        label={t('campaigns.title')}
        tabs={tabs.map((name) => ({ name, title: t(`campaigns.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void choose({ search: name === 'catalogue' ? { tab: name } : {} })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {isCatalogue ? <CatalogueTab /> : <Campaigns />}
      </div>
      {opened === 'start' && (
        <StartDialog
          onClose={() => setOpened(null)}
          onStarted={(id) => void navigate({ to: '/campaigns/$id', params: { id } })}
        />
      )}
      {opened === 'image' && <ImageDialog onClose={() => setOpened(null)} />}
    </>
  );
}

function Campaigns() {
  const { t } = useTranslation();
  const { data, error } = useCampaigns();
  return (
    <DataTable
      label={t('campaigns.title')}
      columns={useColumns()}
      rows={data?.campaigns}
      problem={error}
      failed={t('campaigns.readFailed')}
      idOf={({ id }) => id}
      isOver={({ endedAt }) => endedAt !== null}
      none={t('campaigns.none')}
    />
  );
}

function useColumns(): readonly Column<Campaign>[] {
  const { t, i18n } = useTranslation();
  const who = useWho();
  return [
    {
      head: t('campaigns.column.name'),
      value: ({ name }) => name,
      kind: 'main',
      cell: ({ id, name, action }) => (
        <div>
          <Link to="/campaigns/$id" params={{ id }} className="row-link">
            {name}
          </Link>
          <small>{t(`campaigns.kind.${action.kind}`)}</small>
        </div>
      ),
    },
    {
      head: t('campaigns.column.state'),
      value: ({ state }) => t(`campaigns.state.${state}`),
      cell: ({ state, stop }) => (
        <div>
          <CampaignChip state={state} />
          {stop !== null && <small>{t(`campaigns.stop.${stop}`)}</small>}
        </div>
      ),
    },
    {
      head: t('campaigns.column.stage'),
      cell: ({ stage, stages }) => `${Math.min(stage + 1, stages.length)} / ${stages.length}`,
    },
    {
      head: t('campaigns.column.progress'),
      cell: ({ counts, total, touched }) =>
        t('campaigns.progress', { done: counts.done, total, touched, failed: counts.failed }),
    },
    {
      head: t('campaigns.column.begun'),
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt, createdBy }) => (
        <span title={exactTime(createdAt, i18n.language)}>
          {dayTime(createdAt, i18n.language)} · {who(createdBy)}
        </span>
      ),
    },
  ];
}
