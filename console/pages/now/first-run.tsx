import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import type { SimulatedStationInfo } from '#contract/stations/simulated-station.ts';
import type { Station } from '#contract/stations/station.ts';
import { call } from '../../api/call.ts';
import { useRunning, useSimulatedStations } from '../../api/now-queries.ts';
import { useAbout } from '../../api/principal.ts';
import { useRead } from '../../api/queries.ts';
import { useBoard } from '../../live/live-provider.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyLine } from '../../parts/copy-line.tsx';
import { CheckIcon } from '../../parts/icons.tsx';
import { isLoopback } from '../../parts/is-loopback.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { QrPicture } from '../../parts/qr-picture.tsx';
import { useAdministers } from '../../parts/use-administers.ts';
import { SimulateButton } from '../equipment/simulate-button.tsx';

/**
 * From nothing to a first session: shown while there is no station, and for as long as there are only simulated ones and no session has
 * begun here yet.
 */
export function FirstRun() {
  const board = useBoard();
  const administers = useAdministers();
  const simulated = useSimulatedStations(administers && board.isComplete && board.stations.length < 3).data?.stations;
  const first = simulated?.[0];
  const station = board.stations.find(({ id }) => id === first?.stationId);
  if (!board.isComplete) return null;
  if (board.stations.length === 0) return <NoStation />;
  if (first === undefined || board.stations.length > (simulated?.length ?? 0)) return null;
  return <FirstSession simulated={first} station={station} />;
}

/** What to type into a charger, and how to try without one. */
function NoStation() {
  const { t } = useTranslation();
  const { ocppTls, ocpp } = useAbout().data?.addresses ?? {};
  const address = ocppTls ?? ocpp ?? null;
  return (
    <div className="now-first">
      <Card title={t('now.first.real')}>
        <p className="quiet">{t('now.first.realHelp')}</p>
        {address !== null && (
          <div className="now-address">
            <QrPicture text={address} label={t('now.first.qr')} size={112} />
            <div>
              <CopyLine value={address} what={t('empty.address')}>
                {address}
                <em>{t('empty.realName')}</em>
              </CopyLine>
              <p className="quiet now-hint">{t(isLoopback(address) ? 'empty.loopback' : 'now.first.then')}</p>
            </div>
          </div>
        )}
      </Card>
      <Card title={t('now.first.simulated')}>
        <p className="quiet">{t('now.first.simulatedHelp')}</p>
        <SimulateButton />
      </Card>
    </div>
  );
}

/** Three steps, each with its tick once it is done. It goes when the first session is there. */
function FirstSession({ simulated, station }: { simulated: SimulatedStationInfo; station: Station | undefined }) {
  const { t } = useTranslation();
  const isOnline = station?.link.state === 'online';
  const ended = useRead(['sessions', 'any-ended'], sessionApi.list, { query: { state: 'ended', limit: 1 } }).data;
  const running = useRunning(8).data?.sessions.find(({ state }) => state === 'running');
  const start = useMutation({
    mutationFn: () =>
      call(sessionApi.start, { body: { stationId: simulated.stationId, evseId: 1, token: simulated.token } }),
  });
  if (ended === undefined || ended.sessions.length > 0) return null;
  const outcome = start.data?.command.outcome;
  const isRefused = start.data !== undefined && outcome?.status !== 'accepted';
  return (
    <Card title={t('now.first.sessionTitle')} className="now-steps">
      <ol>
        <Step isDone={isOnline}>
          {t(isOnline ? 'now.first.isOnline' : 'now.first.connecting', { station: simulated.stationId })}
        </Step>
        <Step isDone={running !== undefined}>
          {t(running === undefined ? 'now.first.start' : 'now.first.started')}
          {isOnline && running === undefined && (
            <Button
              size="compact-sm"
              loading={start.isPending || (start.isSuccess && !isRefused)}
              onClick={() => start.mutate()}
            >
              {t('now.first.startButton')}
            </Button>
          )}
          {start.error !== null && <ProblemNote problem={start.error} />}
          {isRefused && <span className="tone-bad now-outcome">{start.data?.advice ?? outcome?.reason}</span>}
        </Step>
        <Step isDone={false}>
          {t('now.first.watch')}
          {running !== undefined && (
            <ButtonLink size="compact-sm" to="/sessions/$id" params={{ id: running.id }}>
              {t('now.openSession')}
            </ButtonLink>
          )}
        </Step>
      </ol>
    </Card>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  return (
    <li data-done={isDone}>
      <span className="now-step-sign">{isDone && <CheckIcon />}</span>
      <span className="now-step-text">{children}</span>
    </li>
  );
}
