import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../../live/principal.ts';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import './proposals.css';
import { AuditTab } from './audit-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { type ProposalsFilter, proposalTabs } from './proposals-filter.ts';
import { WaitingTab } from './waiting-tab.tsx';

const route = getRouteApi('/proposals');

/** What agents want to do: a person decides here, and sees the outcome. */
export function ProposalsPage() {
  const { t } = useTranslation();
  const me = usePrincipal();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const isAdministrator = me?.role === 'administrator';
  const tabs = proposalTabs.filter((name) => name !== 'audit' || isAdministrator);
  const tab = tabs.find((name) => name === filter.tab) ?? 'waiting';
  const change = (part: ProposalsFilter) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <>
      <PageHead title={t('proposals.title')}>
        <MayNote scope="proposals:decide" />
      </PageHead>
      <Tabs
        label={t('proposals.title')}
        tabs={tabs.map((name) => ({ name, title: t(`proposals.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'waiting' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'waiting' && <WaitingTab />}
        {tab === 'history' && <HistoryTab />}
        {tab === 'audit' && <AuditTab filter={filter} onChange={change} />}
      </div>
    </>
  );
}
