import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FirmwareJob } from '#contract/stations/firmware.ts';
import type { LogRequest } from '#contract/stations/logs.ts';
import type { Repair } from '#contract/stations/quirk.ts';
import type { Station } from '#contract/stations/station.ts';
import { useQuirks, useRepairs, useStationFirmware, useStationLogs } from '../../api/station-queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PlainCommandButton } from './commands/plain-command-button.tsx';
import { SchemaCommandDialog } from './commands/schema-command.tsx';
import { useWhyNotCommand } from './commands/use-why-not-command.ts';
import { NoteCard } from './note-card.tsx';

/** Firmware, logs, what is known about it, and what has to be borne of it. */
export function MaintenanceTab({ station }: { station: Station }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'update-firmware' | 'get-log' | null>(null);
  const firmware = useStationFirmware(station.id);
  const logs = useStationLogs(station.id);
  const whyNot = useWhyNotCommand(station);
  const ask = (command: 'firmware-status' | 'log-status') => (
    <PlainCommandButton station={station} command="trigger" input={{ message: command }} touches={['station-upkeep']}>
      {t('station.maintenance.askStatus')}
    </PlainCommandButton>
  );
  const button = { size: 'compact-md', fz: 'sm' } as const;
  return (
    <>
      <Card
        title={t('station.maintenance.firmware', { version: firmware.data?.version ?? '–' })}
        actions={
          <div className="command-buttons">
            <Button {...button} {...unlessBlocked(whyNot, () => setOpened('update-firmware'))}>
              {t('station.maintenance.update')}
            </Button>
            {ask('firmware-status')}
          </div>
        }
      >
        <DataTable<FirmwareJob>
          label={t('station.maintenance.jobs')}
          rows={firmware.data?.jobs}
          idOf={({ requestId, kind }) => `${kind} ${requestId}`}
          none={t('station.maintenance.noJobs')}
          problem={firmware.error}
          columns={useJobColumns()}
        />
      </Card>
      <Card
        title={t('station.maintenance.logs')}
        actions={
          <div className="command-buttons">
            <Button {...button} {...unlessBlocked(whyNot, () => setOpened('get-log'))}>
              {t('station.maintenance.fetchLog')}
            </Button>
            {ask('log-status')}
          </div>
        }
      >
        <DataTable<LogRequest>
          label={t('station.maintenance.logs')}
          rows={logs.data?.requests}
          idOf={({ requestId }) => String(requestId)}
          none={t('station.maintenance.noLogs')}
          problem={logs.error}
          columns={useLogColumns()}
        />
      </Card>
      <NoteCard stationId={station.id} />
      <Quirks stationId={station.id} />
      {opened !== null && <SchemaCommandDialog station={station} command={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

const good = new Set(['installed', 'published', 'uploaded', 'idle']);
const toneOf = (status: string | null) =>
  status === null || good.has(status) ? 'good' : /fail|invalid|denied|bad|not-supported/.test(status) ? 'bad' : 'busy';

function useJobColumns(): Column<FirmwareJob>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('station.maintenance.file'),
      kind: 'main',
      cell: ({ location, isSigned }) => (
        <>
          <span className="wrap">{location}</span>
          <small>{t(isSigned ? 'station.maintenance.signed' : 'station.maintenance.unsigned')}</small>
        </>
      ),
    },
    {
      head: t('station.configuration.state'),
      cell: ({ status, outcome, reports }) => (
        <>
          {status === null ? (
            t(`station.outcome.${outcome ?? 'open'}`)
          ) : (
            <Chip tone={toneOf(status)}>{t(`station.maintenance.status.${status}`)}</Chip>
          )}
          {reports.length > 1 && (
            <small>{reports.map((report) => t(`station.maintenance.status.${report.status}`)).join(' → ')}</small>
          )}
        </>
      ),
    },
    { head: t('station.column.time'), cell: ({ askedAt }) => <Moment time={askedAt} says="ago" /> },
  ];
}

function useLogColumns(): Column<LogRequest>[] {
  const { t } = useTranslation();
  return [
    {
      head: t('station.maintenance.file'),
      kind: 'main',
      cell: ({ fileName, location, kind }) => (
        <>
          <span className="wrap">{fileName ?? location}</span>
          <small>
            {t(`station.maintenance.kind.${kind}`)}
            {fileName !== null && ` · ${location}`}
          </small>
        </>
      ),
    },
    {
      head: t('station.configuration.state'),
      cell: ({ status, outcome }) =>
        status === null ? (
          t(`station.outcome.${outcome ?? 'open'}`)
        ) : (
          <Chip tone={toneOf(status)}>{t(`station.maintenance.logStatus.${status}`)}</Chip>
        ),
    },
    { head: t('station.column.time'), cell: ({ askedAt }) => <Moment time={askedAt} says="ago" /> },
  ];
}

/** What the station does against the book, and which rule puts it right. */
function Quirks({ stationId }: { stationId: string }) {
  const { t } = useTranslation();
  const { data, error } = useRepairs(stationId);
  return (
    <Card title={t('station.quirks.title')}>
      <p className="quiet">{t('station.quirks.help')}</p>
      <DataTable<Repair>
        label={t('station.quirks.title')}
        rows={data?.repairs}
        idOf={({ rule, action, field }) => `${rule} ${action} ${field}`}
        none={t('station.quirks.none')}
        problem={error}
        columns={useRepairColumns()}
      />
    </Card>
  );
}

function useRepairColumns(): Column<Repair>[] {
  const { t } = useTranslation();
  const titles = new Map(useQuirks().data?.quirks.map(({ id, title }) => [id, title]));
  return [
    {
      head: t('station.quirks.rule'),
      kind: 'main',
      cell: ({ rule, action, field }) => (
        <>
          {titles.get(rule) ?? rule}
          <small className="mono">
            {action} {field}
          </small>
        </>
      ),
    },
    {
      head: t('station.quirks.before'),
      cell: ({ before }) => (before === '' ? dash : <code className="wrap">{before}</code>),
    },
    {
      head: t('station.quirks.after'),
      cell: ({ after }) => (after === '' ? dash : <code className="wrap">{after}</code>),
    },
    { head: t('station.quirks.times'), kind: 'number', cell: ({ count }) => count },
    { head: t('station.quirks.last'), cell: ({ lastAt }) => <Moment time={lastAt} says="ago" /> },
  ];
}
