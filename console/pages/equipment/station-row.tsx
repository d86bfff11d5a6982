import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector, Station } from '#contract/stations/station.ts';
import { ConnectorChip } from '../../parts/connector-chip.tsx';
import { connectorNumber } from '../../parts/connector-number.ts';
import { LinkChip, LinkReason } from '../../parts/link-chip.tsx';
import { Moment } from '../../parts/moment.tsx';
import { AcceptButton } from './accept-button.tsx';
import type { ConnectorPlace } from './connector-dialog.tsx';
import { PendingOrigin } from './pending-section.tsx';

type Props = {
  station: Station;
  index: number;
  top: number;
  measure: (element: HTMLElement | null) => void;
  onAccept: (stationId: string) => void;
  onConnector: (place: ConnectorPlace) => void;
};

/** One station. Narrow screens show it as a card, with the columns that are left out in one line of details. */
export const StationRow = memo(function StationRow(props: Props) {
  const { station, index, top, measure, onAccept, onConnector } = props;
  const { t } = useTranslation();
  const { link } = station;
  const model = [station.vendor, station.model].filter(Boolean).join(' ');
  const version = link.state === 'offline' ? null : link.version;
  const none = <span className="none">{t('equipment.unknown')}</span>;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="row"
      data-index={index}
      ref={measure}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="cell" className="cell-station">
        <span className="station-id">{station.id}</span>
        <span className="station-details">
          {[model, station.firmwareVersion, version === null ? null : `OCPP ${version}`].filter(Boolean).join(' · ')}
        </span>
      </div>
      <div role="cell" className="cell-link">
        <LinkChip link={link} />
        <span className="link-reason">
          <LinkReason link={link} />
        </span>
        {station.contest !== undefined && <span className="link-reason">{t('link.contest', station.contest)}</span>}
      </div>
      <div role="cell" className="cell-connectors">
        {link.state === 'pending' && (
          <>
            <AcceptButton station={station} onAccept={onAccept} />
            <span className="link-reason">
              <PendingOrigin link={link} />
            </span>
          </>
        )}
        {link.state !== 'pending' && worthShowing(station.connectors).length === 0 && (
          <span className="none">{t('equipment.noConnectors')}</span>
        )}
        {worthShowing(station.connectors).map((connector) => (
          <ConnectorChip
            key={`${connector.evseId}.${connector.connectorId}`}
            connector={connector}
            number={connectorNumber(connector, station.connectors)}
            isStale={link.state === 'offline'}
            onOpen={() =>
              onConnector({ stationId: station.id, evseId: connector.evseId, connectorId: connector.connectorId })
            }
          />
        ))}
      </div>
      <div
        role="cell"
        className="cell-model"
        title={station.serialNumber === null ? undefined : t('equipment.serial', { serial: station.serialNumber })}
      >
        {model === '' ? none : model}
      </div>
      <div role="cell" className="cell-firmware">
        {station.firmwareVersion ?? none}
      </div>
      <div role="cell" className="cell-version">
        {version ?? <span className="none">–</span>}
      </div>
      <div role="cell" className="cell-seen">
        {station.lastSeenAt === null ? t('time.never') : <Moment time={station.lastSeenAt} says="ago" />}
      </div>
    </div>
  );
});

/** OCPP 1.6 reports the station as a whole too; while nothing is wrong with it, that says nothing. */
function worthShowing(connectors: readonly Connector[]): readonly Connector[] {
  return connectors.filter(({ evseId, status, reason }) => evseId !== 0 || status !== 'available' || reason !== null);
}
