import './sessions.css';
import '../../parts/page-head.css';
import '../../parts/table.css';
import './session-table.css';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionApi } from '#contract/api/sessions.ts';
import { siteApi } from '#contract/api/sites.ts';
import { linkTo } from '../../api/call.ts';
import { useRead } from '../../api/queries.ts';
import type { SessionListView } from '../../live/session-list.ts';
import { useSessionList } from '../../live/use-session-list.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { MonthPicker } from '../../parts/month-picker.tsx';
import { NewOnes } from '../../parts/new-ones.tsx';
import { usePageTitle } from '../../parts/page-head.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useTopOf } from '../../parts/use-top-of.ts';
import { FilterBar } from './filter-bar.tsx';
import { askedOf, fits, isFiltering, noFilter, type SessionFilter } from './session-filter.ts';
import { SessionPanel } from './session-panel.tsx';
import { SessionRow } from './session-row.tsx';
import { SessionSums } from './session-sums.tsx';

const route = getRouteApi('/sessions');

export function SessionsPage() {
  const { t, i18n } = useTranslation();
  const { open } = route.useSearch();
  // The list is another one when its filter is, not when one of its sessions is shown beside it.
  const filter = route.useSearch({ select: ({ open: _, ...rest }): SessionFilter => rest, structuralSharing: true });
  const navigate = route.useNavigate();
  const asked = useMemo(() => askedOf(filter), [filter]);
  const atSite = useStationsAt(filter.site);
  const { view, list } = useSessionList(
    useMemo(() => ({ asked, fits: (session) => fits(session, filter, atSite) }), [asked, filter, atSite]),
  );

  usePageTitle(t('sessions.title'));

  const change = useCallback(
    (part: SessionFilter) => {
      window.scrollTo({ top: 0 });
      void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
    },
    [navigate],
  );
  const clear = () => change(noFilter);
  const close = () => {
    void navigate({ search: filter, resetScroll: false });
    document.querySelector<HTMLElement>(`[data-session="${open}"]`)?.focus({ preventScroll: true });
  };
  const showNew = () => {
    window.scrollTo({ top: 0 });
    list?.reload();
  };
  const more = useCallback(() => list?.more(), [list]);
  const newWords = t('sessions.newOnes', {
    count: view.newOnes,
    formatted: new Intl.NumberFormat(i18n.language).format(view.newOnes),
  });

  const problem = view.problem?.code === 'NO_ANSWER' && view.sessions.length > 0 ? null : view.problem; // the strip says that one
  const isEmpty = view.sessions.length === 0 && !view.isLoading && view.problem === null;
  return (
    <>
      <SessionsHead view={view} asked={asked} filter={filter} onChange={change} onClear={clear} />
      <FilterBar filter={filter} onChange={change} />
      <SessionSums asked={asked} />
      {problem !== null && <ProblemNote title={t('sessions.readFailed')} problem={problem} />}
      <NewOnes count={view.newOnes} words={newWords} onShow={showNew} />
      {isEmpty ? (
        <NoSession isNarrowed={isFiltering(filter)} onClear={clear} />
      ) : (
        <SessionTable view={view} open={open} onMore={more} />
      )}
      {open !== undefined && <SessionPanel key={open} id={open} onClose={close} />}
    </>
  );
}

const nobody: ReadonlySet<string> = new Set();

function useStationsAt(site: string | undefined): ReadonlySet<string> {
  const stations = useRead(
    ['sites', site],
    siteApi.get,
    { params: { id: site ?? '' } },
    { enabled: site !== undefined },
  ).data?.stations;
  return useMemo(
    () => (stations === undefined ? nobody : new Set(stations.map(({ stationId }) => stationId))),
    [stations],
  );
}

function NoSession({ isNarrowed, onClear }: { isNarrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="no-session">
      <h2>{t(isNarrowed ? 'sessions.noMatch' : 'sessions.none')}</h2>
      <p className="quiet">{t(isNarrowed ? 'sessions.noMatchHelp' : 'sessions.noneHelp')}</p>
      {isNarrowed ? (
        <Button variant="default" onClick={onClear}>
          {t('sessions.clear')}
        </Button>
      ) : (
        <ButtonLink variant="default" to="/equipment">
          {t('sessions.noneLink')}
        </ButtonLink>
      )}
    </div>
  );
}

