import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outage } from '#contract/stations/outage.ts';
import { useOutages } from '../../live/queries.ts';
import { useWho } from '../../live/use-who.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import '../../parts/chip.css';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { monthAfter } from '../../text/local-time.ts';
import { dayTime, duration, exactTime } from '../../text/time.ts';
import { ExcludeDialog } from './exclude-dialog.tsx';
import { useOutageWords } from './outage-words.ts';

/** Every time that something could not charge; some of it does not count against the operator. */
export function Outages({ month, site }: { month: string; site: string | undefined }) {
  const { t } = useTranslation();
  const from = new Date(`${month}-01T00:00:00`).toISOString();
  const to = new Date(`${monthAfter(month, 1)}-01T00:00:00`).toISOString();
  const { data, error } = useOutages({ from, to, siteId: site });
  const [open, setOpen] = useState<Outage | null>(null);
  return (
    <>
      <p className="quiet figures-help">
        {t('reports.outagesHelp')} <MayNote scope="reports:change" />
      </p>
      {error !== null && <ProblemNote title={t('reports.readFailed')} problem={error} />}
      <DataTable
        label={t('reports.tab.outages')}
        columns={useColumns(setOpen)}
        rows={error === null ? data?.outages : (data?.outages ?? [])}
        idOf={({ id }) => id}
        isOver={({ exclusion }) => exclusion !== null}
        none={t('reports.noOutages')}
      />
      {open !== null && <ExcludeDialog outage={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function useColumns(onExclude: (outage: Outage) => void): readonly Column<Outage>[] {
  const { t, i18n } = useTranslation();
  const words = useOutageWords();
  const who = useWho();
  const { language } = i18n;
  return [
    {
      name: 'port',
      head: t('reports.column.port'),
      kind: 'main',
      cell: ({ stationId, evseId }) => (
        <TextLink to="/equipment" search={{ search: stationId }} className="no-wrap" fw={600} fz="inherit">
          {evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}
        </TextLink>
      ),
    },
    { name: 'cause', head: t('reports.column.causes'), cell: ({ cause, code }) => words.cause(cause, code) },
    {
      name: 'from',
      head: t('reports.column.from'),
      cell: ({ from }) => <time title={exactTime(from, language)}>{dayTime(from, language)}</time>,
    },
    {
      name: 'to',
      head: t('reports.column.to'),
      cell: ({ to }) =>
        to === null ? (
          <span className="chip tone-bad">{t('reports.lasts')}</span>
        ) : (
          <time title={exactTime(to, language)}>{dayTime(to, language)}</time>
        ),
    },
    {
      name: 'lasted',
      head: t('reports.column.lasted'),
      kind: 'number',
      cell: ({ from, to }) =>
        duration(Date.parse(from), to === null ? Date.now() : Date.parse(to), language) ?? t('reports.underMinute'),
    },
    {
      name: 'excluded',
      head: t('reports.column.counts'),
      cell: ({ exclusion, exclusionReason, excludedBy }) =>
        exclusion === null ? (
          t('reports.counts')
        ) : (
          <div>
            {t(`reports.exclusion.${exclusion}`)}
            <small>{[exclusionReason, excludedBy === null ? null : who(excludedBy)].filter(Boolean).join(' · ')}</small>
          </div>
        ),
    },
    {
      name: 'actions',
      head: '',
      kind: 'actions',
      cell: (outage) => (
        <ActionButton
          scope="reports:change"
          variant="default"
          size="compact-sm"
          aria-label={t('reports.excludeNamed', { station: outage.stationId })}
          onClick={() => onExclude(outage)}
        >
          {t(outage.exclusion === null ? 'reports.exclude' : 'form.edit')}
        </ActionButton>
      ),
    },
  ];
}
