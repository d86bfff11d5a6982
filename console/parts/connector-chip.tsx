import { useTranslation } from 'react-i18next';
import type { Connector } from '#contract/stations/station.ts';
import { exactTime } from '../text/time.ts';
import './chip.css';
import { Moment } from './moment.tsx';
import { connectorTone } from './tones.ts';
import { useFaultWords } from './use-fault-words.ts';

const freshMs = 4_000;

type Props = {
  connector: Connector;
  /** What is printed beside the plug; null stands for the station as a whole. */
  number: string | null;
  /** The station does not answer: what is shown was true when it last did. */
  isStale: boolean;
  onOpen: () => void;
};

/** What a connector does; it opens on what happens there and what can be done. */
export function ConnectorChip({ connector, number, isStale, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  const faultWords = useFaultWords();
  const { status, activity, reason, changedAt } = connector;
  const label = activity === null ? t(`connector.status.${status}`) : t(`connector.activity.${activity}`);
  const isFresh = !isStale && Date.now() - Date.parse(changedAt) < freshMs;
  const name = number === null ? t('connector.whole') : t('connector.name', { number });
  const why = reason === null ? null : faultWords(reason);
  const words = why === null ? label : `${label}: ${why}`;
  const time = exactTime(changedAt, i18n.language);
  const told = t('connector.since', { connector: name, status: words, time });
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      className={`chip tone-${connectorTone[status]}${isStale ? ' chip-stale' : ''}`}
      title={isStale ? `${told} (${t('connector.stale')})` : told}
    >
      <span className="dot" />
      {isFresh && <span key={changedAt} className="chip-fresh" />}
      <span className="chip-number">{number ?? name}</span> {label}{' '}
      <span className="chip-more">
        {why !== null && <>{why} · </>}
        <Moment time={changedAt} says="brief" />
      </span>
    </button>
  );
}
