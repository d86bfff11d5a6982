import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportApi } from '#contract/api/reports.ts';
import { type Outage, outageExclusion } from '#contract/stations/outage.ts';
import { call } from '../../api/call.ts';
import { useOutages } from '../../api/report-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { RowButton } from '../../parts/action-button.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { TextLink } from '../../parts/links.tsx';
import { MayNote } from '../../parts/may-note.tsx';
import { useChange } from '../../parts/use-change.ts';
import { useDraft } from '../../parts/use-draft.ts';
import { dayTime, duration, exactTime } from '../../text/time.ts';
import { useOutageWords } from './outage-words.ts';
import type { Days } from './report-period.ts';
import '../../parts/chip.css';

const maxOutages = 1000;

/** Every time that something could not charge; some of it does not count against the operator. */
export function Outages({ days, site }: { days: Days; site: string | undefined }) {
  const { t } = useTranslation();
  const { data, error } = useOutages({ firstDay: days.first, lastDay: days.last, siteId: site, limit: maxOutages });
  const [open, setOpen] = useState<Outage | null>(null);
  return (
    <>
      <p className="quiet figures-help">
        {t('reports.outagesHelp')} <MayNote scope="reports:change" />
      </p>
      <DataTable
        label={t('reports.tab.outages')}
        columns={useColumns(setOpen)}
        rows={data?.outages}
        problem={error}
        failed={t('reports.readFailed')}
        file="outages"
        idOf={({ id }) => id}
        isOver={({ exclusion }) => exclusion !== null}
        none={t('reports.noOutages')}
      />
      {data?.outages.length === maxOutages && <p className="quiet">{t('reports.outagesCut', { count: maxOutages })}</p>}
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
      head: t('reports.column.port'),
      value: ({ stationId, evseId }) => `${stationId} ${evseId ?? ''}`.trim(),
      kind: 'main',
      cell: ({ stationId, evseId }) => (
        <TextLink to="/equipment/$id" params={{ id: stationId }} className="no-wrap" fw={600} fz="inherit">
          {evseId === null ? stationId : t('session.at', { station: stationId, evse: evseId })}
        </TextLink>
      ),
    },
    {
      head: t('reports.column.causes'),
      value: ({ cause, code }) => words.cause(cause, code),
      cell: ({ cause, code }) => words.cause(cause, code),
    },
    {
      head: t('reports.column.from'),
      value: ({ from }) => from,
      cell: ({ from }) => <time title={exactTime(from, language)}>{dayTime(from, language)}</time>,
    },
    {
      head: t('reports.column.to'),
      value: ({ to }) => to,
      cell: ({ to }) =>
        to === null ? (
          <span className="chip tone-bad">{t('reports.lasts')}</span>
        ) : (
          <time title={exactTime(to, language)}>{dayTime(to, language)}</time>
        ),
    },
    {
      head: t('reports.column.lasted'),
      value: ({ from, to }) => Math.round((Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / 60_000),
      kind: 'number',
      cell: ({ from, to }) =>
        duration(Date.parse(from), to === null ? Date.now() : Date.parse(to), language) ?? t('reports.underMinute'),
    },
    {
      head: t('reports.column.forUptime'),
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
      head: '',
      kind: 'actions',
      cell: (outage) => (
        <RowButton
          scope="reports:change"
          aria-label={t('reports.excludeNamed', { station: outage.stationId })}
          onClick={() => onExclude(outage)}
        >
          {t(outage.exclusion === null ? 'reports.exclude' : 'form.edit')}
        </RowButton>
      ),
    },
  ];
}

/** Says that an outage does not count against the operator, and why; or that it counts again. */
function ExcludeDialog({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const { t } = useTranslation();
  const { draft, text, choice } = useDraft({
    exclusion: (outage.exclusion ?? 'scheduled-maintenance') as NonNullable<Outage['exclusion']> | '',
    reason: outage.exclusionReason ?? '',
  });
  const exclusion = draft.exclusion === '' ? null : draft.exclusion;
  const reason = draft.reason.trim();
  const save = useChange({
    send: () => call(reportApi.excludeOutage, { params: { id: outage.id }, body: { exclusion, reason } }),
    touches: ['outages', 'uptime', 'reports'],
    said: () => t(exclusion === null ? 'reports.countsAgain' : 'reports.excluded'),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('reports.excludeTitle', { station: outage.stationId })}
      submit={t('form.save')}
      save={save}
      onClose={onClose}
      explain={t('reports.excludeExplain')}
      whyNot={reason.length < 3 ? t('reports.needReason') : undefined}
    >
      <Choice
        label={t('reports.column.forUptime')}
        options={[
          ...outageExclusion.options.map((each) => ({ value: each, label: t(`reports.exclusion.${each}`) })),
          { value: '', label: t('reports.counts') },
        ]}
        {...choice('exclusion')}
      />
      <TextInput label={t('reports.reason')} maxLength={300} {...text('reason')} />
    </FormDialog>
  );
}
