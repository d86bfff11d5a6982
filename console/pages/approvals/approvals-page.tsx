import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../../live/principal.ts';
import { MayNote } from '../../parts/may-note.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import './approvals.css';
import { type ApprovalsFilter, approvalTabs } from './approvals-filter.ts';
import { AuditTab } from './audit-tab.tsx';
import { HistoryTab } from './history-tab.tsx';
import { WaitingTab } from './waiting-tab.tsx';

const route = getRouteApi('/approvals');

/** What agents want to do: a person decides here, and sees what came of it. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const me = usePrincipal();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const isAdministrator = me?.role === 'administrator';
  const tabs = approvalTabs.filter((name) => name !== 'audit' || isAdministrator);
  const tab = tabs.find((name) => name === filter.tab) ?? 'waiting';
  const change = (part: ApprovalsFilter) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <>
      <PageHead title={t('approvals.title')}>
        <MayNote scope="proposals:decide" />
      </PageHead>
      <Tabs
        label={t('approvals.title')}
        tabs={tabs.map((name) => ({ name, title: t(`approvals.tab.${name}`) }))}
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
