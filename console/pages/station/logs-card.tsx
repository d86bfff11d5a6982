import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logFileApi } from '#contract/api/log-files.ts';
import type { LogFile } from '#contract/stations/log-files.ts';
import type { LogRequest } from '#contract/stations/logs.ts';
import type { Station } from '#contract/stations/station.ts';
import { call, linkTo } from '../../api/call.ts';
import { useLogFiles, useStationLogs } from '../../api/station-queries.ts';
import { unlessBlocked } from '../../parts/blocked.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Choice } from '../../parts/choice.tsx';
import { type Column, DataTable, dash } from '../../parts/data-table.tsx';
import { FileLink } from '../../parts/file-link.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { Tone } from '../../parts/tones.ts';
import { useChange } from '../../parts/use-change.ts';
import { bytesText } from '../../text/quantities.ts';
import { PlainCommandButton } from './commands/plain-command-button.tsx';
import { SchemaCommandDialog } from './commands/schema-command.tsx';
import { useWhyNotCommand } from './commands/use-why-not-command.ts';
import { LogFileDialog } from './log-file-dialog.tsx';
import { transferTone } from './transfer-tone.ts';

const button = { size: 'compact-md', fz: 'sm' } as const;

/** Logs that the station brought to us, with what was found in them; one click asks for the next. */
export function LogsCard({ station }: { station: Station }) {
  const { t } = useTranslation();
  const files = useLogFiles(station.id);
  const requests = useStationLogs(station.id);
  const requestColumns = useRequestColumns();
  const whyNot = useWhyNotCommand(station);
  const [opened, setOpened] = useState<'ask' | 'elsewhere' | LogFile | null>(null);
  return (
    <Card
      title={t('station.maintenance.logs')}
      actions={
        <div className="command-buttons">
          <Button {...button} {...unlessBlocked(whyNot, () => setOpened('ask'))}>
            {t('station.maintenance.fetchLog')}
          </Button>
          <Button {...button} variant="default" {...unlessBlocked(whyNot, () => setOpened('elsewhere'))}>
            {t('station.maintenance.sendElsewhere')}
          </Button>
          <PlainCommandButton
            station={station}
            command="trigger"
            input={{ message: 'log-status' }}
            touches={['station-upkeep']}
          >
            {t('station.maintenance.askStatus')}
          </PlainCommandButton>
        </div>
      }
    >
      <DataTable
        label={t('station.maintenance.logFiles')}
        rows={files.data?.logFiles}
        idOf={({ id }) => id}
        none={t('station.maintenance.noLogFiles')}
        problem={files.error}
        columns={useFileColumns(setOpened)}
      />
      {(requests.data?.requests.length ?? 0) > 0 && (
        <details className="form-more">
          <summary>{t('station.maintenance.logRequests')}</summary>
          <DataTable<LogRequest>
            label={t('station.maintenance.logRequests')}
            rows={requests.data?.requests}
            idOf={({ requestId }) => String(requestId)}
            none={t('station.maintenance.noLogs')}
            problem={requests.error}
            columns={requestColumns}
          />
        </details>
      )}
      {opened === 'ask' && <AskDialog stationId={station.id} onClose={() => setOpened(null)} />}
      {opened === 'elsewhere' && (
        <SchemaCommandDialog station={station} command="get-log" onClose={() => setOpened(null)} />
      )}
      {opened !== null && typeof opened === 'object' && <LogFileDialog file={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

const stateTones = {
  waiting: 'busy',
  receiving: 'busy',
  kept: 'good',
  refused: 'bad',
  gone: 'rest',
} as const satisfies Record<LogFile['state'], Tone>;

function useFileColumns(onOpen: (file: LogFile) => void): Column<LogFile>[] {
  const { t, i18n } = useTranslation();
  return [
    {
      head: t('station.maintenance.file'),
      kind: 'main',
      cell: ({ fileName, kind, bytes }) => (
        <>
          <span className="wrap">{fileName ?? t(`station.maintenance.kind.${kind}`)}</span>
          {bytes !== null && (
            <small>
              {t(`station.maintenance.kind.${kind}`)} · {bytesText(bytes, i18n.language)}
            </small>
          )}
        </>
      ),
    },
    {
      head: t('station.configuration.state'),
      cell: ({ state, refusal }) => (
        <>
          <Chip tone={stateTones[state]}>{t(`station.maintenance.fileState.${state}`)}</Chip>
          {refusal !== null && <small>{t(`station.maintenance.refusal.${refusal}`)}</small>}
        </>
      ),
    },
    {
      head: t('station.maintenance.found'),
      kind: 'number',
      cell: ({ findings }) => (findings === null ? dash : findings.length),
    },
    {
      head: t('station.column.time'),
      cell: ({ askedAt, receivedAt }) => <Moment time={receivedAt ?? askedAt} says="ago" />,
    },
    {
      head: '',
      kind: 'actions',
      cell: (file) =>
        file.state === 'kept' && (
          <div className="command-buttons">
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('station.maintenance.openNamed', { name: file.fileName ?? file.id })}
              onClick={() => onOpen(file)}
            >
              {t('station.maintenance.open')}
            </Button>
            <FileLink href={linkTo(logFileApi.content, { params: { id: file.id } })} isQuiet>
              {t('station.maintenance.download')}
            </FileLink>
          </div>
        ),
    },
  ];
}

function AskDialog({ stationId, onClose }: { stationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<LogFile['kind']>('diagnostics');
  const ask = useChange({
    send: () => call(logFileApi.ask, { params: { id: stationId }, body: { kind } }),
    touches: ['station-upkeep'],
    said: ({ command }) =>
      t(command.outcome?.status === 'accepted' ? 'station.maintenance.logComes' : 'station.maintenance.logAnswer', {
        answer: t(`station.outcome.${command.outcome?.status ?? 'open'}`),
      }),
    onDone: onClose,
  });
  return (
    <FormDialog
      title={t('station.maintenance.fetchLog')}
      submit={t('station.maintenance.fetchLog')}
      save={ask}
      onClose={onClose}
      explain={t('station.maintenance.fetchExplain')}
    >
      <Choice
        label={t('station.maintenance.logKind')}
        value={kind}
        options={(['diagnostics', 'security', 'data-collector'] as const).map((value) => ({
          value,
          label: t(`station.maintenance.kind.${value}`),
        }))}
        onChange={setKind}
      />
    </FormDialog>
  );
}

function useRequestColumns(): Column<LogRequest>[] {
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
          <Chip tone={transferTone(status)}>{t(`station.maintenance.logStatus.${status}`)}</Chip>
        ),
    },
    { head: t('station.column.time'), cell: ({ askedAt }) => <Moment time={askedAt} says="ago" /> },
  ];
}
