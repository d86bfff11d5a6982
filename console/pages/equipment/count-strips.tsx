import { useTranslation } from 'react-i18next';
import type { ConnectorStatus, Link } from '#contract/stations/station.ts';
import { connectorTone, linkTone } from '../../parts/tones.ts';

type LinkState = Link['state'];
type LinkStripProps = {
  counts: Record<LinkState, number>;
  chosen: LinkState | undefined;
  onChoose: (state: LinkState | undefined) => void;
};

const states = ['online', 'offline', 'pending'] as const satisfies readonly LinkState[];

/** How many stations are reached, each number a filter. */
export function LinkStrip({ counts, chosen, onChoose }: LinkStripProps) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const all = counts.online + counts.offline + counts.pending;
  return (
    <div className="link-strip" role="group" aria-label={t('equipment.filterLink')}>
      <button type="button" className="count" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
        <span className="count-number">{number.format(all)}</span>
        <span className="count-word">{t('equipment.all')}</span>
      </button>
      {states.map((state) => (
        <button
          key={state}
          type="button"
          className={`count tone-${linkTone[state]}${counts[state] === 0 ? ' count-zero' : ''}`}
          aria-pressed={chosen === state}
          onClick={() => onChoose(chosen === state ? undefined : state)}
        >
          <span className="count-number">{number.format(counts[state])}</span>
          <span className="count-word">
            <span className="dot" />
            {t(`link.state.${state}`)}
          </span>
        </button>
      ))}
    </div>
  );
}

type ConnectorStripProps = {
  counts: Record<ConnectorStatus, number>;
  chosen: ConnectorStatus | undefined;
  onChoose: (status: ConnectorStatus | undefined) => void;
};

const statuses = [
  'occupied',
  'available',
  'reserved',
  'unavailable',
  'faulted',
] as const satisfies readonly ConnectorStatus[];

/** What all connectors do, as one line across the page, and its legend, which filters. */
export function ConnectorStrip({ counts, chosen, onChoose }: ConnectorStripProps) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <div className="connector-strip">
      <div className="connector-line" aria-hidden="true">
        {statuses
          .filter((status) => counts[status] > 0)
          .map((status) => (
            <span key={status} className={`tone-${connectorTone[status]}`} style={{ flexGrow: counts[status] }} />
          ))}
      </div>
      <div className="connector-legend" role="group" aria-label={t('equipment.filterStatus')}>
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            className={`legend tone-${connectorTone[status]}${counts[status] === 0 ? ' count-zero' : ''}`}
            aria-pressed={chosen === status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            <span className="dot" />
            {t(`connector.status.${status}`)} <strong>{number.format(counts[status])}</strong>
          </button>
        ))}
      </div>
    </div>
  );
}
