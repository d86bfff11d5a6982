import { Anchor, Button, Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Station } from '#contract/stations/station.ts';
import { useBoard } from '../../live/live-provider.tsx';
import type { BoardView } from '../../live/station-board.ts';
import { useTellChosen } from '../../parts/chosen-stations.ts';
import { lazyPart } from '../../parts/lazy-part.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { numberText } from '../../text/quantities.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { chosenColumns } from './columns.ts';
import type { ConnectorPlace } from './connector-dialog.tsx';
import { ConnectorStrip, LinkStrip } from './count-strips.tsx';
import { type EquipmentFilter, fits, isArchived, isFiltering, noNarrowing } from './equipment-filter.ts';
import { FilterBar } from './filter-bar.tsx';
import { networkCounts } from './network-counts.ts';
import { PendingSection } from './pending-section.tsx';
import type { SortField } from './sort-stations.ts';
import { stationsCsv } from './station-csv.ts';
import { StationTable } from './station-table.tsx';
import { useRowFacts } from './use-row-facts.ts';
import { useSelection } from './use-selection.ts';
import { useSortedStations } from './use-sorted-stations.ts';
import './equipment.css';
import '../../parts/page-head.css';

// The map brings a library and a picture of the world along, for whoever looks at it.
const StationMap = lazy(async () => ({ default: (await import('./map/station-map.tsx')).StationMap }));

const AcceptDialog = lazyPart(async () => (await import('./accept-dialog.tsx')).AcceptDialog);
const ConnectorDialog = lazyPart(async () => (await import('./connector-dialog.tsx')).ConnectorDialog);
const EmptyEquipment = lazyPart(async () => (await import('./empty-equipment.tsx')).EmptyEquipment);

const route = getRouteApi('/equipment');

export function EquipmentPage() {
  const { t } = useTranslation();
  const board = useBoard();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [acceptingId, setAcceptingId] = useState<string | null>(null);
  const [place, setPlace] = useState<ConnectorPlace | null>(null);
  const { current, archived } = useMemo(() => byArchive(board.stations), [board.stations]);
  const known = filter.archived === 'yes' ? archived : current;
  const counts = useMemo(() => networkCounts(known), [known]);
  const wanted = useDeferredValue(filter); // typing stays quick while thousands of rows are sifted
  const isMap = filter.view === 'map';
  const { pending, inTheTable } = useMemo(() => divide(known, wanted), [known, wanted]);
  const columns = useMemo(() => chosenColumns(filter.columns), [filter.columns]);
  const { facts, sites, areSitesKnown } = useRowFacts({ isPowerShown: !isMap && columns.includes('power') });
  const sorting = { field: filter.sort ?? 'station', isDown: filter.order === 'down' } as const;
  const sorted = useSortedStations(inTheTable, {
    ...sorting,
    siteName: facts.siteName,
    wish: `${board.isComplete} ${areSitesKnown}`,
  });
  const selection = useSelection(sorted);
  useTellChosen(selection.ids);
  const chosen = useMemo(() => sorted.filter(({ id }) => selection.ids.has(id)), [sorted, selection.ids]);

  usePageTitle(t('equipment.title'));

  const change = useCallback(
    (part: EquipmentFilter) => {
      window.scrollTo({ top: 0 });
      void navigate({ search: (before) => ({ ...before, ...part }), replace: !('view' in part) }); // Back leaves the map
    },
    [navigate],
  );
  const sortBy = (sort: SortField) =>
    change({
      sort: sort === 'station' ? undefined : sort,
      order: sort === sorting.field && !sorting.isDown ? 'down' : undefined,
    });

  if (board.total === null && board.problem !== null) {
    return <ProblemNote title={t('equipment.readFailed')} problem={board.problem} />;
  }
  if (board.isComplete && board.stations.length === 0) return <EmptyEquipment />;

  const shown = pending.length + inTheTable.length;
  const clear = () => change(noNarrowing);
  const save = (stations: readonly Station[]) =>
    saveFile(`stations-${new Date().toISOString().slice(0, 10)}.csv`, stationsCsv(stations, facts), 'text/csv');
  const problem = board.problem?.code === 'NO_ANSWER' ? null : board.problem; // the strip says that one
  return (
    <>
      <EquipmentHead
        board={board}
        known={known.length}
        archived={archived.length}
        shown={shown}
        filter={filter}
        onSearch={(search) => change({ search: search === '' ? undefined : search })}
        onClear={clear}
        onArchived={(isWanted) => change({ ...noNarrowing, archived: isWanted ? 'yes' : undefined })}
      />
      {problem !== null && <ProblemNote title={t('equipment.readFailed')} problem={problem} />}
      <LinkStrip counts={counts.stations} chosen={filter.state} onChoose={(state) => change({ state })} />
      <ConnectorStrip counts={counts.connectors} chosen={filter.status} onChoose={(status) => change({ status })} />
      <FilterBar
        stations={known}
        sites={sites}
        filter={filter}
        onChange={change}
        onExport={() => save([...pending, ...sorted])}
      />
      {pending.length > 0 && !isMap && (
        <PendingSection
          stations={pending}
          onAccept={setAcceptingId}
          onShowAll={() => change({ state: 'pending', status: undefined })}
        />
      )}
      {isFiltering(filter) && board.isComplete && shown === 0 ? (
        <NoMatch total={known.length} onClear={clear} />
      ) : isMap ? (
        <Suspense fallback={<Skeleton height={480} />}>
          <StationMap stations={sorted} sites={sites} areSitesKnown={areSitesKnown} />
        </Suspense>
      ) : (
        <>
          <StationTable
            columns={columns}
            facts={facts}
            sorting={sorting}
            selection={selection}
            stations={sorted}
            isLoading={!board.isComplete}
            onSort={sortBy}
            onAccept={setAcceptingId}
            onConnector={setPlace}
          />
          <BulkBar stations={chosen} onExport={() => save(chosen)} onClear={selection.clear} />
        </>
      )}
      {acceptingId !== null && <AcceptDialog stationId={acceptingId} onClose={() => setAcceptingId(null)} />}
      {place !== null && <ConnectorDialog place={place} onClose={() => setPlace(null)} />}
    </>
  );
}

