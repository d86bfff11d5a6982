import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSites } from '../../api/site-queries.ts';
import { byName, Choice } from '../../parts/choice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { thisMonth } from '../../text/local-time.ts';
import { Figures } from './figures.tsx';
import { Outages } from './outages.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { RefusalFigures } from './refusal-figures.tsx';
import { type ReportFilter, reportTabs } from './report-filter.ts';
import { daysOf } from './report-period.ts';
import { Uptime } from './uptime.tsx';
import './print.css';
import './reports.css';

const route = getRouteApi('/reports');

/** What was charged and earned in a period, what was down, and who was refused. */
export function ReportsPage() {
  const { t } = useTranslation();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const sites = useSites().data?.sites ?? [];
  const { tab = 'figures', by = 'day', site, compare } = filter;
  const days = daysOf(filter, thisMonth());
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
        <PeriodPicker filter={filter} days={days} onChange={change} />
        <Button variant="default" fz="sm" className="print-button" onClick={() => window.print()}>
          {t('reports.print')}
        </Button>
      </PageHead>
      <Tabs
        label={t('reports.title')}
        tabs={reportTabs.map((name) => ({ name, title: t(`reports.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: { ...filter, tab: name === 'figures' ? undefined : name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'figures' && (
          <Figures days={days} site={site} compare={compare} by={by} onBy={(chosen) => change({ by: chosen })} />
        )}
        {tab === 'uptime' && <Uptime days={days} site={site} />}
        {tab === 'outages' && <Outages days={days} site={site} />}
        {tab === 'refusals' && <RefusalFigures days={days} site={site} />}
      </div>
    </>
  );
}
