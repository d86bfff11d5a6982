import { Skeleton } from '@mantine/core';
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { useTopOf } from '../../parts/use-top-of.ts';
import type { ConnectorPlace } from './connector-dialog.tsx';
import { StationRow } from './station-row.tsx';
import '../../parts/table.css';
import './station-table.css';

type Props = {
  stations: readonly Station[];
  isLoading: boolean;
  onAccept: (stationId: string) => void;
  onConnector: (place: ConnectorPlace) => void;
};

const columns = ['station', 'link', 'connectors', 'model', 'firmware', 'version', 'lastSeen'] as const;

/** All stations, of which only the visible rows exist. */
export function StationTable({ stations, isLoading, onAccept, onConnector }: Props) {
  const { t } = useTranslation();
  const body = useRef<HTMLDivElement>(null);
  const top = useTopOf(body);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler, which it would confuse, is not used here
  const rows = useWindowVirtualizer<HTMLElement>({
    count: stations.length,
    estimateSize: () => 57,
    overscan: 10,
    scrollMargin: top,
    getItemKey: (index) => stations[index]?.id ?? index,
  });
  useSteadyScroll(rows, stations, top);
  return (
    <div
      role="table"
      className="table-sheet station-table"
      aria-label={t('equipment.table')}
      aria-rowcount={stations.length + 1}
    >
      <div role="rowgroup" className="table-columns">
        <div role="row" className="row" aria-rowindex={1}>
          {columns.map((column) => (
            <div key={column} role="columnheader" className={`head-${column}`}>
              {t(`equipment.column.${column}`)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className="table-body station-body" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const station = stations[index];
          return (
            station !== undefined && (
              <StationRow
                key={station.id}
                station={station}
                index={index}
                top={start - top}
                measure={rows.measureElement}
                onAccept={onAccept}
                onConnector={onConnector}
              />
            )
          );
        })}
      </div>
      {isLoading &&
        stations.length === 0 &&
        ['a', 'b', 'c', 'd', 'e', 'f'].map((row) => <Skeleton key={row} height={34} my={11} mx="md" w="auto" />)}
      {!isLoading && stations.length === 0 && <p className="table-none">{t('equipment.none')}</p>}
    </div>
  );
}

/**
 * Keeps the rows one is reading where they are when stations are added or go above them: the page scrolls by as much
 * as the first visible row would have moved.
 */
function useSteadyScroll(rows: Virtualizer<Window, HTMLElement>, stations: readonly Station[], top: number): void {
  const before = useRef<{ stations: readonly Station[]; top: number; first: { id: string; start: number } | null }>({
    stations,
    top,
    first: null,
  });
  useLayoutEffect(() => {
    const { first } = before.current;
    const hasMoved = before.current.stations !== stations || before.current.top !== top;
    if (hasMoved && first !== null && window.scrollY > before.current.top) {
      const index = stations.findIndex(({ id }) => id === first.id);
      const start = rows.measurementsCache[index]?.start;
      if (start !== undefined && start !== first.start) window.scrollBy(0, start - first.start);
    }
    const visible = rows.getVirtualItemForOffset(window.scrollY);
    const station = visible === undefined ? undefined : stations[visible.index];
    before.current = {
      stations,
      top,
      first: visible === undefined || station === undefined ? null : { id: station.id, start: visible.start },
    };
  });
}
