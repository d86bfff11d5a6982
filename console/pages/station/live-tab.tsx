import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandRecord } from '#contract/commands/command.ts';
import type { Station } from '#contract/stations/station.ts';
import { useRunningSessions, useStationCommands } from '../../api/station-queries.ts';
import { useWho } from '../../api/use-who.ts';
import { Card } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { TextLink } from '../../parts/links.tsx';
import { SignInLink } from '../../parts/may-note.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useMay } from '../../parts/use-may.ts';
import { useServerTexts } from '../../text/use-server-texts.ts';
import { CommandButton } from './commands/command-button.tsx';
import { CommandDialog } from './commands/command-dialog.tsx';
import type { Place, RowName } from './commands/command-rows.ts';
import { outcomeTone } from './commands/outcome-tone.ts';
import { useCommandName } from './commands/use-command-name.ts';
import { useWhyNotCommand } from './commands/use-why-not-command.ts';
import { ConnectorCard } from './connector-card.tsx';

export type Opened = { row: RowName; place: Place; sessionId?: string };

/** What the station does now, and what can be asked of it. */
export function LiveTab({ station }: { station: Station }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const whyNot = useWhyNotCommand(station);
  const may = useMay('stations:command');
  const running = useRunningSessions(station.id);
  const connectors = station.connectors.filter(({ evseId }) => evseId > 0);
  const whole = station.connectors.find(
    ({ evseId, status, reason }) => evseId === 0 && (status !== 'available' || reason !== null),
  );
  const rows = ['reset', 'availability', 'limit', 'reserve', 'trigger'] as const;
  return (
    <>
      <Card
        title={t('station.live.whole')}
        actions={
          <div className="command-buttons">
            {rows.map((row) => (
              <CommandButton key={row} row={row} whyNot={whyNot} onClick={() => setOpened({ row, place: {} })} />
            ))}
          </div>
        }
      >
        {whyNot !== undefined && (
          <p className="station-why-not">
            {whyNot} {may.reason === 'notSignedIn' && whyNot === may.told && <SignInLink />}
          </p>
        )}
        {whole !== undefined && (
          <p className="station-warning">
            {t(`connector.status.${whole.status}`)}
            {whole.reason !== null && `: ${whole.reason}`} · <Moment time={whole.changedAt} says="for" />
          </p>
        )}
      </Card>
      {running.error !== null && running.data === undefined && <ProblemNote problem={running.error} />}
      {connectors.length === 0 && <p className="quiet">{t('station.live.noConnectors')}</p>}
      <div className="connector-cards">
        {connectors.map((connector) => (
          <ConnectorCard
            key={`${connector.evseId}.${connector.connectorId}`}
            station={station}
            connector={connector}
            session={running.data?.sessions.find(
              ({ evseId, connectorId }) =>
                (evseId ?? connector.evseId) === connector.evseId &&
                (connectorId ?? connector.connectorId) === connector.connectorId,
            )}
            whyNot={whyNot}
            onOpen={setOpened}
          />
        ))}
      </div>
      <LastCommands station={station} />
      {opened !== null && (
        <CommandDialog
          station={station}
          row={opened.row}
          place={opened.place}
          sessionId={opened.sessionId}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

const shownCommands = 5;

function LastCommands({ station: { id } }: { station: Station }) {
  const { t } = useTranslation();
  const commands = useStationCommands(id, shownCommands);
  return (
    <Card
      title={t('station.live.commands')}
      actions={
        <TextLink to="/equipment/$id" params={{ id }} search={{ tab: 'timeline', topic: 'commands' }} fz="sm">
          {t('station.live.allCommands')}
        </TextLink>
      }
    >
      <DataTable<CommandRecord>
        label={t('station.live.commands')}
        rows={commands.data?.commands}
        idOf={(command) => command.id}
        none={t('station.live.noCommands')}
        problem={commands.error}
        columns={useCommandColumns()}
      />
    </Card>
  );
}

function useCommandColumns(): Column<CommandRecord>[] {
  const { t } = useTranslation();
  const who = useWho();
  const nameOf = useCommandName();
  const words = useServerTexts();
  return [
    { head: t('station.column.command'), kind: 'main', cell: ({ name }) => nameOf(name) },
    { head: t('station.column.outcome'), cell: (command) => <OutcomeChip command={command} /> },
    {
      head: t('station.column.by'),
      cell: ({ askedBy, why }) => (
        <>
          {who(askedBy)}
          {why !== null && <small>{words.reason(why)}</small>}
        </>
      ),
    },
    { head: t('station.column.time'), cell: ({ askedAt }) => <Moment time={askedAt} says="ago" /> },
  ];
}

function OutcomeChip({ command: { outcome } }: { command: CommandRecord }) {
  const { t } = useTranslation();
  if (outcome === null) return <Chip tone="busy">{t('station.outcome.open')}</Chip>;
  const { status, code, reason } = outcome;
  return (
    <>
      <Chip tone={outcomeTone[status]}>{t(`station.outcome.${status}`)}</Chip>
      {status !== 'accepted' && <small>{[code, reason].filter(Boolean).join(': ')}</small>}
    </>
  );
}
