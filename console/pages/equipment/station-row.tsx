import { Checkbox } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connector, Station } from '#contract/stations/station.ts';
import { ConnectorChip } from '../../parts/connector-chip.tsx';
import { connectorNumber } from '../../parts/connector-number.ts';
import { dash } from '../../parts/data-table.tsx';
import { LinkChip, LinkReason } from '../../parts/link-chip.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { powerText } from '../../text/quantities.ts';
import { AcceptButton } from './accept-button.tsx';
import type { ColumnName } from './columns.ts';
import type { ConnectorPlace } from './connector-dialog.tsx';
import { versionOf } from './equipment-filter.ts';
import { ExemptionChip } from './exemption-chip.tsx';
import { PendingOrigin } from './pending-section.tsx';

/** What is known of stations beside themselves. */
export type RowFacts = { siteName: (siteId: string) => string; powerW: (stationId: string) => number | null };

type Props = {
  station: Station;
  columns: readonly ColumnName[];
  siteName: string | null;
  powerW: number | null;
  isChosen: boolean;
  index: number;
  top: number;
  measure: (element: HTMLElement | null) => void;
  onChoose: (stationId: string, isRange: boolean) => void;
  onAccept: (stationId: string) => void;
  onConnector: (place: ConnectorPlace) => void;
};

/** One station. Narrow screens show it as a card, with the columns that are left out in one line of details. */
export const StationRow = memo(function StationRow(props: Props) {
  const { station, columns, isChosen, index, top, measure, onChoose } = props;
  const { t } = useTranslation();
  const version = versionOf(station);
  const details = [modelOf(station), station.firmwareVersion, version === null ? null : `OCPP ${version}`];
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={isChosen ? 'row is-chosen' : 'row'}
      data-index={index}
      ref={measure}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="cell" className="cell-choose">
        <Checkbox
          size="xs"
          aria-label={t('fleet.choose', { station: station.id })}
          checked={isChosen}
          onChange={({ nativeEvent }) =>
            onChoose(station.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </div>
      <div role="cell" className="cell-station">
        <TextLink className="station-id" to="/equipment/$id" params={{ id: station.id }} fz="inherit">
          {station.id}
        </TextLink>
        <span className="station-details">{details.filter(Boolean).join(' · ')}</span>
      </div>
      {columns.map((column) => (
        <div key={column} role="cell" className={`cell-${column}`}>
          {cells[column](props)}
        </div>
      ))}
    </div>
  );
});

const cells: Record<ColumnName, (props: Props) => ReactNode> = {
  site: (props) => <SiteCell {...props} />,
  link: (props) => <LinkCell {...props} />,
  connectors: (props) => <ConnectorsCell {...props} />,
  power: (props) => <PowerCell {...props} />,
  model: ({ station }) => orUnknown(modelOf(station)),
  serial: ({ station }) => orUnknown(station.serialNumber),
  firmware: ({ station }) => orUnknown(station.firmwareVersion),
  version: ({ station }) => versionOf(station) ?? dash,
  lastSeen: ({ station }) => <MomentCell time={station.lastSeenAt} />,
  booted: ({ station }) => (station.bootedAt === null ? dash : <MomentCell time={station.bootedAt} />),
};

function SiteCell({ station: { place }, siteName }: Props) {
  if (place === undefined) return dash;
  return (
    <>
      <TextLink to="/sites/$id" params={{ id: place.siteId }} fz="inherit" c="inherit">
        {siteName}
      </TextLink>
      {place.note !== null && <span className="link-reason">{place.note}</span>}
    </>
  );
}

function LinkCell({ station: { link, passwordExemption, contest } }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <LinkChip link={link} />
      <span className="link-reason">
        <LinkReason link={link} />
      </span>
      {passwordExemption !== undefined && <ExemptionChip exemption={passwordExemption} />}
      {contest !== undefined && <span className="link-reason">{t('link.contest', contest)}</span>}
    </>
  );
}

function ConnectorsCell({ station, onAccept, onConnector }: Props) {
  const { t } = useTranslation();
  const { link, connectors } = station;
  if (link.state === 'pending') {
    return (
      <>
        <AcceptButton station={station} onAccept={onAccept} />
        <span className="link-reason">
          <PendingOrigin link={link} />
        </span>
      </>
    );
  }
  const shown = worthShowing(connectors);
  if (shown.length === 0) return <span className="none">{t('equipment.noConnectors')}</span>;
  return shown.map((connector) => (
    <ConnectorChip
      key={`${connector.evseId}.${connector.connectorId}`}
      connector={connector}
      number={connectorNumber(connector, connectors)}
      isStale={link.state === 'offline'}
      onOpen={() =>
        onConnector({ stationId: station.id, evseId: connector.evseId, connectorId: connector.connectorId })
      }
    />
  ));
}

function PowerCell({ powerW }: Props) {
  const { i18n } = useTranslation();
  return powerW === null ? dash : powerText(powerW, i18n.language);
}

function MomentCell({ time }: { time: string | null }) {
  const { t } = useTranslation();
  return time === null ? t('time.never') : <Moment time={time} says="ago" />;
}

function orUnknown(text: string | null): ReactNode {
  return text === null || text === '' ? <Unknown /> : text;
}

function Unknown() {
  const { t } = useTranslation();
  return <span className="none">{t('equipment.unknown')}</span>;
}

function modelOf({ vendor, model }: Station): string {
  return [vendor, model].filter(Boolean).join(' ');
}

/** OCPP 1.6 reports the station as a whole too; while nothing is wrong with it, that says nothing. */
function worthShowing(connectors: readonly Connector[]): readonly Connector[] {
  return connectors.filter(({ evseId, status, reason }) => evseId !== 0 || status !== 'available' || reason !== null);
}
