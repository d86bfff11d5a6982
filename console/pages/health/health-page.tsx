import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { CohortHealth, Finding, StationRisk } from '#contract/findings/finding.ts';
import { useCohorts, useFindings, useRisks } from '../../api/finding-queries.ts';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { readerWords } from '../../text/reader-words.ts';
import { FindingDialog } from './finding-dialog.tsx';
import { severityTones } from './finding-facts.tsx';
import './health.css';
import './health-texts.ts';

const route = getRouteApi('/health');
const tabs = ['open', 'closed', 'models'] as const;

/** Which stations fail next and why, and how each model and firmware is doing. */
export function HealthPage() {
  const { t } = useTranslation();
  const { tab = 'open', finding } = route.useSearch();
  const navigate = route.useNavigate();
  const held = tab === 'open' ? {} : { tab };
  return (
    <>
      <PageHead title={t('health.title')} note={t('health.help')} />
      <Tabs
        label={t('health.title')}
        tabs={tabs.map((name) => ({ name, title: t(`health.tab.${name}`) }))}
        chosen={tab}
        onChoose={(name) => void navigate({ search: name === 'open' ? {} : { tab: name } })}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'models' ? <Cohorts /> : <Findings key={tab} state={tab} />}
      </div>
      {finding !== undefined && (
        <FindingDialog id={finding} onClose={() => void navigate({ search: held, replace: true })} />
      )}
    </>
  );
}

function Findings({ state }: { state: 'open' | 'closed' }) {
  const { t } = useTranslation();
  const { data, error } = useFindings(state);
  const field = data?.field;
  const judged = field === undefined ? 0 : field.trueAlarms + field.falseAlarms;
  return (
    <>
      <DataTable
        label={t('health.findings')}
        columns={useFindingColumns(state)}
        rows={data?.findings}
        problem={error}
        idOf={({ id }) => id}
        none={t(state === 'open' ? 'health.none' : 'health.noneClosed')}
      />
      {state === 'closed' && field !== undefined && judged > 0 && (
        <p className="quiet">{t('health.precision', { count: judged, right: field.trueAlarms })}</p>
      )}
      {state === 'open' && <Rising />}
    </>
  );
}

function useFindingColumns(state: 'open' | 'closed'): readonly Column<Finding>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('health.finding'),
      value: ({ title }) => readerWords(title, i18n.language) ?? title.code,
      kind: 'main',
      cell: ({ id, title, severity }) => (
        <div className="finding-title">
          <Chip tone={severityTones[severity]}>{t(`health.severity.${severity}`)}</Chip>
          <Link
            from="/health"
            search={(before) => ({ ...before, finding: id })}
            className="row-link finding-link"
            resetScroll={false}
          >
            {readerWords(title, i18n.language) ?? title.code}
          </Link>
        </div>
      ),
    },
    { head: t('health.why'), cell: ({ why }) => readerWords(why, i18n.language) ?? why.code },
    state === 'open'
      ? { head: t('health.risk'), value: ({ risk }) => risk, kind: 'number', cell: (finding) => <Risk {...finding} /> }
      : { head: t('health.was'), cell: ({ verdict }) => (verdict === null ? dash : t(`health.verdict.${verdict}`)) },
    {
      head: t(state === 'open' ? 'health.since' : 'health.ended'),
      value: ({ openedAt, closedAt }) => closedAt ?? openedAt,
      cell: ({ openedAt, closedAt }) => <Moment time={closedAt ?? openedAt} says="ago" />,
    },
  ];
}

function Risk({ risk, horizonHours }: Pick<Finding, 'risk' | 'horizonHours'>) {
  const { t } = useTranslation();
  return t('health.within', { percent: Math.round(risk * 100), hours: horizonHours });
}

/** Signals that have risen and are no alarm yet: who fails next, where somebody does. */
function Rising() {
  const { t } = useTranslation();
  const { data, error } = useRisks();
  return (
    <>
      <h2 className="section-heading">{t('health.rising')}</h2>
      <DataTable
        label={t('health.rising')}
        columns={useRiskColumns()}
        rows={data?.risks.filter(({ hasFinding }) => !hasFinding)}
        problem={error}
        idOf={({ stationId, evseId, connectorId, kind }) => [stationId, evseId, connectorId, kind].join(' ')}
        none={t('health.noneRising')}
      />
    </>
  );
}

function Cohorts() {
  const { t, i18n } = useTranslation();
  const { data, error } = useCohorts();
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2 });
  const columns: Column<CohortHealth>[] = [
    {
      head: t('health.model'),
      value: ({ vendor, model }) => `${vendor} ${model}`,
      kind: 'main',
      cell: ({ vendor, model }) => `${vendor} ${model}`,
    },
    {
      head: t('health.firmware'),
      value: ({ firmwareVersion }) => firmwareVersion,
      cell: ({ firmwareVersion }) => firmwareVersion ?? dash,
    },
    { head: t('health.stations'), value: ({ stations }) => stations, kind: 'number', cell: ({ stations }) => stations },
    {
      head: t('health.openFindings'),
      value: ({ openFindings }) => openFindings,
      kind: 'number',
      cell: ({ openFindings }) => openFindings,
    },
    {
      head: t('health.troubles'),
      value: ({ troublesPerStationDay }) => troublesPerStationDay,
      kind: 'number',
      cell: ({ troublesPerStationDay }) => number.format(troublesPerStationDay),
    },
    {
      head: t('health.fails'),
      value: ({ failureProbability }) => failureProbability,
      kind: 'number',
      cell: ({ failureProbability }) => percent(failureProbability),
    },
    {
      head: t('health.success'),
      value: ({ firstTimeSuccess }) => firstTimeSuccess,
      kind: 'number',
      cell: ({ firstTimeSuccess }) => (firstTimeSuccess === null ? dash : percent(firstTimeSuccess)),
    },
  ];
  return (
    <>
      <p className="quiet">{t('health.cohortsHelp')}</p>
      <DataTable
        label={t('health.cohorts')}
        columns={columns}
        rows={data?.cohorts}
        problem={error}
        idOf={({ vendor, model, firmwareVersion }) => `${vendor} ${model} ${firmwareVersion ?? ''}`}
        none={t('health.noCohorts')}
      />
    </>
  );
}

function useRiskColumns(): Column<StationRisk>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('form.station'),
      value: ({ stationId }) => stationId,
      kind: 'main',
      cell: ({ stationId }) => (
        <TextLink to="/equipment/$id" params={{ id: stationId }} fw={600}>
          {stationId}
        </TextLink>
      ),
    },
    { head: t('health.points'), cell: ({ kind }) => t(`health.kind.${kind}`) },
    { head: t('health.risk'), value: ({ risk }) => risk, kind: 'number', cell: (risk) => <Risk {...risk} /> },
  ];
}
