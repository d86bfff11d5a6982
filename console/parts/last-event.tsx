import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerEvent } from '#contract/event.ts';
import { connector } from '#contract/stations/station.ts';
import { useLive } from '../live/live-provider.tsx';
import { clockTime } from '../text/time.ts';

const kinds = [
  'station-connected',
  'station-went-offline',
  'station-booted',
  'connector-status',
  'station-accepted',
  'station-pending',
  'session-started',
  'session-ended',
] as const;

const reportedConnector = connector.pick({ evseId: true, status: true, activity: true });

type Told = { kind: (typeof kinds)[number]; event: LedgerEvent };

/** The newest thing that happened and has a sentence. */
export function LastEvent() {
  const { feed } = useLive();
  const [last, setLast] = useState<Told | null>(null);
  useEffect(
    () =>
      feed.listen({
        onEvent: (event) => {
          const name = event.kind === 'session-event' ? `session-${String(event.body['type'])}` : event.kind;
          const kind = kinds.find((known) => known === name);
          if (kind !== undefined) setLast({ kind, event });
        },
      }),
    [feed],
  );
  return last !== null && <Sentence told={last} />;
}

function Sentence({ told: { kind, event } }: { told: Told }) {
  const { t, i18n } = useTranslation();
  const station = event.stationId ?? '';
  const reported = kind === 'connector-status' ? reportedConnector.safeParse(event.body).data : undefined;
  return (
    <span className="live-last" title={t('live.last')}>
      <time dateTime={event.recordedAt}>{clockTime(event.recordedAt, i18n.language)}</time>
      {reported === undefined
        ? t(`event.${kind}`, { station })
        : t('live.connector', {
            station,
            connector: reported.evseId === 0 ? t('connector.whole') : t('connector.name', { number: reported.evseId }),
            status:
              reported.activity === null
                ? t(`connector.status.${reported.status}`)
                : t(`connector.activity.${reported.activity}`),
          })}
    </span>
  );
}
