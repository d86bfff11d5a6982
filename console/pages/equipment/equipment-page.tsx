import { Anchor, Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectorStatus, Link, Station } from '#contract/stations/station.ts';
import { useBoard } from '../../live/live-provider.tsx';
import type { BoardView } from '../../live/station-board.ts';
import { usePageTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { connectorTone, linkTone } from '../../parts/tones.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { ConnectorDialog, type ConnectorPlace } from './connector-dialog.tsx';
import { EmptyEquipment } from './empty-equipment.tsx';
import { type EquipmentFilter, fits, isFiltering } from './equipment-filter.ts';
import { networkCounts } from './network-counts.ts';
import { PendingSection } from './pending-section.tsx';
import { StationTable } from './station-table.tsx';
import './equipment.css';
import '../../parts/page-head.css';

const route = getRouteApi('/equipment');

export function EquipmentPage() {
  const { t } = useTranslation();
  const board = useBoard();
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const [acceptingId, setAcceptingId] = useState<string | null>(null);
  const [place, setPlace] = useState<ConnectorPlace | null>(null);
  const counts = useMemo(() => networkCounts(board.stations), [board.stations]);
  const wanted = useDeferredValue(filter); // typing stays quick while thousands of rows are sifted
  const { pending, inTheTable } = useMemo(() => divide(board.stations, wanted), [board.stations, wanted]);

  usePageTitle(t('equipment.title'));

  const change = useCallback(
    (part: EquipmentFilter) => {
      window.scrollTo({ top: 0 });
      void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
    },
    [navigate],
  );

  if (board.total === null && board.problem !== null) {
    return <ProblemNote title={t('equipment.readFailed')} problem={board.problem} />;
  }
  if (board.isComplete && board.stations.length === 0) return <EmptyEquipment />;

  const shown = pending.length + inTheTable.length;
  const clear = () => change({ state: undefined, status: undefined, search: undefined });
  const problem = board.problem?.code === 'NO_ANSWER' ? null : board.problem; // the strip says that one
  return (
    <>
      <EquipmentHead
        board={board}
        shown={shown}
        filter={filter}
        onSearch={(search) => change({ search: search === '' ? undefined : search })}
        onClear={clear}
      />
      {problem !== null && <ProblemNote title={t('equipment.readFailed')} problem={problem} />}
      <LinkStrip counts={counts.stations} chosen={filter.state} onChoose={(state) => change({ state })} />
      <ConnectorStrip counts={counts.connectors} chosen={filter.status} onChoose={(status) => change({ status })} />
      {pending.length > 0 && (
        <PendingSection
          stations={pending}
          onAccept={setAcceptingId}
          onShowAll={() => change({ state: 'pending', status: undefined })}
        />
      )}
      {isFiltering(filter) && board.isComplete && shown === 0 ? (
        <NoMatch total={board.stations.length} onClear={clear} />
      ) : (
        <StationTable
          stations={inTheTable}
          isLoading={!board.isComplete}
          onAccept={setAcceptingId}
          onConnector={setPlace}
        />
      )}
      {acceptingId !== null && <AcceptDialog stationId={acceptingId} onClose={() => setAcceptingId(null)} />}
      {place !== null && <ConnectorDialog place={place} onClose={() => setPlace(null)} />}
    </>
  );
}

/** A station appears once: among the pending ones above the table, or in it. Asked for pending ones, the table shows them all. */
function divide(stations: readonly Station[], filter: EquipmentFilter) {
  const fitting = stations.filter((station) => fits(station, filter));
  if (filter.state === 'pending') return { pending: [], inTheTable: fitting };
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
  shown: number;
  filter: EquipmentFilter;
  onSearch: (text: string) => void;
  onClear: () => void;
};

/** What the page is, how much of it is shown, and the search. */
function EquipmentHead({ board, shown, filter, onSearch, onClear }: Props) {
  const { t } = useTranslation();
  return (
    <div className="page-head">
      <h1>{t('equipment.title')}</h1>
      <p className="page-note" aria-live="polite">
        <HowMany board={board} shown={shown} isNarrowed={isFiltering(filter)} />
        {isFiltering(filter) && (
          <Anchor component="button" type="button" onClick={onClear}>
            {t('equipment.clear')}
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

function HowMany({ board, shown, isNarrowed }: { board: BoardView; shown: number; isNarrowed: boolean }) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  const known = board.stations.length;
  if (board.total === null) return null;
  if (!board.isComplete) {
    return t('equipment.loading', { loaded: number.format(known), total: number.format(board.total) });
  }
  if (isNarrowed) return t('equipment.shown', { shown: number.format(shown), total: number.format(known) });
  return t('equipment.stations', { count: known, formatted: number.format(known) });
}

type LinkState = Link['state'];
type LinkStripProps = {
  counts: Record<LinkState, number>;
  chosen: LinkState | undefined;
  onChoose: (state: LinkState | undefined) => void;
};

const states = ['online', 'offline', 'pending'] as const satisfies readonly LinkState[];

/** How many stations are reached, each number a filter. */
function LinkStrip({ counts, chosen, onChoose }: LinkStripProps) {
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
function ConnectorStrip({ counts, chosen, onChoose }: ConnectorStripProps) {
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
