import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../live/live-provider.tsx';
import { useAbout } from '../live/principal.ts';
import { clockTime, exactTime } from '../text/time.ts';
import { LastEvent } from './last-event.tsx';
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
