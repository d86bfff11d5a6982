import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FirmwareJob } from '#contract/stations/firmware.ts';
import type { Repair } from '#contract/stations/quirk.ts';
import type { Station } from '#contract/stations/station.ts';
import { useQuirks, useRepairs, useStationFirmware } from '../../api/station-queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { Moment } from '../../parts/moment.tsx';
import { PlainCommandButton } from './commands/plain-command-button.tsx';
import { SchemaCommandDialog } from './commands/schema-command.tsx';
import { useWhyNotCommand } from './commands/use-why-not-command.ts';
import { LogsCard } from './logs-card.tsx';
import { NoteCard } from './note-card.tsx';
import { transferTone } from './transfer-tone.ts';

/** Firmware, logs, what is known about it, and what has to be borne of it. */
export function MaintenanceTab({ station }: { station: Station }) {
  const { t } = useTranslation();
  const [isUpdating, setIsUpdating] = useState(false);
  const firmware = useStationFirmware(station.id);
  const whyNot = useWhyNotCommand(station);
  const button = { size: 'compact-md', fz: 'sm' } as const;
  return (
    <>
      <Card
        title={t('station.maintenance.firmware', { version: firmware.data?.version ?? '–' })}
        actions={
          <div className="command-buttons">
            <Button {...button} {...unlessBlocked(whyNot, () => setIsUpdating(true))}>
              {t('station.maintenance.update')}
            </Button>
            <PlainCommandButton
              station={station}
              command="trigger"
              input={{ message: 'firmware-status' }}
              touches={['station-upkeep']}
            >
              {t('station.maintenance.askStatus')}
            </PlainCommandButton>
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
      <LogsCard station={station} />
      <NoteCard stationId={station.id} />
      <Quirks stationId={station.id} />
      {isUpdating && (
        <SchemaCommandDialog station={station} command="update-firmware" onClose={() => setIsUpdating(false)} />
      )}
    </>
  );
}

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
            <Chip tone={transferTone(status)}>{t(`station.maintenance.status.${status}`)}</Chip>
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
