import { ActionIcon, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSites } from '../../api/queries.ts';
import { byName, Choice } from '../../parts/choice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { monthAfter, thisMonth } from '../../text/local-time.ts';
import { Figures } from './figures.tsx';
import { Outages } from './outages.tsx';
import { RefusalFigures } from './refusal-figures.tsx';
import { type ReportFilter, reportTabs } from './report-filter.ts';
import { Uptime } from './uptime.tsx';
import './reports.css';

const route = getRouteApi('/reports');

/** What was charged and earned in a month, what was down, and who was refused. */
export function ReportsPage() {
  const { t } = useTranslation();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const sites = useSites().data?.sites ?? [];
  const { tab = 'figures', month = thisMonth(), by = 'day', site } = filter;
  const change = (part: ReportFilter) => void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  return (
    <>
      <PageHead title={t('reports.title')}>
        {sites.length > 0 && (
          <Choice
            label={t('tariff.site')}
            value={site ?? ''}
            none={t('reports.allSites')}
            options={byName(sites)}
            onChange={(value) => change({ site: value === '' ? undefined : value })}
          />
        )}
        <MonthPicker month={month} onChange={(chosen) => change({ month: chosen })} />
      </PageHead>
      <Tabs
        label={t('reports.title')}
        tabs={reportTabs.map((name) => ({ name, title: t(`reports.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => change({ tab: name === 'figures' ? undefined : name })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'figures' && <Figures month={month} site={site} by={by} onBy={(chosen) => change({ by: chosen })} />}
        {tab === 'uptime' && <Uptime month={month} site={site} />}
        {tab === 'outages' && <Outages month={month} site={site} />}
        {tab === 'refusals' && <RefusalFigures month={month} site={site} />}
      </div>
    </>
  );
}

/** A month, and the ones beside it by one click. */
function MonthPicker({ month, onChange }: { month: string; onChange: (month: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="month-picker">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('reports.before')}
        onClick={() => onChange(monthAfter(month, -1))}
      >
        ‹
      </ActionIcon>
      <TextInput
        type="month"
        label={t('reports.month')}
        value={month}
        onChange={({ currentTarget }) => {
          if (currentTarget.value !== '') onChange(currentTarget.value);
        }}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('reports.after')}
        onClick={() => onChange(monthAfter(month, 1))}
      >
        ›
      </ActionIcon>
    </div>
  );
}
