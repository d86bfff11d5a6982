import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LogFile, LogFinding } from '#contract/stations/log-files.ts';
import { useLogText } from '../../api/station-queries.ts';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/form-dialog.tsx';
import { isKnownWord } from '../../parts/known-word.ts';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ScrollBox } from '../../parts/scroll-box.tsx';
import { plainNumber } from '../../text/quantities.ts';

/** What was found in a log, and what it says, as the station wrote it. */
export function LogFileDialog({ file, onClose }: { file: LogFile; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useLogText(file.id);
  return (
    <Dialog title={file.fileName ?? t(`station.maintenance.kind.${file.kind}`)} onClose={onClose} size="xl">
      <DataTable
        label={t('station.maintenance.found')}
        rows={file.findings ?? []}
        idOf={({ kind, code }) => `${kind} ${code}`}
        none={t('station.maintenance.nothingFound', { count: file.lines ?? 0 })}
        columns={useFindingColumns()}
      />
      <h3>{t('station.maintenance.text')}</h3>
      {error !== null && <ProblemNote problem={error} />}
      {data === undefined && error === null && <Skeleton height={160} />}
      {data !== undefined && (
        <>
          <ScrollBox role="region" aria-label={t('station.maintenance.text')}>
            <pre className="log-text">{data.text}</pre>
          </ScrollBox>
          {data.isCut && <p className="quiet">{t('station.maintenance.textCut')}</p>}
        </>
      )}
    </Dialog>
  );
}

function useFindingColumns(): Column<LogFinding>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('station.maintenance.found'),
      kind: 'main',
      cell: ({ kind, code }) => (
        <>
          {t(`station.maintenance.logFinding.${kind}`)}
          <small>
            {isKnownWord('station.maintenance.logCode', code) ? t(`station.maintenance.logCode.${code}`) : code}
          </small>
        </>
      ),
    },
    { head: t('station.maintenance.linesWith'), kind: 'number', cell: ({ count }) => count },
    {
      head: t('station.maintenance.peak'),
      kind: 'number',
      cell: ({ peak }) => (peak === null ? dash : plainNumber(peak, i18n.language)),
    },
    {
      head: t('station.quirks.last'),
      cell: ({ lastAt }) => (lastAt === null ? dash : <Moment time={lastAt} says="ago" />),
    },
  ];
}