function byArchive(stations: readonly Station[]) {
  const { true: archived = [], false: current = [] } = Object.groupBy(stations, (each) => `${isArchived(each)}`);
  return { archived, current };
}

/** A station appears once: among the pending ones above the table, or in it. Asked for pending or archived ones, the table shows them all. */
function divide(stations: readonly Station[], filter: EquipmentFilter) {
  const fitting = stations.filter((station) => fits(station, filter));
  if (filter.state === 'pending' || filter.archived === 'yes') return { pending: [], inTheTable: fitting };
  return {
    pending: fitting.filter(({ link }) => link.state === 'pending'),
    inTheTable: fitting.filter(({ link }) => link.state !== 'pending'),
  };
}

function NoMatch({ total, onClear }: { total: number; onClear: () => void }) {
  const { t, i18n } = useTranslation();
  const formatted = new Intl.NumberFormat(i18n.language).format(total);
  return (
    <div className="no-match">
      <h2>{t('equipment.noMatch')}</h2>
      <p className="quiet">{t('equipment.noMatchHelp', { count: total, formatted })}</p>
      <Button variant="default" onClick={onClear}>
        {t('equipment.clear')}
      </Button>
    </div>
  );
}

type Props = {
  board: BoardView;
  /** Of those that are looked at: archived ones, or all others. */
  known: number;
  archived: number;
  shown: number;
  filter: EquipmentFilter;
  onSearch: (text: string) => void;
  onClear: () => void;
  onArchived: (isWanted: boolean) => void;
};

/** What the page is, how much of it is shown, and the search. */
function EquipmentHead({ board, known, archived, shown, filter, onSearch, onClear, onArchived }: Props) {
  const { t, i18n } = useTranslation();
  const isOfArchive = filter.archived === 'yes';
  return (
    <div className="page-head">
      <h1>{t('equipment.title')}</h1>
      <p className="page-note" aria-live="polite">
        <HowMany board={board} known={known} shown={shown} isNarrowed={isFiltering(filter)} />
        {isFiltering(filter) && (
          <Anchor component="button" type="button" onClick={onClear}>
            {t('equipment.clear')}
          </Anchor>
        )}
        {archived > 0 && !isOfArchive && (
          <Anchor component="button" type="button" onClick={() => onArchived(true)}>
            {t('archive.show', { count: archived, formatted: numberText(archived, i18n.language, 0) })}
          </Anchor>
        )}
      </p>
      <SearchBox
        value={filter.search ?? ''}
        label={t('equipment.search')}
        hint={t('equipment.searchHint')}
        onChange={onSearch}
      />
    </div>
  );
}

type HowManyProps = { board: BoardView; known: number; shown: number; isNarrowed: boolean };

function HowMany({ board, known, shown, isNarrowed }: HowManyProps) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  if (board.total === null) return null;
  if (!board.isComplete) {
    return t('equipment.loading', { loaded: number.format(board.stations.length), total: number.format(board.total) });
  }
  if (isNarrowed) return t('equipment.shown', { shown: number.format(shown), total: number.format(known) });
  return t('equipment.stations', { count: known, formatted: number.format(known) });
}