type Props = {
  view: SessionListView;
  asked: URLSearchParams;
  filter: SessionFilter;
  onChange: (part: SessionFilter) => void;
  onClear: () => void;
};

/** What the page is, how much of it is shown, of which month, and the same as a file. */
function SessionsHead({ view, asked, filter, onChange, onClear }: Props) {
  const { t } = useTranslation();
  const query = { ...Object.fromEntries(asked), format: 'csv' as const };
  return (
    <div className="page-head">
      <h1>{t('sessions.title')}</h1>
      <p className="page-note" aria-live="polite">
        <HowMany view={view} />
        {isFiltering(filter) && (
          <Anchor component="button" type="button" onClick={onClear}>
            {t('sessions.clear')}
          </Anchor>
        )}
      </p>
      <div className="page-actions">
        <MonthPicker
          month={filter.month}
          none={t('sessions.anyTime')}
          onChange={(month) => onChange({ month, from: undefined, to: undefined })}
        />
        <Button
          component="a"
          href={linkTo(sessionApi.export, { query })}
          download
          variant="default"
          size="compact-md"
          fz="sm"
          aria-label={t('sessions.export')}
          title={t('sessions.export')}
        >
          <DownloadIcon />
          <span className="export-word">{t('sessions.export')}</span>
        </Button>
      </div>
    </div>
  );
}

function HowMany({ view }: { view: SessionListView }) {
  const { t, i18n } = useTranslation();
  const count = view.sessions.length;
  if (count === 0) return null;
  const formatted = new Intl.NumberFormat(i18n.language).format(count);
  return view.hasMore ? t('sessions.shownMore', { formatted }) : t('sessions.shown', { count, formatted });
}

const columns = ['session', 'state', 'energy', 'cost', 'power', 'duration', 'token', 'flags'] as const;
const numbers: readonly string[] = ['energy', 'cost', 'power', 'duration'];

/** So many rows before the end the next ones are asked for. */
const ahead = 30;

type TableProps = { view: SessionListView; open: string | undefined; onMore: () => void };

/** All sessions that fit, of which only the visible rows exist. */
function SessionTable({ view, open, onMore }: TableProps) {
  const { t } = useTranslation();
  const { sessions, isLoading, hasMore } = view;
  const body = useRef<HTMLDivElement>(null);
  const top = useTopOf(body);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler, which it would confuse, is not used here
  const rows = useWindowVirtualizer<HTMLElement>({
    count: sessions.length,
    estimateSize: () => 61,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => sessions[index]?.id ?? index,
  });
  const visible = rows.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  const isNearEnd = hasMore && !isLoading && last >= sessions.length - ahead;
  useEffect(() => {
    if (isNearEnd) onMore();
  }, [isNearEnd, onMore]);
  return (
    <div
      role="table"
      className="table-sheet session-table"
      aria-label={t('sessions.table')}
      aria-rowcount={hasMore ? -1 : sessions.length + 1}
      aria-busy={isLoading}
    >
      <div role="rowgroup" className="table-columns session-columns">
        <div role="row" className="row" aria-rowindex={1}>
          {columns.map((column) => (
            <div
              key={column}
              role="columnheader"
              className={`head-${column}${numbers.includes(column) ? ' number' : ''}`}
            >
              {t(`sessions.column.${column}`)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className="table-body session-body" style={{ height: rows.getTotalSize() }}>
        {visible.map(({ index, start }) => {
          const session = sessions[index];
          return (
            session !== undefined && (
              <SessionRow
                key={session.id}
                session={session}
                index={index}
                top={start - top}
                isOpen={session.id === open}
                measure={rows.measureElement}
              />
            )
          );
        })}
      </div>
      {isLoading && sessions.length === 0 && <Waiting />}
      {sessions.length > 0 && <p className="table-end">{hasMore ? t('sessions.loadingMore') : t('sessions.theEnd')}</p>}
    </div>
  );
}

function Waiting() {
  return ['a', 'b', 'c', 'd', 'e', 'f'].map((row) => <Skeleton key={row} height={36} my={12} mx="md" w="auto" />);
}
