import { Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedSession } from '#contract/sessions/session.ts';
import type { Connector, Station } from '#contract/stations/station.ts';
import { useRunningAt } from '../../api/session-queries.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { Chip } from '../../parts/chip.tsx';
import { connectorNumber } from '../../parts/connector-number.ts';
import { Dialog } from '../../parts/form-dialog.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { connectorTone } from '../../parts/tones.ts';
import { useFaultWords } from '../../parts/use-fault-words.ts';
import { energyText, powerText } from '../../text/quantities.ts';
import { SessionChip } from '../sessions/session-chip.tsx';
import { SessionDuration } from '../sessions/session-duration.tsx';
import { StartForm } from '../sessions/start-form.tsx';
import { CommandButton } from '../station/commands/command-button.tsx';
import type { RowName } from '../station/commands/command-rows.ts';
import { useWhyNotCommand } from '../station/commands/use-why-not-command.ts';

// The table of all commands comes with it.
const CommandDialog = lazy(async () => ({
  default: (await import('../station/commands/command-dialog.tsx')).CommandDialog,
}));

export type ConnectorPlace = { stationId: string; evseId: number; connectorId: number };

/** What happens at one connector: its state, the session that runs there, or a way to start one. */
export function ConnectorDialog({ place, onClose }: { place: ConnectorPlace; onClose: () => void }) {
  const { t } = useTranslation();
  const station = useBoard().stations.find(({ id }) => id === place.stationId);
  const connector = station?.connectors.find(
    ({ evseId, connectorId }) => evseId === place.evseId && connectorId === place.connectorId,
  );
  const number = station && connector ? connectorNumber(connector, station.connectors) : null;
  const name = number === null ? t('connector.whole') : t('connector.name', { number });
  const [asked, setAsked] = useState<RowName | null>(null);
  if (station !== undefined && asked !== null) {
    const { evseId, connectorId } = place;
    return (
      <Suspense>
        <CommandDialog
          station={station}
          row={asked}
          place={evseId === 0 || asked === 'reset' ? {} : { evseId, connectorId }}
          onClose={onClose}
        />
      </Suspense>
    );
  }
  return (
    <Dialog title={`${place.stationId} · ${name}`} onClose={onClose}>
      {station !== undefined && connector !== undefined && (
        <Stack gap="md">
          <ConnectorState connector={connector} />
          {connector.evseId > 0 && <WhatRuns station={station} connector={connector} />}
          <ConnectorCommands station={station} connector={connector} onAsk={setAsked} />
          <TextLink to="/equipment/$id" params={{ id: station.id }} fz="sm">
            {t('connector.station', { station: station.id })}
          </TextLink>
          <TextLink to="/sessions" search={{ station: station.id }} fz="sm">
            {t('connector.sessions', { station: station.id })}
          </TextLink>
        </Stack>
      )}
    </Dialog>
  );
}

type CommandsProps = { station: Station; connector: Connector; onAsk: (row: RowName) => void };

/** What is asked most often where something is wrong; the page of the station has the rest. */
function ConnectorCommands({ station, connector, onAsk }: CommandsProps) {
  const whyNot = useWhyNotCommand(station);
  const rows =
    connector.evseId === 0 ? (['availability', 'reset'] as const) : (['unlock', 'availability', 'reset'] as const);
  return (
    <div className="connector-commands">
      {rows.map((row) => (
        <CommandButton key={row} row={row} whyNot={whyNot} onClick={() => onAsk(row)} />
      ))}
    </div>
  );
}

function ConnectorState({ connector: { status, activity, reason, changedAt } }: { connector: Connector }) {
  const { t } = useTranslation();
  const faultWords = useFaultWords();
  return (
    <p className="connector-state">
      <Chip tone={connectorTone[status]}>
        {activity === null ? t(`connector.status.${status}`) : t(`connector.activity.${activity}`)}
      </Chip>
      <span className="quiet">
        {reason !== null && <>{faultWords(reason)} · </>}
        <Moment time={changedAt} says="for" />
      </span>
    </p>
  );
}

function WhatRuns({ station, connector }: { station: Station; connector: Connector }) {
  const { t } = useTranslation();
  const running = useRunningAt({ stationId: station.id, evseId: connector.evseId });
  if (running.data === undefined) {
    if (running.error !== null) return <ProblemNote problem={running.error} />;
    return <p className="quiet connector-looking">{t('connector.lookingForSession')}</p>;
  }
  if (running.data !== null) return <RunningSession session={running.data} />;
  return <StartForm station={station} connector={connector} />;
}

function RunningSession({ session }: { session: ListedSession }) {
  const { t, i18n } = useTranslation();
  const { id, energyWh, powerW } = session;
  return (
    <div className="connector-session">
      <p>
        <SessionChip session={session} />
        <span>
          {energyWh !== null && <>{energyText(energyWh, i18n.language)} · </>}
          {powerW !== null && <>{powerText(powerW, i18n.language)} · </>}
          <SessionDuration session={session} />
        </span>
      </p>
      <ButtonLink to="/sessions/$id" params={{ id }} data-autofocus>
        {t('connector.session')}
      </ButtonLink>
    </div>
  );
}
