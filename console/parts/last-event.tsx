import { useTranslation } from 'react-i18next';
import type { LedgerEvent } from '#contract/event.ts';
import { connector } from '#contract/station.ts';
import { clockTime } from '../text/time.ts';

const kinds = [
  'station-connected',
  'station-went-offline',
  'station-booted',
  'connector-status',
  'station-accepted',
  'station-knocked',
] as const;

const reportedConnector = connector.pick({ evseId: true, status: true, activity: true });

/** The newest thing that happened, in a sentence; kinds without one are left out. */
export function LastEvent({ event }: { event: LedgerEvent }) {
  const { t, i18n } = useTranslation();
  const kind = kinds.find((known) => known === event.kind);
  if (kind === undefined) return null;
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
