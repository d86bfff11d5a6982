import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '../../api/principal.ts';
import { useProposals } from '../../api/use-proposals.ts';
import { MayNote } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { AuditTab } from './audit-tab.tsx';
import { isOpen, keptOpen } from './open-proposals.ts';
import { ProposalBody } from './proposal-body.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { ProposalChip } from './proposal-chip.tsx';
import { type ProposalsFilter, proposalTabs } from './proposals-filter.ts';
import { ToolTitle } from './tool-title.tsx';
import './proposals.css';

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

/** What was decided, the newest first; each opens to everything that is known of it. */
function HistoryTab() {
  const { t } = useTranslation();
  const me = usePrincipal();
  const { data, error } = useProposals();
  if (me?.kind !== 'person') return <p className="proposals-none">{t('proposals.signIn')}</p>;
  if (data === undefined)
    return error === null ? (
      <Skeleton height={180} radius="md" />
    ) : (
      <ProblemNote title={t('proposals.readFailed')} problem={error} />
    );
  const ended = data.proposals.filter((each) => !isOpen(each));
  if (ended.length === 0) {
    const isNew = data.proposals.length === 0;
    return <p className="proposals-none">{t(isNew ? 'proposals.noHistory' : 'proposals.noneDecided')}</p>;
  }
  return (
    <ul className="proposals-history" aria-label={t('proposals.tab.history')}>
      {ended.map((proposal) => (
        <li key={proposal.id}>
          <details>
            <summary>
              <ProposalChip state={proposal.state} />
              <strong>
                <ToolTitle proposal={proposal} />
              </strong>
              <span className="proposals-on">{proposal.targets.join(', ')}</span>
              <span className="proposals-when">
                <Moment time={proposal.endedAt ?? proposal.decidedAt ?? proposal.proposedAt} says="ago" />
              </span>
            </summary>
            <ProposalBody proposal={proposal} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function WaitingTab() {
  const { t } = useTranslation();
  const me = usePrincipal();
  const { data, error } = useProposals();
  const [seen, setSeen] = useState<readonly string[]>([]);
  const ids = keptOpen(seen, data?.proposals ?? []);
  if (ids.length !== seen.length) setSeen(ids);
  if (me?.kind !== 'person') return <p className="proposals-none">{t('proposals.signIn')}</p>;
  if (data === undefined)
    return error === null ? (
      <Skeleton height={180} radius="md" />
    ) : (
      <ProblemNote title={t('proposals.readFailed')} problem={error} />
    );
  if (ids.length === 0) return <p className="proposals-none">{t('proposals.none')}</p>;
  const shown = ids.flatMap((id) => data.proposals.find((each) => each.id === id) ?? []);
  return (
    <ul className="proposals" aria-label={t('proposals.tab.waiting')}>
      {shown.map((proposal) => (
        <li key={proposal.id}>
          <ProposalCard proposal={proposal} />
        </li>
      ))}
    </ul>
  );
}
