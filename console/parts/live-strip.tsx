import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { LedgerEvent } from '#contract/event.ts';
import { connector } from '#contract/stations/station.ts';
import { useAbout } from '../api/principal.ts';
import { stationKinds, useLive } from '../live/live-provider.tsx';
import { clockTime, exactTime } from '../text/time.ts';
import './live-strip.css';

/** The bottom line of every page: whether what is shown is true now, and otherwise since when not. */
export function LiveStrip() {
  const { t } = useTranslation();
  const version = useAbout().data?.version;
  return (
    <footer className="live-strip" aria-label={t('live.region')}>
      <LiveState />
      <LastEvent />
      {version !== undefined && (
        <span className="live-version" title={t('shell.version', { version })}>
          {t('shell.product')} {version}
        </span>
      )}
    </footer>
  );
}

function LiveState() {
  const { t, i18n } = useTranslation();
  const { feed } = useLive();
  const listen = (listener: () => void) => feed.listen({ onStatus: listener });
  const status = useSyncExternalStore(listen, () => feed.status);
  return (
    <span role="status" className={`live-state live-${status.state}`}>
      <span className="live-dot" />
      {status.state === 'lost' ? (
        <span>
          <strong title={exactTime(status.since, i18n.language)}>
            {t('live.lost', { time: clockTime(status.since, i18n.language) })}
          </strong>
          <span className="live-help"> {t('live.lostHelp')}</span>
        </span>
      ) : (
        t(`live.state.${status.state}`)
      )}
    </span>
  );
}

const kinds = [...stationKinds, 'session-started', 'session-ended'] as const;

const reportedConnector = connector.pick({ evseId: true, status: true, activity: true });

type Told = { kind: (typeof kinds)[number]; event: LedgerEvent };

/** The newest thing that happened and has a sentence. */
function LastEvent() {
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
