import { useTranslation } from 'react-i18next';
import type { ConnectorStatus } from '#contract/stations/station.ts';
import { connectorTone } from '../../parts/tones.ts';

type Props = {
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
export function ConnectorStrip({ counts, chosen, onChoose }: Props) {
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
