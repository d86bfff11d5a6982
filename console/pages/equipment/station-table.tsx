import { Checkbox, Skeleton } from '@mantine/core';
import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { useTopOf } from '../../parts/use-top-of.ts';
import { type ColumnName, columnTable, gridsOf } from './columns.ts';
import type { ConnectorPlace } from './connector-dialog.tsx';
import type { SortField, Sorting } from './sort-stations.ts';
import { type RowFacts, StationRow } from './station-row.tsx';
import type { Selection } from './use-selection.ts';
import '../../parts/table.css';
import './station-table.css';

type Props = {
  stations: readonly Station[];
  columns: readonly ColumnName[];
  facts: RowFacts;
  sorting: Sorting;
  selection: Selection;
  isLoading: boolean;
  onSort: (field: SortField) => void;
  onAccept: (stationId: string) => void;
  onConnector: (place: ConnectorPlace) => void;
};

/** All stations, of which only the visible rows exist. */
export function StationTable({
  stations,
  columns,
  facts,
  selection,
  isLoading,
  onAccept,
  onConnector,
  ...rest
}: Props) {
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
  const { wide, desk } = gridsOf(columns);
  const widths = { '--columns-wide': wide, '--columns-desk': desk } as CSSProperties;
  return (
    <div
      role="table"
      className="table-sheet station-table"
      style={widths}
      aria-label={t('equipment.table')}
      aria-rowcount={stations.length + 1}
    >
      <div role="rowgroup" className="table-columns">
        <div role="row" className="row" aria-rowindex={1}>
          <div role="columnheader">
            <ChooseAll stations={stations} selection={selection} />
          </div>
          {(['station', ...columns] as const).map((column) => (
            <ColumnHead key={column} column={column} {...rest} />
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
                columns={columns}
                siteName={station.place === undefined ? null : facts.siteName(station.place.siteId)}
                powerW={facts.powerW(station.id)}
                isChosen={selection.ids.has(station.id)}
                index={index}
                top={start - top}
                measure={rows.measureElement}
                onChoose={selection.toggle}
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

function ChooseAll({ stations, selection }: Pick<Props, 'stations' | 'selection'>) {
  const { t } = useTranslation();
  const isAll = stations.length > 0 && selection.ids.size === stations.length;
  return (
    <Checkbox
      size="xs"
      aria-label={t('fleet.chooseAll')}
      checked={isAll}
      indeterminate={!isAll && selection.ids.size > 0}
      onChange={() => selection.setAll(!isAll)}
    />
  );
}

type HeadProps = Pick<Props, 'sorting' | 'onSort'> & { column: ColumnName | 'station' };

/** Its name sorts the list by it, and once more the other way round. */
function ColumnHead({ column, sorting: { field, isDown }, onSort }: HeadProps) {
  const { t } = useTranslation();
  const sort = column === 'station' ? 'station' : columnTable[column].sort;
  const name = t(`equipment.column.${column}`);
  const isSorted = sort !== undefined && sort === field;
  return (
    <div
      role="columnheader"
      className={`head-${column}`}
      {...(isSorted && { 'aria-sort': isDown ? 'descending' : 'ascending' })}
    >
      {sort === undefined ? (
        name
      ) : (
        <button type="button" className="sort-button" onClick={() => onSort(sort)}>
          {name}
          <span aria-hidden="true">{isSorted ? (isDown ? ' ↓' : ' ↑') : ''}</span>
        </button>
      )}
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
