import { useTranslation } from 'react-i18next';
import type { Connector } from '#contract/station.ts';
import { exactTime } from '../text/time.ts';
import './chip.css';
import { Moment } from './moment.tsx';
import { connectorTone } from './tones.ts';

const freshMs = 4_000;

type Props = {
  connector: Connector;
  /** What is printed beside the plug; null stands for the station as a whole. */
  number: string | null;
  /** The station does not answer: what is shown was true when it last did. */
  isStale: boolean;
};

export function ConnectorChip({ connector, number, isStale }: Props) {
  const { t, i18n } = useTranslation();
  const { status, activity, reason, changedAt } = connector;
  const label = activity === null ? t(`connector.status.${status}`) : t(`connector.activity.${activity}`);
  const isFresh = !isStale && Date.now() - Date.parse(changedAt) < freshMs;
  const name = number === null ? t('connector.whole') : t('connector.name', { number });
  const words = reason === null ? label : `${label}: ${reason}`;
  const time = exactTime(changedAt, i18n.language);
  const told = t('connector.since', { connector: name, status: words, time });
  return (
    <span
      key={changedAt} // a new element, so that the settling runs again
      className={`chip tone-${connectorTone[status]}${isFresh ? ' chip-fresh' : ''}${isStale ? ' chip-stale' : ''}`}
      title={isStale ? `${told} (${t('connector.stale')})` : told}
    >
      <span className="dot" />
      <span className="chip-number">{number ?? name}</span> {label}{' '}
      <span className="chip-more">
        {reason !== null && <>{reason} · </>}
        <Moment time={changedAt} says="brief" />
      </span>
    </span>
  );
}
